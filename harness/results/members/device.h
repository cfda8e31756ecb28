/* Members of a device, in the form of members/case.h, with values from `info`. */
MEMBER(NAME, backend, "backend", backend, .names = names_backend,
       .summary = "Backend that drives it.")
MEMBER(TEXT, name, "name", info->name, .summary = "Its name.")
MEMBER(TEXT, architecture, "architecture", info->architecture,
       .summary = "Instruction sets that it can execute.")
MEMBER(TEXT, driver, "driver", info->driver,
       .summary = "Version of the driver, of OpenMP on the CPU.")
MEMBER(INTEGER, cores, "cores", info->cores, .range = AT_LEAST(0),
       .summary = "Threads in use, or multiprocessors.")
MEMBER(INTEGER, memory_bytes, "memory_bytes", (double)info->memory_bytes, .range = AT_LEAST(0),
       .unit = "byte", .summary = "Its memory.")
MEMBER(NUMBER, clock_mhz, "clock_mhz", info->clock_mhz, .range = AT_LEAST(0), .unit = "MHz",
       .summary = "Highest clock; 0: unknown.")
