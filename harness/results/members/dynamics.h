/*
 * Members of the motion of particles, in the form of members/case.h, with values from the
 * trajectory `d`.
 */
MEMBER(INTEGER, steps, "steps", (double)d->motion->steps, .range = AT_LEAST(1),
       .summary = "Steps that were timed and sampled.")
MEMBER(INTEGER, warmup, "warmup", (double)d->motion->warmup, .range = AT_LEAST(0),
       .summary = "Steps before, which are not recorded.")
MEMBER(NUMBER, dt, "dt", d->motion->dt, .range = ABOVE(0), .summary = "Time step, in time_unit.")
MEMBER(TEXT, time_unit, "time_unit", d->time->unit,
       .summary = "Unit of time: fs, or the model's own.")
MEMBER(NAME, integrator, "integrator", integrator_name(d->motion->motion.integrator),
       .names = names_integrator, .summary = "Integrator.")
MEMBER(NAME, thermostat, "thermostat", thermostat_name(d->thermostat), .names = names_thermostat,
       .summary = "The thermostat.")
MEMBER(NUMBER, target, "target", d->thermostat->interval > 0 ? d->thermostat->temperature : NAN,
       .null = true, .unit = "energy", .summary = "The thermostat's temperature; null without one.")
MEMBER(INTEGER, interval, "interval", d->thermostat->interval > 0 ? d->thermostat->interval : NAN,
       .null = true, .range = AT_LEAST(1),
       .summary = "Steps from one action of the thermostat to the next.")
MEMBER(NUMBER, time, "time", relaxation_of(d), .null = true,
       .summary = "Relaxation time of langevin and nose_hoover, in time_unit.")
MEMBER(NUMBER, diffusion, "diffusion", diffusion_of(d), .null = true,
       .summary = "Diffusion coefficient of a free particle with brownian, in units of the model.")
MEMBER(NAME, com, "com", removal_name(d->motion->motion.removal), .names = names_removal,
       .later = true, .summary = "Common motion of all particles that is removed.")
MEMBER(INTEGER, com_interval, "com_interval",
       d->motion->motion.removal_interval > 0 ? d->motion->motion.removal_interval : NAN,
       .null = true, .later = true, .range = AT_LEAST(1),
       .summary = "Steps from one removal to the next; null without one.")
MEMBER(INTEGER, list_interval, "list_interval",
       d->motion->motion.list_interval > 0 ? d->motion->motion.list_interval : NAN, .null = true,
       .later = true, .range = AT_LEAST(1),
       .summary = "Most steps of a list; null where only the skin decides.")
MEMBER(NAME, barostat, "barostat", barostat_name(d->barostat), .names = names_barostat,
       .later = true, .summary = "The barostat.")
MEMBER(INTEGER, barostat_interval, "barostat_interval",
       d->barostat->interval > 0 ? d->barostat->interval : NAN, .null = true, .later = true,
       .range = AT_LEAST(1), .summary = "Steps from one pressure to the next; null without one.")
MEMBER(NUMBER, pressure_target, "pressure_target",
       d->barostat->interval > 0 ? d->barostat->pressure * d->pressure_units : NAN, .null = true,
       .later = true, .summary = "The barostat's pressure, in the model's unit.")
MEMBER(NUMBER, pressure_lateral, "pressure_lateral", pressure_of(d, d->progress->pressures.lateral),
       .null = true, .later = true,
       .summary = "Mean of the molecular pressures found along x and y; null without a barostat.")
MEMBER(NUMBER, pressure_normal, "pressure_normal", pressure_of(d, d->progress->pressures.normal),
       .null = true, .later = true, .summary = "The same along z.")
MEMBER(NUMBER, box_area, "box_area", d->barostat->interval > 0 ? d->box[0] * d->box[1] : NAN,
       .null = true, .later = true, .summary = "Edge x times edge y after the last step.")
MEMBER(NUMBER, box_height, "box_height", d->barostat->interval > 0 ? d->box[2] : NAN, .null = true,
       .later = true, .summary = "Edge z after the last step.")
MEMBER(INTEGER, builds, "builds", (double)d->progress->builds, .range = AT_LEAST(0),
       .summary = "Number of times that the neighbor structure was built.")
MEMBER(NUMBER, builds_per_step, "builds_per_step", (double)d->progress->builds / d->steps,
       .range = AT_LEAST(0), .summary = "The same, per step.")
