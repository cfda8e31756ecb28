/*
 * Members of a call's times, in the form of members/case.h. Values come from the statistics `s` of
 * the sampler `sampler` and from the hardware counters `h`.
 */
MEMBER(NUMBER, median, "median_ns", recorded(s->median), .formula = "median of samples_ns",
       .range = AT_LEAST(0), .unit = "ns", .summary = "Median of the samples.")
MEMBER(TUPLE, interval, "ci95_ns", true, .summary = "95 % rank confidence interval of the median.")
MEMBER(NUMBER, low, "ci95_ns.0", recorded(s->low),
       .formula = "the order statistic below the median that 95 % leave to samples_ns",
       .range = AT_LEAST(0), .unit = "ns", .column = "ci95_low_ns",
       .summary = "Lower end of the interval.")
MEMBER(NUMBER, high, "ci95_ns.1", recorded(s->high),
       .formula = "the order statistic above the median that 95 % leave to samples_ns",
       .range = AT_LEAST(0), .floor = "ci95_ns.0", .unit = "ns", .column = "ci95_high_ns",
       .summary = "Upper end of the interval.")
MEMBER(NUMBER, minimum, "min_ns", recorded(s->minimum), .range = AT_LEAST(0), .unit = "ns",
       .summary = "Smallest sample.")
MEMBER(NUMBER, p95, "p95_ns", recorded(s->p95), .range = AT_LEAST(0), .floor = "min_ns",
       .unit = "ns", .summary = "95th percentile, nearest rank.")
MEMBER(NUMBER, mad, "mad_ns", recorded(s->mad), .range = AT_LEAST(0), .unit = "ns",
       .summary = "Median absolute deviation from the median, not scaled.")
MEMBER(INTEGER, samples, "n", s->n, .range = AT_LEAST(1), .column = "samples",
       .summary = "Number of samples.")
MEMBER(NAME, stop_reason, "stop_reason", stop_reason_name(sampler->stop),
       .names = names_stop_reason, .summary = "Reason why sampling ended.")
MEMBER(INTEGER, calls, "calls_per_sample", (double)sampler->calls, .range = AT_LEAST(1),
       .summary = "Calls back to back in a sample; times are per call.")
MEMBER(LIST, raw, "samples_ns", raw_of(sampler), .of = MEMBER_NUMBER, .range = AT_LEAST(0),
       .unit = "ns", .summary = "The samples, in the order taken.")
MEMBER(OBJECT, has_clock, "clock_mhz", h->reported, .optional = true,
       .summary = "Clock of the cores (SM clock) over the samples; absent, like all states, if the "
                  "hardware does not report it.")
MEMBER(NUMBER, clock_least, "clock_mhz.min", h->clock.minimum, .range = AT_LEAST(0), .unit = "MHz",
       .summary = "The least.")
MEMBER(NUMBER, clock_mhz, "clock_mhz.median", h->clock.median, .range = AT_LEAST(0), .unit = "MHz",
       .column = "clock_mhz", .summary = "The median.")
MEMBER(OBJECT, has_memory_clock, "memory_clock_mhz", h->reported, .optional = true,
       .summary = "Clock of the device's memory over the samples.")
MEMBER(NUMBER, memory_clock_least, "memory_clock_mhz.min", h->memory_clock.minimum,
       .range = AT_LEAST(0), .unit = "MHz", .summary = "The least.")
MEMBER(NUMBER, memory_clock_mhz, "memory_clock_mhz.median", h->memory_clock.median,
       .range = AT_LEAST(0), .unit = "MHz", .column = "memory_clock_mhz", .summary = "The median.")
MEMBER(LIST, clock_events, "clock_events", h->reported ? events_of(h) : NULL, .of = MEMBER_NAME,
       .names = names_clock_event, .optional = true,
       .summary = "Reasons why clocks were below their highest during a sample.")
MEMBER(INTEGER, throttled, "throttled", h->reported ? h->throttled : NAN, .range = AT_LEAST(0),
       .optional = true,
       .summary = "Samples kept although the hardware throttled: a slowdown, heat or a power "
                  "brake.")
MEMBER(INTEGER, discarded, "discarded", h->reported ? sampler->discarded : NAN,
       .range = BETWEEN(0, SAMPLING_DISCARDS), .optional = true,
       .summary = "Samples discarded because the hardware throttled.")
MEMBER(BOOLEAN, launch_gaps, "launch_gaps", gaps, .optional = true,
       .summary = "true if the stream of a GPU was not held while force calls were enqueued: the "
                  "times then contain launches by the host.")
