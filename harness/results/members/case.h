/*
 * The members of a case in the results, in order: MEMBER(kind, field, path, value, …). A nested
 * structure is PART(structure, field, path, value, …). The value is an expression of the measured
 * case `c` (measure/case_values.h). Further arguments initialize fields of struct member.
 */
MEMBER(TEXT, id, "id", c->spec->id, .summary = "Name of the case, readable and stable.")
MEMBER(TEXT, recorded, "date", c->date, .format = "date-time", .column = "recorded",
       .summary = "Date of the record, UTC.")
MEMBER(TEXT, shard, "shard", c->spec->shard, .optional = true, .later = true,
       .pattern = "^[1-9][0-9]*/[1-9][0-9]*$",
       .summary =
           "The part of the config that was run, as given to --shard; absent if the whole was run.")
MEMBER(TEXT, model, "model", c->spec->model->name, .summary = "The model.")
MEMBER(MAP, parameter_values, "parameters", parameters_of(c), .of = MEMBER_SCALAR,
       .column = "parameters", .summary = "All parameters of the model, by name.")
MEMBER(TEXT, strategy, "strategy", c->spec->strategy->name, .summary = "The strategy.")
MEMBER(TEXT, precision, "precision", precision_info(c->spec->precision)->name,
       .summary = "The arithmetic of pairs and sums.")
MEMBER(NAME, backend, "backend", c->spec->backend, .names = names_backend,
       .summary = "Backend of the case.")
MEMBER(TEXT, device, "device", c->device != NULL ? c->device->name : NULL, .null = true,
       .summary = "The device; null where there is none.")
MEMBER(INTEGER, device_index, "device_index",
       c->device != NULL && c->device->index >= 0 ? c->device->index : NAN, .null = true,
       .later = true, .range = AT_LEAST(0),
       .summary = "Number of the device, as for --device; null on the CPU.")
MEMBER(TEXT, device_uuid, "device_uuid", c->device != NULL ? c->device->uuid : NULL, .null = true,
       .later = true,
       .summary = "Unique id of the device, as nvidia-smi -L prints it; null where it has none.")
MEMBER(INTEGER, threads, "threads", threads_of(c), .null = true, .range = AT_LEAST(1),
       .summary = "CPU threads used; null on GPUs.")
MEMBER(LIST, places, "places", places_of_case(c), .of = MEMBER_INTEGER, .null = true, .later = true,
       .summary = "The hardware threads to whose cores these threads are bound (run --bind); null "
                  "if the system moves them, and on GPUs.")
MEMBER(TEXT, compiler, "compiler", compiler_of(c), .null = true, .later = true,
       .summary = "Compiler of the CPU kernel, and its version, \"gcc 12.2.0\"; null on a GPU, or "
                  "where none was found.")
MEMBER(
    TEXT, arch, "arch", arch_of(c), .null = true, .later = true,
    .summary = "The instruction set that the CPU kernel was compiled for; null where compiler is.")
MEMBER(NAME, sort, "sort", sort_name(c->spec->sort), .names = names_sort,
       .summary = "The order of the particles in memory.")
MEMBER(NAME, interactions, "interactions",
       case_has_interactions(c->spec) ? interactions_name(c->spec->interactions) : NULL,
       .names = names_interactions, .null = true, .later = true,
       .summary = "Way in which lists give the kind of interaction of a pair; null where there is "
                  "one kind, or no list.")
MEMBER(NAME, exclusions, "exclusions",
       case_has_bonding(c->spec)
           ? exclusion_method_way(c->spec->strategy, c->spec->exclusion_method)
           : NULL,
       .names = names_exclusions_listed, .null = true, .later = true,
       .summary =
           "Place where excluded pairs are left out: while listing, by the masks of clusters, or "
           "by a test in the kernel, of rows or of bit strings; null where there can be none.")
MEMBER(NAME, bonding, "bonding",
       case_has_bonding(c->spec) ? bonding_name(case_bonding(c->spec)) : NULL,
       .names = names_bonded, .null = true, .later = true,
       .summary = "Threads that evaluate bonded terms: those of particles in a separate kernel "
                  "(gather) or in that of the strategy (fused), or one for each term (scatter); "
                  "null where there can be none.")
MEMBER(NAME, terms, "terms",
       case_has_bonding(c->spec) ? kept_terms_name((enum kept_terms)c->spec->system.kept) : NULL,
       .names = names_terms, .null = true, .later = true,
       .summary = "Bonded terms that the particles have: all, or those of a kind; null where "
                  "there can be none.")
MEMBER(
    NAME, binning, "binning",
    case_has_binning(c->spec) ? binning_name(c->spec->building.binning) : NULL,
    .names = names_binning, .null = true, .later = true,
    .summary = "Way in which a GPU fills cells with particles; null on the CPU, which has one way.")
