/* Members of a GPU of the machine, in the form of members/case.h, with values from `place`. */
MEMBER(TEXT, pci, "pci", place->pci, .summary = "Its PCI address.")
MEMBER(INTEGER, numa_node, "numa_node", place->numa_node < 0 ? NAN : place->numa_node,
       .optional = true, .range = AT_LEAST(0), .summary = "The nearest node of the main memory.")
MEMBER(TEXT, cpus, "cpus", place->cpus, .summary = "The nearest hardware threads.")
