/* The commands, a row each: COMMAND(name, summary) for command_<name> in command_<name>.c. */
COMMAND(list, "strategies, models, precisions, backends and devices")
COMMAND(run, "measure the cases of a config")
COMMAND(verify, "compare every strategy with the reference")
COMMAND(show, "results as tables")
COMMAND(export, "results as TSV or CSV for other programs")
COMMAND(energy, "energy, virial and forces of a configuration, from the reference")
COMMAND(system, "build or read a system, print its content hash, write it")
COMMAND(plot, "results as figures, PNG and SVG")