MEMBER(NAME, listing, "listing",
       case_has_listing(c->spec) ? listing_name(c->spec->building.listing) : NULL,
       .names = names_listing, .null = true, .later = true,
       .summary = "Threads that search the neighbors of a particle, and how a team appends them to "
                  "its row; null on the CPU, or where there is no list.")
MEMBER(NAME, distance, "distance", distance_of(c), .names = names_distance, .null = true,
       .later = true,
       .summary = "The arithmetic of the test whether a pair is listed; null where listing is.")
MEMBER(
    NAME, sharing, "sharing",
    c->spec->sampling.replica_counts > 0 ? sharing_name(c->spec->sharing) : NULL,
    .names = names_sharing, .null = true, .later = true,
    .summary = "Way in which the systems of replicas share the machine; null where there are none.")
MEMBER(NUMBER, skin, "skin", c->spec->skin, .range = AT_LEAST(0), .unit = "length",
       .summary = "Distance by which lists reach beyond the model's range.")
MEMBER(INTEGER, n, "n", n_of(c), .null = true, .range = AT_LEAST(1),
       .summary = "Number of particles; null for a file that was not read.")
MEMBER(NUMBER, density, "density", density_of(c), .null = true, .unit = "1/length³",
       .summary = "Particles per cubic length unit.")
MEMBER(TEXT, box, "box", c->box.text[0] != '\0' ? c->box.text : NULL, .null = true, .later = true,
       .summary =
           "Edges of the box of a built system, \"10x10x16\"; null where the builder has its own.")
MEMBER(TEXT, shares, "shares", c->shares.text[0] != '\0' ? c->shares.text : NULL, .null = true,
       .later = true,
       .summary = "Shares of the types of a fluid, \"3:1\"; null: equal ones, or none.")
MEMBER(TEXT, copies, "copies", c->copies.text[0] != '\0' ? c->copies.text : NULL, .null = true,
       .later = true,
       .summary = "Copies of a file's particles along the edges, \"3x3x1\"; null: one.")
MEMBER(INTEGER, chain, "chain", c->built && c->spec->system.chain > 0 ? c->spec->system.chain : NAN,
       .null = true, .later = true, .range = AT_LEAST(4),
       .summary = "Beads of a chain of a built system; null where the builder has its own.")
MEMBER(NUMBER, restraint, "restraint",
       c->built && c->spec->system.restraint > 0 ? c->spec->system.restraint : NAN, .null = true,
       .later = true, .range = ABOVE(0), .unit = "energy/length²",
       .summary = "Stiffness of the builder's restraints; null: none.")
MEMBER(NUMBER, temperature, "temperature", c->built ? c->spec->system.temperature : NAN,
       .null = true, .unit = "energy", .summary = "Of a built system.")
MEMBER(INTEGER, seed, "seed", c->built ? (double)c->spec->system.seed : NAN, .null = true,
       .summary = "Of a built system.")
MEMBER(TEXT, source, "source", c->built ? c->spec->system.builder : c->spec->system.file,
       .summary = "Name of the builder, or path of the file.")
MEMBER(TEXT, input_hash, "input_hash", c->system != NULL ? c->system->hash : NULL, .null = true,
       .pattern = HASH_PATTERN, .matches = hash_is_text,
       .summary = "Hash of n, box and positions; null if the system was not needed. Cases of equal "
                  "hashes have equal work.")
MEMBER(TEXT, source_hash, "source_hash", c->found->source_hash, .null = true,
       .pattern = HASH_PATTERN, .matches = hash_is_text,
       .summary =
           "Hash of the kernel's source and all that it includes, with the model; on a GPU also of "
           "the sources that build lists and move particles. Comments and layout do not count.")
MEMBER(INTEGER, steps_version, "steps_version", STEPS_VERSION, .null = true, .later = true,
       .range = AT_LEAST(1),
       .summary =
           "Version of what whole steps consist of besides kernels, such as how often particles "
           "are sorted; it counts if the case moved particles. Absent: 1.")
MEMBER(OBJECT, has_code, "code_hash", c->found->code.force[0] != '\0', .null = true, .later = true,
       .summary =
           "Hash of the machine code that ran, for the device's architecture, and on a CPU by "
           "its compiler: instructions and constants, not names. Cases of the same code stay "
           "those of today's kernels whatever source_hash says; null where it is not known.")
MEMBER(TEXT, code_force, "code_hash.force", c->found->code.force, .null = true,
       .pattern = HASH_PATTERN, .matches = hash_is_text,
       .summary = "Hash of the kernels of forces and bonded terms; of a GPU's kernels that test "
                  "rows of excluded partners, both those for few and those for many.")
MEMBER(TEXT, code_lists, "code_hash.lists", c->found->code.lists, .null = true,
       .pattern = HASH_PATTERN, .matches = hash_is_text,
       .summary = "Hash of the kernels that order particles and build lists on a GPU.")
MEMBER(
    TEXT, code_motion, "code_hash.motion", c->found->code.motion, .null = true,
    .pattern = HASH_PATTERN, .matches = hash_is_text,
    .summary = "Hash of the kernels that move particles on a GPU; it counts if the case moved any.")
