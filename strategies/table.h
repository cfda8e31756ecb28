/*
 * The strategies, a row each: STRATEGY(fields of struct strategy) for the folder of that name, with
 * its CPU kernel in <name>.c and its GPU kernel in <name>.cu (if it declares GPU steps).
 */
STRATEGY(.name = "serial", .summary = "one thread, half list, Newton's third law",
         .neighbors = &neighbors_half, .clears_forces = true, .single_thread = true)
STRATEGY(.name = "vertex", .summary = "one thread per particle, full list",
         .neighbors = &neighbors_full_interleaved,
         .tunings = {{"block", "threads per block", 128, 32, 1024, true, true, false, false},
                     {"bonded", "1: bonded terms inside the kernel, not in one of their own", 0, 0,
                      1, false, true, true, false},
                     {"fused", "1: whole steps move particles inside the force kernel", 0, 0, 1,
                      false, true, false, true}},
         .steps = {{"force", ITEMS_PARTICLES}})
STRATEGY(.name = "edge", .summary = "one thread per pair, atomics only for pairs that interact",
         .neighbors = &neighbors_edges,
         .tunings = {{"block", "threads per block", 128, 32, 1024, true, true, false, false}},
         .steps = {{"force", ITEMS_EDGES}}, .atomics = ATOMICS_BOTH, .clears_forces = true,
         .order_dependent = true)
STRATEGY(.name = "edge_segmented",
         .summary = "edge, with runs of equal first particle summed in the warp before one atomic",
         .neighbors = &neighbors_edges,
         .tunings = {{"block", "threads per block", 128, 32, 1024, true, true, false, false}},
         .steps = {{"force", ITEMS_EDGES}}, .atomics = ATOMICS_SEGMENTS, .clears_forces = true,
         .order_dependent = true,
         /* with sticky water in single precision: two registers */
         .spilled_bytes = 8)
STRATEGY(.name = "newton",
         .summary = "one thread per particle, half list, m force buffers hit by atomics",
         .neighbors = &neighbors_half_interleaved,
         .tunings = {{"block", "threads per block", 128, 32, 1024, true, true, false, false},
                     {"buffers", "force buffers m that spread the atomics", 1, 1, 32, false, false,
                      false, false}},
         .steps = {{"force", ITEMS_PARTICLES}, {"combine", ITEMS_BUFFERS}},
         .scratch = SCRATCH_BUFFERS, .atomics = ATOMICS_PARTNER, .clears_forces = true,
         .order_dependent = true,
         /* with bodies and two buffers, the twin with energies: two registers */
         .spilled_bytes = 8)
STRATEGY(.name = "team", .summary = "several lanes per particle, shuffle reduction (CPU: SIMD)",
         .neighbors = &neighbors_full,
         .tunings = {{"block", "threads per block", 128, 32, 1024, true, true, false, false},
                     {"lanes", "lanes per particle", 8, 2, 32, true, true, false, false},
                     {"fused", "1: whole steps move particles inside the force kernel", 0, 0, 1,
                      false, true, false, true}},
         .steps = {{"force", ITEMS_LANES}})
STRATEGY(.name = "tile",
         .summary = "one block per pair of patches, partners in shared memory, no list",
         .neighbors = &neighbors_patches,
         .tunings = {{"block", "threads per block", 32, 32, 1024, true, true, false, false},
                     {"patch", "particles per patch that the grid aims at", 26, 4, 1024, false,
                      false, false, false},
                     {"reciprocal", "1: each pair of patches once, with both forces", 0, 0, 1,
                      false, false, false, false}},
         .steps = {{"force", ITEMS_PATCH_PAIRS}, {"sum", ITEMS_PATCHES}},
         .scratch = SCRATCH_PATCH_PAIRS)
