/*
 * Resources of a streaming multiprocessor by compute capability: CAPABILITY(architecture, resident
 * threads, KiB of shared memory, maximum KiB of shared memory of a block). All have 65,536
 * registers and blocks of at most 1,024 threads. Source: "Technical Specifications per Compute
 * Capability" in NVIDIA's CUDA C++ Programming Guide, versions 12.9 and 13.0. The toolkit's
 * cuda_occupancy.h has the granularity of registers and shared memory, and the largest number of
 * resident blocks.
 */
CAPABILITY(70, 2048, 96, 96)
CAPABILITY(72, 2048, 96, 96)
CAPABILITY(75, 1024, 64, 64)
CAPABILITY(80, 2048, 164, 163)
CAPABILITY(86, 1536, 100, 99)
CAPABILITY(87, 1536, 164, 163)
CAPABILITY(89, 1536, 100, 99)
CAPABILITY(90, 2048, 228, 227)
CAPABILITY(100, 2048, 228, 227)
CAPABILITY(103, 2048, 228, 227)
CAPABILITY(110, 1536, 228, 227)
CAPABILITY(120, 1536, 100, 99)
CAPABILITY(121, 1536, 100, 99)