MEMBER(TEXT, identity, "identity", c->found->identity, .null = true, .pattern = HASH_PATTERN,
       .matches = hash_is_text,
       .summary =
           "Hash of everything that decides what the case measures, with its machine code or, "
           "if that is not known, its sources: --resume keeps cases of the same identity.")
MEMBER(MAP, tuning_values, "tuning", case_tuning_json(c->spec), .of = MEMBER_INTEGER,
       .column = "tuning", .summary = "Tuning values that have an effect on the backend.")
MEMBER(NAME, status, "status", c->status, .choices = CHOICES("ok", "skipped", "failed"),
       .summary = "Whether the case ran, and passed.")
MEMBER(TEXT, reason, "reason", c->reason, .null = true, .summary = "Reason why the case is not ok.")

MEMBER(
    OBJECT, has_verify, "verify", c->ran, .null = true,
    .summary =
        "Difference from the double-precision reference; null stands for infinite or not a number.")
MEMBER(NUMBER, force_rms_rel, "verify.force_rms_rel", c->found->verification.force_rms_rel,
       .digits = 4, .null = true, .column = "force_rms_rel",
       .summary = "sqrt(sum |dF|² / sum |F|²)")
MEMBER(NUMBER, force_max_rel, "verify.force_max_rel", c->found->verification.force_max_rel,
       .digits = 4, .null = true, .column = "force_max_rel", .summary = "max |dF| / rms |F|")
MEMBER(NUMBER, torque_rms_rel, "verify.torque_rms_rel",
       torque_of(c, c->found->verification.torque_rms_rel), .digits = 4, .null = true,
       .optional = true, .column = "torque_rms_rel",
       .summary = "Error of the torques, as force_rms_rel; absent for a model without orientation.")
MEMBER(NUMBER, torque_max_rel, "verify.torque_max_rel",
       torque_of(c, c->found->verification.torque_max_rel), .digits = 4, .null = true,
       .optional = true, .column = "torque_max_rel",
       .summary = "Error of the torques, as force_max_rel.")
MEMBER(NUMBER, energy_rel, "verify.energy_rel", c->found->verification.energy_rel, .digits = 4,
       .null = true, .column = "energy_rel", .summary = "|dU| / max(|U|, |virial| / 3)")
MEMBER(MAP, terms_rel, "verify.terms_rel", terms_of(c), .of = MEMBER_NUMBER, .nulls = true,
       .optional = true,
       .summary = "Error of each energy term of a model with several, |dU_k| / max(|U_k|, |U|, "
                  "|virial| / 3).")
MEMBER(NUMBER, virial_rel, "verify.virial_rel", c->found->verification.virial_rel, .digits = 4,
       .null = true, .later = true, .column = "virial_rel",
       .summary =
           "|dW| / max(3 |U|, sum of |r · F|) of the virial W, the sum of r · F over pairs and "
           "bonded terms.")
MEMBER(NUMBER, net_force_rel, "verify.net_force_rel", c->found->verification.net_force_rel,
       .digits = 4, .null = true, .later = true, .column = "net_force_rel",
       .summary = "|sum F| / rms |F|: the momentum that a step adds to all particles.")
MEMBER(NUMBER, spread_rel, "verify.spread_rel", c->found->verification.spread_rel, .digits = 4,
       .null = true, .later = true, .column = "spread_rel",
       .summary = "Largest deviation over ten calls, max |F − F of the first| / rms |F|, or that "
                  "of torques if it is larger: 0 is the same bits. Null unless "
                  "counters.determinism is true, and if forces are not finite.")
MEMBER(NUMBER, particle_rel, "verify.particle_rel", c->found->verification.particle_rel,
       .digits = 4, .null = true, .later = true, .column = "particle_rel",
       .summary =
           "max |dF| / (S + median S) over the particles, S the sizes of the pair forces on "
           "one added up; of torques the same, if it is more. Of up to 32 particles over the limit "
           "less what rounded distances explain.")
MEMBER(INTEGER, worst_particle, "verify.worst_particle", (double)(c->found->verification.worst + 1),
       .later = true, .range = AT_LEAST(0),
       .summary = "The particle with that error, from 1; 0: none is off.")
MEMBER(INTEGER, at_cutoff, "verify.at_cutoff", (double)c->found->verification.at_cutoff,
       .later = true, .range = AT_LEAST(0),
       .summary = "Particles with a partner so near the cut-off that rounding in 32 bits decides "
                  "whether the two interact: its force is left out of differences.")
MEMBER(NUMBER, tolerance, "verify.tolerance", c->found->verification.tolerance,
       .column = "tolerance", .range = AT_LEAST(0),
       .summary = "Limit of force_rms_rel, torque_rms_rel, energy_rel and terms_rel.")
MEMBER(BOOLEAN, verified, "verify.passed", c->found->verification.passed ? "true" : "false",
       .column = "verified", .summary = "True if all values are finite and within the tolerance.")

