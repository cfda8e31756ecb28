/* Members of provenance, in the form of members/case.h, from this machine, `here`. */
MEMBER(TEXT, version, "version", version_number(), .summary = "Of pairlanes.")
MEMBER(TEXT, commit, "commit", version_commit(), .summary = "Of its sources.")
MEMBER(TEXT, compiler, "compiler", version_compiler(), .summary = "That built it.")
MEMBER(TEXT, flags, "flags", version_kernel_flags(), .summary = "Of the CPU kernels.")
MEMBER(TEXT, list_instructions, "list_instructions", version_list_instructions(), .optional = true,
       .later = true, .summary = "The widest that lists on a CPU were compiled with.")
MEMBER(TEXT, host, "host", here->host, .summary = "The machine's name.")
MEMBER(TEXT, operating_system, "operating_system", here->system,
       .summary = "Its kernel, with release and architecture.")
MEMBER(TEXT, cpu, "cpu", here->cpu, .summary = "Its processor.")
MEMBER(TEXT, cpu_model, "cpu_model", here->cpu_model[0] != '\0' ? here->cpu_model : NULL,
       .optional = true, .later = true,
       .summary = "Family, model and stepping of that, as it identifies itself.")
MEMBER(INTEGER, cpu_cores, "cpu_cores", (double)sysconf(_SC_NPROCESSORS_ONLN), .range = AT_LEAST(1),
       .summary = "Hardware threads.")
MEMBER(INTEGER, cpu_sockets, "cpu_sockets", known(here->processors.sockets), .optional = true,
       .later = true, .range = AT_LEAST(1), .summary = "Sockets that they are in.")
MEMBER(INTEGER, numa_nodes, "numa_nodes", known(here->processors.memories), .optional = true,
       .later = true, .range = AT_LEAST(1),
       .summary = "Parts of the main memory, each next to some of them.")
MEMBER(LIST, caches, "caches", caches_of(&here->processors), .members = cache_members,
       .definition = "cache", .optional = true, .later = true,
       .summary = "The data caches that the first of them has, alone or with others.")
MEMBER(LIST, gpus, "gpus", gpus_of(here), .members = gpu_members, .definition = "gpu",
       .optional = true, .later = true,
       .summary = "The GPUs of the machine and what is nearest to each, used by the run or not.")
MEMBER(INTEGER, memory_bytes, "memory_bytes",
       (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE), .range = AT_LEAST(0),
       .unit = "byte", .summary = "Main memory.")
MEMBER(TEXT, date, "date", here->date, .format = "date-time", .summary = "When the run began, UTC.")
MEMBER(LIST, devices, "devices", cJSON_CreateArray(), .members = device_members,
       .definition = "device", .summary = "The devices that the run used.")