MEMBER(NUMBER, step_ns, "step_ns", d->progress->nanoseconds / d->steps, .range = AT_LEAST(0),
       .unit = "ns", .summary = "Wall time of a step, everything included but the samples.")
MEMBER(OBJECT, has_shares, "shares", true,
       .summary = "Shares of step_ns; null if a backend does not time a part separately.")
MEMBER(NUMBER, share_force, "shares.force", share_of(d, MOTION_FORCE), .null = true,
       .range = AT_LEAST(0), .summary = "Pair forces.")
MEMBER(NUMBER, share_bonded, "shares.bonded", share_of(d, MOTION_BONDED), .null = true,
       .range = AT_LEAST(0), .summary = "Bonded terms, if they have a separate kernel.")
MEMBER(NUMBER, share_list, "shares.list", share_of(d, MOTION_LIST), .null = true,
       .range = AT_LEAST(0), .summary = "Building the neighbor structure.")
MEMBER(NUMBER, share_sort, "shares.sort", share_of(d, MOTION_SORT), .null = true,
       .range = AT_LEAST(0), .summary = "Ordering the particles.")
MEMBER(NUMBER, share_integration, "shares.integration", share_of(d, MOTION_INTEGRATION),
       .null = true, .range = AT_LEAST(0), .summary = "Velocities, positions and orientations.")
MEMBER(NUMBER, share_constraints, "shares.constraints", share_of(d, MOTION_CONSTRAINTS),
       .null = true, .later = true, .range = AT_LEAST(0), .summary = "Constraints of distances.")
MEMBER(NUMBER, share_thermostat, "shares.thermostat", share_of(d, MOTION_THERMOSTAT), .null = true,
       .range = AT_LEAST(0), .summary = "The thermostat, if it has a separate kernel.")
MEMBER(NUMBER, share_barostat, "shares.barostat", share_of(d, MOTION_BAROSTAT), .null = true,
       .later = true, .range = AT_LEAST(0),
       .summary = "Pressures, and changes of the box; the lists that follow are of list.")
MEMBER(NUMBER, share_removal, "shares.removal", share_of(d, MOTION_REMOVAL), .null = true,
       .later = true, .range = AT_LEAST(0), .summary = "Removal of the common motion.")
MEMBER(NUMBER, share_rest, "shares.rest", rest_of(d), .null = true, .later = true,
       .summary = "The rest: launches, gaps between kernels, and errors of the parts, which a GPU "
                  "times in repeated calls.")
MEMBER(MAP, part_ns, "part_ns", parts_of(d), .of = MEMBER_NUMBER, .nulls = true,
       .range = AT_LEAST(0), .later = true, .unit = "ns",
       .summary = "Parts of a step; null where a part is not timed separately.")
PART(series, temperature, "temperature", *d->temperature, .members = series_members,
     .definition = "series", .summary = "Twice the kinetic energy per degree of freedom.")
PART(series, potential, "potential", *d->potential, .members = series_members,
     .definition = "series", .summary = "Potential energy per particle.")
PART(series, total, "total", *d->total, .later = true, .members = series_members,
     .definition = "series", .summary = "Total energy per particle.")
MEMBER(OBJECT, has_drift, "drift", true, .summary = "Slope of the total energy by least squares.")
MEMBER(NUMBER, drift, "drift.kt_per_particle", d->drift, .null = true,
       .summary = "Drift in kT per particle, with T the mean temperature.")
MEMBER(NUMBER, drift_error, "drift.error", d->drift_error, .null = true,
       .summary = "Standard error, from blocked residuals.")
MEMBER(TEXT, drift_per, "drift.per", d->time->span,
       .summary = "Unit of time of the drift: ns, or the model's unit.")
MEMBER(
    OBJECT, has_samples, "samples", true,
    .summary = "Samples before the first step and after each interval; energies are per particle.")
MEMBER(INTEGER, every, "samples.every", (double)d->motion->sample, .range = AT_LEAST(1),
       .summary = "Steps from one sample to the next.")
MEMBER(LIST, temperatures, "samples.temperature", samples_of(d, d->temperatures),
       .of = MEMBER_NUMBER, .summary = "Temperatures.")
MEMBER(LIST, potentials, "samples.potential", samples_of(d, d->potentials), .of = MEMBER_NUMBER,
       .summary = "Potential energies.")
MEMBER(LIST, totals, "samples.total", samples_of(d, d->totals), .of = MEMBER_NUMBER,
       .summary = "Total energies.")
MEMBER(REASON, reason, "reason", NULL,
       .summary = "Reason why the particles did not move to the end.")