PART(timing, force, "force", c->time[QUANTITY_FORCE], .null = true, .ok = true,
     .members = timing_members, .definition = "timing", .summary = "A force call; null: not timed.")
PART(timing, force_energies, "force_energies", c->time[QUANTITY_ENERGIES], .null = true,
     .later = true, .ok = true, .members = timing_members, .definition = "timing",
     .summary = "A force call that also computes energies; null: not requested.")
PART(timing, force_cold, "force_cold", c->time[QUANTITY_COLD], .null = true, .later = true,
     .ok = true, .members = timing_members, .definition = "timing",
     .summary = "Force calls one by one, each after the caches were filled with other data: a "
                "GPU's L2 by a write of twice its size, a CPU's by a read of twice the last level; "
                "null: not requested.")
PART(timing, bonded, "bonded", c->time[QUANTITY_BONDED], .null = true, .later = true, .ok = true,
     .members = timing_members, .definition = "timing",
     .summary = "Only the bonded terms, which every force call evaluates too; null: there are "
                "none, or the strategy's kernel takes them (bonding fused).")
PART(timing, build, "build", c->time[QUANTITY_BUILD], .null = true, .ok = true,
     .members = timing_members, .definition = "timing",
     .summary = "Building the neighbor structure.")
PART(timing, bin, "bin", c->time[QUANTITY_BIN], .null = true, .later = true, .ok = true,
     .members = timing_members, .definition = "timing",
     .summary = "Filling the cells with particles on a GPU, the first part of build.")
MEMBER(OBJECT, has_bin_parts, "bin_parts", has_bin_parts(c), .null = true, .later = true,
       .ok = true, .summary = "Parts of a call of the binning cbin; otherwise null.")
MEMBER(NUMBER, bin_positions, "bin_parts.positions", bin_part(c, BINNING_POSITIONS),
       .range = AT_LEAST(0), .unit = "ns", .summary = "Copying positions to the host.")
MEMBER(NUMBER, bin_cells, "bin_parts.cells", bin_part(c, BINNING_CELLS), .range = AT_LEAST(0),
       .unit = "ns", .summary = "Finding cells.")
MEMBER(NUMBER, bin_bins, "bin_parts.bins", bin_part(c, BINNING_BINS), .range = AT_LEAST(0),
       .unit = "ns", .summary = "Copying cells back.")
PART(timing, step, "step", c->time[QUANTITY_STEP], .null = true, .later = true, .ok = true,
     .members = timing_members, .definition = "timing",
     .summary = "Whole steps of molecular dynamics, in samples of 200 and more: forces, "
                "integration, the lists that they need and, where sampling.diffusion gives one, a "
                "Brownian heat bath; null unless sampling.step has their length.")
MEMBER(TEXT, step_reason, "step_reason", c->step_reason, .optional = true, .later = true,
       .summary = "Reason why requested steps were not timed.")
MEMBER(OBJECT, has_step_parts, "step_parts", was_timed(c, QUANTITY_STEP), .null = true,
       .later = true, .ok = true,
       .summary = "Parts of a step, over all steps that were made; null: not timed separately. On "
                  "a GPU forces and integration are timed in repeated calls, fused steps as force "
                  "alone, lists and orders by the last of up to eight; what is left to step is "
                  "launches, waiting and steps after a list has become invalid.")
MEMBER(NUMBER, step_force, "step_parts.force", step_part(c, MOTION_FORCE), .null = true,
       .unit = "ns", .summary = "Time of pair forces; in fused kernels, of integration, too.")
MEMBER(NUMBER, step_bonded, "step_parts.bonded", step_part(c, MOTION_BONDED), .null = true,
       .unit = "ns", .summary = "Bonded terms, if they have a separate kernel.")
MEMBER(NUMBER, step_list, "step_parts.list", step_part(c, MOTION_LIST), .null = true, .unit = "ns",
       .summary = "Building the neighbor structure.")
MEMBER(NUMBER, step_sort, "step_parts.sort", step_part(c, MOTION_SORT), .null = true, .unit = "ns",
       .summary = "Sorting the particles; null: it is part of the list.")
MEMBER(NUMBER, step_integration, "step_parts.integration", step_part(c, MOTION_INTEGRATION),
       .null = true, .unit = "ns", .summary = "Velocities, positions and orientations.")
MEMBER(NUMBER, step_thermostat, "step_parts.thermostat", step_part(c, MOTION_THERMOSTAT),
       .null = true, .unit = "ns", .summary = "The thermostat, if it has a separate kernel.")
MEMBER(INTEGER, step_steps, "step_parts.steps", (double)c->found->motion.steps,
       .range = AT_LEAST(1), .summary = "Number of steps.")
MEMBER(NUMBER, step_dt, "step_parts.dt", c->spec->sampling.step, .later = true, .range = ABOVE(0),
       .summary = "Length of a step, in fs if the model has such a unit, otherwise in its own.")
