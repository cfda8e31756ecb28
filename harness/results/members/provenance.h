/* Members of provenance, in the form of members/case.h. Values may use `here`, this machine. */
MEMBER(TEXT, version, "version", version_number(), .summary = "Version of pairlanes.")
MEMBER(TEXT, commit, "commit", version_commit(), .summary = "Commit of its sources.")
MEMBER(TEXT, compiler, "compiler", version_compiler(), .summary = "Compiler that built it.")
MEMBER(TEXT, flags, "flags", version_kernel_flags(),
       .summary = "Compiler options of the CPU kernels.")
MEMBER(TEXT, list_instructions, "list_instructions", version_list_instructions(), .optional = true,
       .later = true, .summary = "The widest instructions for which lists on a CPU were compiled.")
MEMBER(TEXT, host, "host", here->host, .summary = "The machine's name.")
MEMBER(TEXT, operating_system, "operating_system", here->system,
       .summary = "Operating system: its kernel, with release and architecture.")
MEMBER(TEXT, cpu, "cpu", here->cpu, .summary = "Its processor.")
MEMBER(TEXT, cpu_model, "cpu_model", here->cpu_model[0] != '\0' ? here->cpu_model : NULL,
       .optional = true, .later = true, .summary = "Family, model and stepping of the processor.")
MEMBER(INTEGER, cpu_cores, "cpu_cores", (double)sysconf(_SC_NPROCESSORS_ONLN), .range = AT_LEAST(1),
       .summary = "Hardware threads.")
MEMBER(INTEGER, cpu_sockets, "cpu_sockets", known(here->processors.sockets), .optional = true,
       .later = true, .range = AT_LEAST(1), .summary = "Number of its sockets.")
MEMBER(INTEGER, numa_nodes, "numa_nodes", known(here->processors.memories), .optional = true,
       .later = true, .range = AT_LEAST(1),
       .summary = "Nodes of the main memory, each next to some of the hardware threads.")
MEMBER(LIST, caches, "caches", caches_of(&here->processors), .members = cache_members,
       .definition = "cache", .optional = true, .later = true,
       .summary = "The data caches of the first hardware thread, alone or shared with others.")
MEMBER(LIST, gpus, "gpus", gpus_of(here), .members = gpu_members, .definition = "gpu",
       .optional = true, .later = true,
       .summary = "All GPUs of the machine, used by the run or not, with their nearest memory and "
                  "hardware threads.")
MEMBER(INTEGER, memory_bytes, "memory_bytes",
       (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE), .range = AT_LEAST(0),
       .unit = "byte", .summary = "Main memory.")
MEMBER(TEXT, date, "date", here->date, .format = "date-time", .summary = "Start of the run, UTC.")
MEMBER(LIST, devices, "devices", cJSON_CreateArray(), .members = device_members,
       .definition = "device", .summary = "The devices that the run used.")
