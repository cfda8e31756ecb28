/* Members of a CPU's cache, in the form of members/case.h, with values from `cache`. */
MEMBER(INTEGER, level, "level", cache->level, .range = AT_LEAST(1),
       .summary = "Level, counted from the core.")
MEMBER(INTEGER, bytes, "bytes", (double)cache->bytes, .range = AT_LEAST(1), .unit = "byte",
       .summary = "Size of one cache.")
MEMBER(INTEGER, shared_by, "shared_by", cache->sharers, .range = AT_LEAST(1),
       .summary = "Hardware threads that share it.")