MEMBER(NUMBER, step_diffusion, "step_parts.diffusion", c->spec->sampling.diffusion, .later = true,
       .range = AT_LEAST(0),
       .summary = "Diffusion coefficient of a free particle in the Brownian heat bath; 0: the "
                  "energy is conserved.")
MEMBER(INTEGER, step_builds, "step_parts.builds", (double)c->found->motion.builds,
       .range = AT_LEAST(1), .summary = "Number of times that the list was built.")

MEMBER(OBJECT, has_counts, "counts", c->ran, .null = true,
       .summary = "Exact counts of the case's work.")
MEMBER(INTEGER, pairs_listed, "counts.pairs_listed", (double)c->found->counts.pairs_listed,
       .range = AT_LEAST(0), .column = "pairs_listed",
       .summary = "Entries of the list; for patches the pairs of particles tested.")
MEMBER(INTEGER, pairs_in_cutoff, "counts.pairs_in_cutoff", (double)c->found->counts.pairs_in_cutoff,
       .range = AT_LEAST(0), .column = "pairs_in_cutoff",
       .summary = "Pairs within the cut-off, each once.")
MEMBER(INTEGER, pairs_interacting, "counts.pairs_interacting",
       (double)c->found->counts.pairs_interacting, .range = AT_LEAST(0),
       .column = "pairs_interacting", .summary = "Pairs that interact, each once.")
MEMBER(INTEGER, atomics, "counts.atomics",
       c->found->counts.atomics >= 0 ? (double)c->found->counts.atomics : NAN, .null = true,
       .range = AT_LEAST(0), .column = "atomics",
       .summary = "Vectors of force or torque added to memory that threads share, per call.")
MEMBER(INTEGER, loop_instructions, "counts.loop_instructions",
       c->found->code.loops > 0 ? c->found->code.loops : NAN, .null = true, .later = true,
       .range = AT_LEAST(0), .column = "loop_instructions",
       .summary = "Machine instructions in the innermost loops of a GPU's force kernels, for the "
                  "device's architecture; null on a CPU, or if unknown.")
MEMBER(
    MAP, branches, "counts.branches", branches_of(c), .of = MEMBER_INTEGER, .range = AT_LEAST(0),
    .optional = true,
    .summary =
        "Pairs that take each branch of the model's pair function, or satisfy a condition of it, "
        "each pair once: half of it for each direction; absent for a model without branches.")
MEMBER(INTEGER, flops, "counts.flops", c->work.flops,
       .formula = "counts.pairs_listed or counts.pairs_in_cutoff, times what model declares for a "
                  "pair, and for each of counts.branches",
       .later = true, .range = AT_LEAST(0), .column = "flops",
       .summary =
           "Operations of a force call: those that the model declares for a pair, times the "
           "listed pairs (for patches and particles with bodies: the pairs within the cut-off, "
           "as often as they are evaluated), and those of each branch that a pair takes.")
MEMBER(INTEGER, special, "counts.special", c->work.special,
       .formula = "counts.pairs_listed or counts.pairs_in_cutoff, times what model declares for a "
                  "pair, and for each of counts.branches",
       .later = true, .range = AT_LEAST(0), .column = "special",
       .summary = "Divisions, roots and the like, counted in the same way.")
MEMBER(INTEGER, bytes, "counts.bytes", floor(c->work.bytes),
       .formula = "counts.pairs_listed * (entry + position) + n * (position + force)",
       .later = true, .range = AT_LEAST(0), .column = "bytes", .unit = "byte",
       .summary = "Least bytes of a force call: for each listed pair the entry and the position of "
                  "its partner (for patches that position once per patch), for each particle its "
                  "position and its force.")

MEMBER(OBJECT, has_machine, "machine", c->share.allowed > 0, .null = true, .later = true,
       .ok = true,
       .summary = "CPUs that the case had, and their load by other processes during the timing; "
                  "null: not run.")
MEMBER(NUMBER, others_busy, "machine.others", tenth_percent(c->load.others), .range = AT_LEAST(0),
       .null = true, .unit = "CPU",
       .summary = "CPUs that other programs used, on average; null: not timed, or too short.")
MEMBER(NUMBER, stolen, "machine.stolen", tenth_percent(c->load.stolen), .range = AT_LEAST(0),
       .null = true, .unit = "CPU", .summary = "CPUs that a hypervisor took away, on average.")
MEMBER(INTEGER, cpus_allowed, "machine.allowed", c->share.allowed, .range = AT_LEAST(0),
       .later = true, .column = "cpus_allowed",
       .summary = "CPUs that threads of the process may run on; 0: not known.")
MEMBER(NUMBER, cpu_quota, "machine.quota",
       isfinite(c->share.quota) ? tenth_percent(c->share.quota) : NAN, .range = AT_LEAST(0),
       .null = true, .later = true, .unit = "CPU", .column = "cpu_quota",
       .summary = "CPUs that the control groups of the process allow; null: no limit.")
