/* Members of hardware counters, in the form of members/case.h, with values from `h`. */
MEMBER(INTEGER, passes, "passes", h->counted ? h->passes : NAN, .range = AT_LEAST(1),
       .summary = "Runs of the call that the metrics needed.")
MEMBER(REST, metrics, "*", metrics_of(h), .of = MEMBER_NUMBER, .nulls = true,
       .summary = "Value of each metric, by its short name.")
MEMBER(REASON, reason, "reason", h->asked && !h->counted ? h->reason.text : NULL,
       .summary = "Reason why nothing could be counted.")
