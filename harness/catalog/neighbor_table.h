/*
 * The neighbor structures: NEIGHBOR_STRUCTURE(name, cpu, cuda, lanes, fields of struct
 * neighbor_structure). Three files implement a structure: cpu_neighbors_<cpu> in
 * harness/backend/cpu/lists/, cuda_neighbors_<cuda> in harness/backend/cuda/lists/, and
 * lanes_neighbors_<lanes> in harness/lanes/. The last two may be `none`. A strategy refers to its
 * structure as &neighbors_<name>. The row `user` is for all structures of users' strategies.
 */
NEIGHBOR_STRUCTURE(full, full, full, teams,
                   .summary = "each pair in the rows of both particles; a row is contiguous",
                   .skin = true, .lists = true, .entry_bytes = 4)
NEIGHBOR_STRUCTURE(full_interleaved, full, full_interleaved, particles,
                   .summary = "the same, on a GPU by column in groups of four entries, so that a "
                              "warp reads coalesced",
                   .skin = true, .lists = true, .entry_bytes = 4)
NEIGHBOR_STRUCTURE(half, half, half, none, .summary = "each pair in one row", .skin = true,
                   .lists = true, .once = true, .entry_bytes = 4)
NEIGHBOR_STRUCTURE(half_interleaved, half, half_interleaved, particles,
                   .summary = "the same, interleaved on a GPU", .skin = true, .lists = true,
                   .once = true, .entry_bytes = 4)
NEIGHBOR_STRUCTURE(edges, edges, edges, edges,
                   .summary = "each pair once, as (first, second), sorted by first", .skin = true,
                   .lists = true, .once = true, .entry_bytes = 8)
NEIGHBOR_STRUCTURE(edge_gather, edge_gather, edge_gather, edges,
                   .summary = "edges, and for each particle those in which it is second",
                   .skin = true, .lists = true, .once = true, .entry_bytes = 12)
NEIGHBOR_STRUCTURE(patches, patches, patches, patches,
                   .summary = "no list: patches of particles and the pairs of patches in range",
                   .tunings = {"patch", "reciprocal"})
NEIGHBOR_STRUCTURE(cutoff_patches, patches, patches, cutoff_patches,
                   .summary = "no list: patches at least as wide as the cut-off, and pairs of "
                              "neighboring patches, each once (CPU: with `reciprocal`)",
                   .tunings = {"reciprocal"})
NEIGHBOR_STRUCTURE(staged, staged, staged, staged,
                   .summary = "blocks of particles: a table of the distinct partners of each, and "
                              "rows of 16-bit places in it",
                   .skin = true, .lists = true, .cellless = true, .staged = true, .entry_bytes = 2,
                   .tunings = {"particles", "lanes", "banked"})
NEIGHBOR_STRUCTURE(cluster, cluster, cluster, cluster,
                   .summary = "clusters of particles, sorted in columns, and the pairs of clusters "
                              "in range, a bit for each pair of particles",
                   .skin = true, .lists = true, .cellless = true, .entry_bytes = 1,
                   .tunings = {"cluster", "reciprocal", "group", "prune"})
NEIGHBOR_STRUCTURE(bvh, bvh, bvh, bvh,
                   .summary = "no list: memory for a tree of boxes around consecutive particles, "
                              "which each force call builds",
                   .cellless = true, .tunings = {"block", "lanes"})
NEIGHBOR_STRUCTURE(
    user, user, user, none,
    .summary = "structure that neighbors.c in a strategy's folder builds on the host")