MEMBER(NUMBER, cpu_throttled, "machine.throttled", tenth_percent(c->load.throttled),
       .range = BETWEEN(0, 1), .null = true, .later = true, .column = "cpu_throttled",
       .summary = "Share of periods in which this quota was used up; null: no quota.")
MEMBER(NUMBER, waits, "machine.waits", round(c->load.waits), .range = AT_LEAST(0), .null = true,
       .later = true, .unit = "1/s", .column = "waits",
       .summary = "Voluntary waits of the process's threads per second.")
MEMBER(NUMBER, cpu_delayed, "machine.delayed", tenth_percent(c->load.delayed), .range = AT_LEAST(0),
       .null = true, .later = true, .column = "cpu_delayed",
       .summary = "Threads of the process that waited for a CPU in use by others, on average.")
MEMBER(
    OBJECT, has_energy, "energy", c->found->energy.asked, .null = true, .later = true, .ok = true,
    .summary = "Energy of force calls one after another, in a separate pass; null: not requested.")
MEMBER(NUMBER, energy_joules, "energy.joules", c->found->energy.joules, .range = AT_LEAST(0),
       .unit = "J", .summary = "Energy of the whole device: a GPU, or all CPU packages.")
MEMBER(NUMBER, energy_seconds, "energy.seconds", c->found->energy.seconds, .range = AT_LEAST(1),
       .unit = "s", .summary = "Time of that pass.")
MEMBER(NUMBER, energy_watts, "energy.watts", c->found->energy.joules / c->found->energy.seconds,
       .formula = "energy.joules / energy.seconds", .range = AT_LEAST(0), .unit = "W",
       .summary = "Mean power.")
MEMBER(NUMBER, energy_nj_per_pair, "energy.nj_per_pair", nj_per_pair(c),
       .formula = "1e9 * energy.joules / energy.calls / counts.pairs_interacting",
       .range = AT_LEAST(0), .unit = "nJ",
       .summary = "Nanojoules per interacting pair, each counted once.")
MEMBER(INTEGER, energy_calls, "energy.calls", (double)c->found->energy.calls, .range = AT_LEAST(1),
       .summary = "Force calls.")
MEMBER(NAME, energy_source, "energy.source", c->found->energy.source,
       .choices = CHOICES("NVML", "RAPL"), .summary = "Source of the energy counter.")
MEMBER(REASON, energy_reason, "energy.reason",
       c->found->energy.measured ? NULL : c->found->energy.reason.text,
       .summary = "Reason why the energy could not be measured.")
PART(record_counters, hardware, "hardware", counters_of(&c->found->force_counters), .null = true,
     .later = true, .ok = true, .members = counters_members, .definition = "counters",
     .summary = "Counters over one force call, in a separate pass; null: not requested.")
MEMBER(INTEGER, list_bytes, "list_bytes", c->ran ? (double)c->found->sizes.list_bytes : NAN,
       .null = true, .range = AT_LEAST(0), .unit = "byte",
       .summary = "Memory of the neighbor structure.")
MEMBER(INTEGER, memory_bytes, "memory_bytes", c->ran ? (double)c->found->sizes.memory_bytes : NAN,
       .null = true, .range = AT_LEAST(0), .unit = "byte",
       .summary = "Memory of everything that the case needs: positions, list, forces, scratch.")

MEMBER(OBJECT, has_lanes, "lanes", c->lanes != NULL, .null = true, .later = true,
       .summary =
           "Active lanes among the 32 of a warp, replayed as GPUs map the strategy, for every "
           "backend; null: not replayed (switched off, over 300,000 particles, no such mapping).")
MEMBER(
    NUMBER, lanes, "lanes.overall", lanes_of(c), .digits = 9, .null = true,
    .formula = "sum of flops * issues * active_share / sum of flops * issues, over lanes.regions",
    .range = BETWEEN(0, 1), .column = "lanes",
    .summary = "Share of active lanes, regions weighted by the flops that the model declares for "
               "them; null where no pair is listed.")
MEMBER(LIST, lane_regions, "lanes.regions", lane_regions_of(c), .members = region_members,
       .definition = "region",
       .summary = "The regions of the kernel: loop trips (trip); the pair function, reached only "
                  "in range where particles are more than a position (pair); of its lanes those "
                  "with a listed pair, the rest being padding (listed); those whose pair interacts "
                  "(interacting); adds to shared memory (atomics).")
MEMBER(
    INTEGER, lane_wavefronts, "lanes.wavefronts", wavefronts_of(c), .optional = true,
    .range = AT_LEAST(0), .column = "wavefronts",
    .summary =
        "Wavefronts in which L1 serves the list and the partners' positions, or shared memory the "
        "places of partners, by the banks that lanes access; absent if they are not counted.")
MEMBER(INTEGER, lane_sectors, "lanes.sectors", sectors_of(c), .optional = true,
       .range = AT_LEAST(0), .column = "sectors",
       .summary = "Sectors of L2, 32 bytes each, to which warps add force vectors; absent if they "
                  "are not counted.")
MEMBER(
    INTEGER, lane_l1_bytes, "lanes.l1_bytes", l1_bytes_of(c), .optional = true,
    .range = AT_LEAST(0), .column = "L1 bytes",
    .summary =
        "Bytes, in sectors of 32, that L1 serves and passes on in a force call, replayed address "
        "by address; absent where they are not known. CUPTI counts them as hardware.l1_bytes.")
MEMBER(INTEGER, lane_l2_bytes, "lanes.l2_bytes", l2_bytes_of(c), .optional = true,
       .range = AT_LEAST(0), .column = "L2 bytes",
       .summary = "Bytes that multiprocessors read from L2, because the L1 caches of an H100 or "
                  "H200 would lack them, and that they write and add. CUPTI counts them by sector "
                  "as lts__t_sectors_srcunit_tex.sum.")
MEMBER(INTEGER, lane_l2_crossing_bytes, "lanes.l2_crossing_bytes", l2_crossing_bytes_of(c),
       .optional = true, .range = AT_LEAST(0),
       .summary = "Bytes of these that pass between the halves of L2. CUPTI's hardware.l2_bytes is "
                  "the sum of both.")
MEMBER(OBJECT, has_paths, "lanes.paths", has_paths(c), .optional = true,
       .summary =
           "Distinct ways through the pair function, by the branches taken, among the pairs "
           "that the lanes of a warp evaluate together; absent for a model without branches.")
MEMBER(NUMBER, paths_mean, "lanes.paths.mean", has_paths(c) ? lanes_paths(c->lanes) : NAN,
       .null = true, .range = AT_LEAST(1), .column = "paths_mean",
       .summary = "Mean over the issues of the pair function; null: no issue.")
MEMBER(INTEGER, paths_most, "lanes.paths.most", has_paths(c) ? c->lanes->most_paths : NAN,
       .range = BETWEEN(0, 32), .column = "paths_most", .summary = "Most of any issue.")
MEMBER(LIST, lane_branches, "lanes.branches", lane_branches_of(c), .optional = true,
       .members = region_members, .definition = "region",
       .summary = "The branches with work of their own that any pair takes; absent for a model "
                  "without branches.")
PART(record_dynamics, dynamics, "dynamics", c->dynamics, .null = true, .later = true,
     .members = dynamics_members,
     .summary = "Motion of the particles by the forces of the case: its times and its energies; "
                "null: not requested.")
MEMBER(OBJECT, has_instructions, "instructions", c->found->instructions.asked, .null = true,
       .later = true, .ok = true,
       .summary = "Instructions on one thread of a CPU; null: not requested.")
MEMBER(INTEGER, instructions, "instructions.force", c->found->instructions.force, .null = true,
       .range = AT_LEAST(0), .column = "instructions",
       .summary = "Instructions of a force call; null: not counted.")
MEMBER(
    TEXT, instruction_counter, "instructions.counter", c->found->instructions.counter,
    .optional = true,
    .summary = "Source of the count: processor, up to a few instructions, or callgrind, exactly.")
MEMBER(REASON, instruction_reason, "instructions.reason", reason_of_instructions(c),
       .summary = "Reason why they could not be counted.")
MEMBER(OBJECT, has_hardware_parts, "hardware_parts", c->found->force_counters.asked, .null = true,
       .later = true, .ok = true,
       .summary = "Counters as in hardware, over other parts of a step; null: not requested.")
PART(record_counters, hardware_list, "hardware_parts.list", counters_of(&c->found->list_counters),
     .null = true, .members = counters_members, .definition = "counters",
     .summary = "Building the neighbor structure once.")
PART(record_counters, hardware_integration, "hardware_parts.integration",
     counters_of(&c->found->integration_counters), .null = true, .members = counters_members,
     .definition = "counters",
     .summary = "Moving the particles by one step, forces known; null: no steps were timed.")

MEMBER(OBJECT, has_devices, "devices", false, .optional = true, .later = true, .ok = true,
       .summary = "Only the force call of the case, on each device of run --devices; absent unless "
                  "it is one of the few that are measured on all.")
MEMBER(MAP, device_forces, "devices.force_ns", NULL, .of = MEMBER_NUMBER, .range = ABOVE(0),
       .unit = "ns", .summary = "The median, by the number of the device.")
MEMBER(NUMBER, device_spread, "devices.spread", NAN, .range = AT_LEAST(0), .digits = 4,
       .summary = "Difference of the largest and the smallest of these, over the smallest.")

MEMBER(OBJECT, has_replicas, "replicas", c->spec->sampling.replica_counts > 0 && c->ran,
       .optional = true, .later = true, .ok = true,
       .summary = "Independent systems of the case that moved at the same time, by steps as in "
                  "step; absent unless sampling.replicas requested it.")
MEMBER(LIST, replica_counts, "replicas.count", replica_counts_of(c), .of = MEMBER_INTEGER,
       .null = true, .range = AT_LEAST(1),
       .summary = "Number of replicas at a time; the lists below have this order.")
MEMBER(LIST, replica_rates, "replicas.particle_steps_per_s", replica_rates_of(c),
       .of = MEMBER_NUMBER, .null = true, .range = ABOVE(0), .unit = "1/s",
       .summary = "Particles times steps per second, all replicas together.")
MEMBER(LIST, replica_steps, "replicas.step_ns", replica_steps_of(c), .of = MEMBER_NUMBER,
       .null = true, .range = ABOVE(0), .unit = "ns",
       .summary = "Time of a step of one replica: the median.")
MEMBER(LIST, replica_days, "replicas.us_per_day", replica_days_of(c),
       .formula = "86400e-9 * the length of a step in fs * replicas.particle_steps_per_s / n",
       .of = MEMBER_NUMBER, .null = true, .range = ABOVE(0), .unit = "µs",
       .summary = "Simulated time per day, all replicas together, for a model whose time is in fs.")
MEMBER(LIST, replica_fairness, "replicas.fairness", replica_fairness_of(c), .of = MEMBER_NUMBER,
       .null = true, .range = AT_LEAST(1),
       .summary = "The step of the slowest over that of the fastest, the median of seven windows.")
MEMBER(BOOLEAN, replica_mps, "replicas.mps", replica_mps_of(c), .null = true,
       .summary = "Whether CUDA's Multi-Process Service ran for processes on a GPU, which "
                  "otherwise take turns; null in other ways to share.")
MEMBER(NUMBER, replica_gain, "replicas.gain", replica_gain_of(c),
       .formula = "the greatest of replicas.particle_steps_per_s / that where replicas.count is 1",
       .digits = 4, .null = true, .range = ABOVE(0), .column = "replicas_gain",
       .summary = "The largest rate over that of a single system; null unless that was measured.")
MEMBER(TEXT, replica_reason, "replicas.reason", replica_reason_of(c), .null = true,
       .summary = "Reason why not all numbers were measured.")

MEMBER(
    OBJECT, has_peers, "peers", false, .optional = true, .later = true, .ok = true,
    .summary =
        "Steps of other engines on the same particles, at the same length and constant energy, on "
        "one thread or the GPU, by the name of the engine; absent unless scripts/peers was run.")
MEMBER(MAP, peer_programs, "peers.program", NULL, .of = MEMBER_SCALAR,
       .summary = "Name, version and variant.")
MEMBER(MAP, peer_precisions, "peers.precision", NULL, .of = MEMBER_SCALAR,
       .summary = "Arithmetic of its pairs.")
MEMBER(MAP, peer_steps, "peers.step_ns", NULL, .of = MEMBER_NUMBER, .range = ABOVE(0), .unit = "ns",
       .summary = "Time of a step: the median of its runs.")
MEMBER(
    MAP, peer_spreads, "peers.spread", NULL, .of = MEMBER_NUMBER, .range = AT_LEAST(0),
    .summary = "Half of the difference of the largest and the smallest of these, over the median.")
MEMBER(MAP, peer_forces, "peers.force_ns", NULL, .of = MEMBER_NUMBER, .range = ABOVE(0),
       .unit = "ns",
       .summary = "Part of a step for pair forces, for engines that report it: the median.")
MEMBER(MAP, peer_energies, "peers.energy_rel", NULL, .of = MEMBER_NUMBER, .range = AT_LEAST(0),
       .summary = "|U - U of the case| / |U of the case|, of the potential energy at the start.")

MEMBER(OBJECT, has_limits, "limits", false, .null = true, .later = true, .ok = true,
       .summary = "The case against the ceilings of its device (ceilings.schema.json); null: they "
                  "were missing, or the case was not timed.")
MEMBER(TEXT, limit, "limits.ceiling", NULL, .column = "limit",
       .summary = "The ceiling with the largest fraction: it limits the case.")
MEMBER(NUMBER, limit_fraction, "limits.fraction", NAN,
       .formula = "work / force.median_ns / the best rate of limits.ceiling; work by limits.basis",
       .digits = 6, .column = "limit_fraction", .range = ABOVE(0),
       .summary = "Fraction of that ceiling.")
MEMBER(NAME, limit_basis, "limits.basis", NULL, .later = true, .optional = true,
       .choices = CHOICES("declared", "counted", "replayed", "assumed"),
       .summary = "Source of the work that is compared with that ceiling: flops that the model "
                  "declares, the hardware's counters, the replay of accesses, or an assumption: "
                  "gathers from random places, adds side by side, streams of the fewest bytes.")
MEMBER(MAP, limit_fractions, "limits.fractions", NULL, .of = MEMBER_NUMBER, .range = ABOVE(0),
       .names = names_limits, .summary = "Fraction of each ceiling whose resource the case uses.")
