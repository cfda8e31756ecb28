#include "harness/config/config_keys.h"

#include "harness/config/names.h"

#include <stdlib.h>
#include <string.h>

#define CHOICES(...)                                                                               \
    (const char *const[])                                                                          \
    {                                                                                              \
        __VA_ARGS__, NULL                                                                          \
    }

/* Rows for keys with a single value, and for axes, which take a value or a list of values. */
#define KEY(kind_, path_, summary_, ...)                                                           \
    {                                                                                              \
        .path = path_, .kind = MEMBER_##kind_, .summary = summary_, __VA_ARGS__                    \
    }
#define AXIS(kind_, path_, summary_, ...)                                                          \
    {                                                                                              \
        .path = path_, .kind = MEMBER_##kind_, .axis = true, .summary = summary_, __VA_ARGS__      \
    }

const struct member config_system_keys[] = {
    AXIS(NAME, "builder",
         "Builders of the model, which `pairlanes list` shows. Left out: the first.",
         .names = names_builder, .without = "file"),
    AXIS(INTEGER, "n", "Number of particles of a built system.", .range = BETWEEN(1, 2e9),
         .initial = "[32000]", .without = "file"),
    AXIS(NUMBER, "density",
         "Particles per cubic length unit of a built system. Left out: that of the builder, which "
         "`pairlanes list` shows.",
         .range = BETWEEN(1e-9, 1e9), .unit = "1/length³", .without = "file"),
    AXIS(TEXT, "box",
         "Edges of the box instead of a density, as in \"10x10x16\", in units of length. Of chains "
         "alone.",
         .without = "file"),
    AXIS(TEXT, "shares",
         "Shares of the model's types among the particles, as in \"3:1\"; left out: equal ones. Of "
         "fluids whose model has types.",
         .without = "file"),
    AXIS(INTEGER, "chain",
         "Beads of a chain; n is a multiple of it. Left out: 300 where n is a multiple of 300, "
         "otherwise the least of 30 to 59 that divides n. Only for chains.",
         .range = BETWEEN(4, 1e9), .without = "file"),
    AXIS(NUMBER, "restraint",
         "Stiffness of the restraints of a built system that moves, energy per squared length: of "
         "builder "
         "popc, along z, of the phosphates in the upper leaflet. Left out: no restraints.",
         .range = BETWEEN(1e-9, 1e9), .without = "file"),
    AXIS(NUMBER, "temperature",
         "Temperature in energy units at which a built system is equilibrated. Left out: that of "
         "the builder, which `pairlanes list` shows.",
         .range = BETWEEN(1e-9, 1e9), .without = "file"),
    AXIS(INTEGER, "seed", "Seed of the builder.", .range = BETWEEN(0, 9007199254740991.0),
         .initial = "[1]", .without = "file"),
    AXIS(TEXT, "file",
         "Configurations to read; relative paths start at the folder of the config, otherwise at "
         "the working directory."),
    KEY(NAME, "format", "Format of the files; left out: found from their names and contents.",
        .names = names_format),
    KEY(TEXT, "style",
        "Atom style of LAMMPS data files whose heading does not name it, such as `charge` or "
        "`hybrid bond sphere`; left out: that of the heading, otherwise the only one that fits the "
        "lines."),
    KEY(INTEGER, "frame",
        "Number of the configuration to read in files with several, from 1; left out: the first.",
        .range = BETWEEN(1, 9007199254740991.0)),
    AXIS(TEXT, "copies",
         "Copies of the particles of a file along the edges of its box, as in \"3x3x1\"; bonds "
         "through a face of the box lead to the next copy. Left out: one."),
    KEY(TEXT, "topology",
        "Topology of the files, for formats that have it in a separate file; left out: each file's "
        "own path with the suffix .top."),
    KEY(TEXT, "coordinates",
        "Coordinates of a GROMACS topology that is the file; left out: the file's own path with "
        "the suffix .gro."),
    KEY(TEXT, "mdp",
        "Run parameters for a GROMACS topology: model, parameters and, for particles that move, "
        "time step, thermostat and barostat, unless the config has them."),
    AXIS(INTEGER, "exclusions_reach",
         "Most bonds between the particles of an excluded pair. Left out: the model's number, "
         "which `pairlanes list` shows.",
         .range = BETWEEN(1, 100)),
    AXIS(NAME, "terms",
         "Bonded terms that the particles have, to time those of one kind: all, those of two "
         "members (bonds), of three (angles) or of four (dihedrals), or none. Pairs are excluded "
         "as with all.",
         .names = names_terms, .initial = "[\"all\"]"),
    KEY(TEXT, "exclusions_file",
        "Further pairs that do not interact: a text file with a line of two particles for each, by "
        "the ids of `file`, or counted from 1 (# begins a remark). Its path is relative as that of "
        "`file` is."),
    {.path = NULL}};

const struct member config_sampling_keys[] = {
    KEY(INTEGER, "warmup_calls", "Least number of calls before the first sample.",
        .range = BETWEEN(0, 1e6), .initial = "5"),
    KEY(NUMBER, "warmup_ms", "Least milliseconds of warm-up before force calls.",
        .range = BETWEEN(0, 1e6), .initial = "100", .unit = "ms"),
    KEY(NUMBER, "sample_ms",
        "Least length of a sample, about, in milliseconds: calls are batched for that.",
        .range = BETWEEN(0, 1e6), .initial = "1", .unit = "ms"),
    KEY(INTEGER, "min_samples", "Least number of samples before sampling may stop.",
        .range = BETWEEN(6, 1e6), .initial = "30"),
    KEY(INTEGER, "max_samples", "Cap on the samples.", .range = BETWEEN(6, 1e6), .initial = "1000",
        .floor = "min_samples"),
    KEY(NUMBER, "max_seconds",
        "Most seconds for a timed quantity, without warm-up; seven samples are taken in any case.",
        .range = BETWEEN(0, 1e6), .initial = "10", .unit = "s"),
    KEY(NUMBER, "relative_interval",
        "Half width of the 95 % confidence interval, as a fraction of the median, at which "
        "sampling stops.",
        .range = BETWEEN(0, 1), .initial = "0.01"),
    KEY(NUMBER, "step",
        "Length of whole steps that are timed in addition, in the unit of dynamics.dt, with the "
        "list building and sorting that they need: step. Particles without velocities get those of "
        "the system's temperature. 0: no steps.",
        .range = BETWEEN(0, 1e6), .initial = "0"),
    KEY(NUMBER, "diffusion",
        "Timed steps have the thermostat brownian at the system's temperature, with this diffusion "
        "coefficient of a free particle, in units of the model. 0: the energy is conserved.",
        .range = BETWEEN(0, 1e12), .initial = "0"),
    KEY(LIST, "replicas",
        "Numbers of replicas: systems with different velocities that also move at the same time, "
        "by steps of the length step. The key sharing says how they share the machine. Up to 16 "
        "numbers; left out: none.",
        .of = MEMBER_INTEGER, .range = BETWEEN(1, 1024)),
    KEY(BOOLEAN, "energies",
        "Force calls with energies and virial are timed, too, as a barostat needs them: "
        "force_energies.",
        .initial = "false"),
    KEY(BOOLEAN, "cold",
        "Force calls are timed one by one on cold caches, too: force_cold. On the CPU each takes "
        "as long as reading twice the last-level caches.",
        .initial = "false"),
    {.path = NULL}};

const struct member config_counters_keys[] = {
    KEY(BOOLEAN, "determinism", "Ten evaluations show whether forces repeat to the bit.",
        .initial = "false"),
    KEY(BOOLEAN, "lanes", "Replay of the active lanes of warps, for up to 300,000 particles.",
        .initial = "true"),
    KEY(BOOLEAN, "energy",
        "Energy of a second of force calls for each case, from NVML on a GPU and from RAPL on the "
        "CPU.",
        .initial = "false"),
    KEY(BOOLEAN, "hardware",
        "Counters of the hardware over one force call of each case, by CUPTI on a GPU.",
        .initial = "false"),
    KEY(BOOLEAN, "instructions",
        "Instructions of a force call of each case on a CPU, on one thread, by the processor's "
        "counter or by callgrind.",
        .initial = "false"),
    KEY(OTHER, "metrics",
        "The metrics of CUPTI that hardware counts, in place of those of the reference of results: "
        "names, or an object of names by the key that each gets in results, as in {\"dram\": "
        "\"dram__bytes.sum\"}.",
        .schema = "metrics"),
    {.path = NULL}};

const struct member config_dynamics_keys[] = {
    KEY(INTEGER, "steps", "Steps that are timed and sampled.", .range = BETWEEN(1, 1e12),
        .initial = "1000"),
    KEY(INTEGER, "warmup", "Steps before.", .range = BETWEEN(0, 1e12), .initial = "0"),
    KEY(INTEGER, "sample", "Steps from one sample of the energies to the next.",
        .range = BETWEEN(1, 1e9), .initial = "10"),
    KEY(INTEGER, "frames",
        "Samples from one frame to the next; each frame is a file of extended XYZ next to the "
        "results. 0: none.",
        .range = BETWEEN(0, 1e9), .initial = "0"),
    KEY(NUMBER, "checkpoint",
        "Seconds from one checkpoint to the next; run --resume continues from the last. 0: none.",
        .range = BETWEEN(0, 1e9), .initial = "60", .unit = "s"),
    AXIS(NUMBER, "dt",
         "Time steps, in the model's unit of time. Left out: the model's usual one; `pairlanes "
         "list` shows both.",
         .range = BETWEEN(1e-9, 1e9)),
    AXIS(NAME, "integrator", "Velocity Verlet, or the same with both halves of a kick at once.",
         .names = names_integrator, .initial = "[\"verlet\"]"),
    AXIS(NAME, "com",
         "Common motion of all particles that is removed: translation (linear), or translation and "
         "rotation about the centre of mass (angular), from the coordinates in the box.",
         .names = names_removal, .initial = "[\"none\"]"),
    AXIS(INTEGER, "com_interval", "Steps from one removal to the next.", .range = BETWEEN(1, 1e9),
         .initial = "[10]"),
    AXIS(INTEGER, "list_interval",
         "Most steps with one list. Left out: no limit. In any case a new list is built when a "
         "particle has moved half the skin.",
         .range = BETWEEN(1, 1e9)),
    AXIS(NAME, "thermostat", "Thermostat; none: the energy is conserved.",
         .names = names_thermostat, .initial = "[\"none\"]"),
    AXIS(INTEGER, "interval",
         "Steps from one action of the thermostat to the next. Left out: 10 for brownian and "
         "rescale, otherwise 1.",
         .range = BETWEEN(1, 1e9)),
    AXIS(NUMBER, "time",
         "Relaxation time of langevin and nose_hoover, mean time between collisions of brownian, "
         "in the unit of dt. Left out: 100 steps.",
         .range = BETWEEN(1e-9, 1e12)),
    AXIS(NUMBER, "diffusion",
         "For brownian instead of time: the diffusion coefficient of a free particle, in units of "
         "the model.",
         .range = BETWEEN(1e-12, 1e12)),
    AXIS(NUMBER, "temperature",
         "Temperature of the thermostat and of the velocities at the start. Left out: the built "
         "system's.",
         .range = BETWEEN(1e-9, 1e9)),
    AXIS(NAME, "barostat",
         "Barostat by Berendsen's coupling: isotropic changes all edges of the box by one factor, "
         "semi_isotropic x and y by one and z by another; none: the box is constant.",
         .names = names_barostat, .initial = "[\"none\"]"),
    AXIS(INTEGER, "barostat_interval",
         "Steps from one evaluation of the virial, and change of the box, to the next.",
         .range = BETWEEN(1, 1e9), .initial = "[10]"),
    AXIS(NUMBER, "barostat_time",
         "Relaxation time of the pressure, in the unit of dt. Left out: 500 steps.",
         .range = BETWEEN(1e-9, 1e12)),
    AXIS(NUMBER, "pressure",
         "Pressure of the barostat, in the model's unit of pressure (bar, atm), otherwise energy "
         "per volume.",
         .range = BETWEEN(-1e12, 1e12)),
    AXIS(NUMBER, "compressibility",
         "Compressibility, per unit of pressure: 4.5e-5 for water and bar.",
         .range = BETWEEN(1e-12, 1e12)),
    {.path = NULL}};

const struct member config_sweep_keys[] = {
    AXIS(NAME, "model", "Models (`pairlanes list`).", .names = names_model, .initial = "[\"lj\"]",
         .open = true),
    KEY(OBJECT, "parameters",
        "Parameters of the models by name, each an axis, as in {\"cutoff\": [2.5, 3], \"shift\": "
        "\"energy\"}; what is left out takes the model's default (`pairlanes list`).",
        .schema = "parameters"),
    KEY(OBJECT, "system",
        "The particles: built (builder, n, density, temperature, seed) or read from a file. The "
        "nearest of --set, sweep and top level that names either decides.",
        .members = config_system_keys),
    AXIS(NAME, "precision", "Arithmetic of the force kernel.", .names = names_precision,
         .initial = "[\"double\", \"single\"]"),
    AXIS(NUMBER, "skin", "Distance by which neighbor structures reach beyond the model's range.",
         .range = BETWEEN(0, 1e3), .initial = "[0.3]", .unit = "length"),
    AXIS(NAME, "sort",
         "Order of the particles in memory; cell_type: by cell, and by type within each.",
         .names = names_sort, .initial = "[\"hilbert\"]"),
    AXIS(NAME, "interactions",
         "Source of the kind of interaction of a pair, for models in which it depends on the "
         "types: looked up by the kernel (lookup), stored parallel to the list (stored), or rows "
         "sorted by it (sorted).",
         .names = names_interactions, .initial = "[\"lookup\"]"),
    AXIS(NAME, "exclusions",
         "Place where excluded pairs are left out. usual: while listing, by masks of clusters, or "
         "without a list by a test in the kernel, of rows; rows and strings: by a test in the "
         "kernel, of a particle's row of partners or of bit strings that molecules share.",
         .names = names_exclusions, .initial = "[\"usual\"]"),
    AXIS(NAME, "bonded",
         "Which threads evaluate bonded terms. gather: a thread per particle, in a kernel of their "
         "own; scatter: a thread per term, in a kernel that adds atomically; group: a block per "
         "group of particles along the bonds, which evaluates the terms of the group once; fused: "
         "the thread of a particle in the kernel of vertex, on a GPU the same as its tuning bonded "
         "1.",
         .names = names_bonded, .initial = "[\"gather\"]"),
    AXIS(
        NAME, "binning",
        "Way in which a GPU fills cells with particles: by a counting sort, by a radix sort of "
        "their cells, on the CPU, or by the two ways of Xu et al. (2010) without and with atomics.",
        .names = names_binning, .initial = "[\"sort\"]"),
    AXIS(NAME, "listing",
         "Threads that search the neighbors of a particle on a GPU: a thread, a warp, a team of "
         "four that appends by ballots or by atomics, a thread of a block that lists one cell, "
         "through whose shared memory the particles of the cells around go, as in Xu et al. "
         "(2010), or a warp that tests all particles, without cells.",
         .names = names_listing, .initial = "[\"thread\"]"),
    AXIS(NAME, "sharing",
         "Way in which the systems of sampling.replicas share the machine: one device by a thread "
         "each, and on a GPU a stream; by launches that serve all at once; by a process each; or "
         "with a device each. On the CPU, one device, streams and processes.",
         .names = names_sharing, .initial = "[\"streams\"]"),
    AXIS(NAME, "distance",
         "Arithmetic of the test whether a GPU lists a pair; left out: that of the pairs.",
         .names = names_distance),
    AXIS(NAME, "backend",
         "Devices: the CPU or GPUs; cases of a backend without a device are skipped.",
         .names = names_backend, .initial = "[\"cpu\", \"cuda\"]"),
    AXIS(INTEGER, "threads",
         "CPU threads, 0: all. Not an axis of GPUs and of strategies with one thread.",
         .range = BETWEEN(0, 4096), .initial = "[0]"),
    AXIS(NAME, "compiler",
         "Compiler of CPU kernels. Left out: $PAIRLANES_CC, otherwise the compiler of the build, "
         "otherwise the first that is installed. No axis of GPUs.",
         .names = names_compiler),
    AXIS(NAME, "arch",
         "The instruction set that CPU kernels are compiled for: this CPU's (native) or a level of "
         "x86-64; cases that the CPU cannot run are skipped. Left out: that of the build, usually "
         "native. No axis of GPUs.",
         .names = names_arch),
    AXIS(NAME, "strategy", "Parallelization strategies (`pairlanes list`); left out: all.",
         .names = names_strategy, .open = true),
    KEY(OBJECT, "tuning",
        "Tuning values by strategy and name, each an axis, as in {\"team\": {\"lanes\": [4, 8]}}; "
        "what is left out takes the strategy's default (`pairlanes list`). Values for GPUs are not "
        "an axis on the CPU.",
        .schema = "tuning"),
    KEY(OBJECT, "sampling", "Effort for the timing of each quantity.",
        .members = config_sampling_keys),
    KEY(OBJECT, "counters", "Counts in addition to times, in separate passes.",
        .members = config_counters_keys),
    KEY(OBJECT, "dynamics",
        "Motion of the particles of every case by its own forces, after its force calls have been "
        "verified. Left out: particles stay where they are.",
        .members = config_dynamics_keys),
    KEY(TEXT, "preset",
        "A file with values that several configs share, as in \"presets/brahms-paper.json\", "
        "relative to the config; values in the config override them."),
    KEY(OBJECT, "full",
        "Values for run --full: an experiment as long as its paper's. They replace all other "
        "values except those of --set.",
        .schema = "full"),
    {.path = NULL}};

const struct member config_where_keys[] = {
    AXIS(NAME, "model", "Models.", .names = names_model, .open = true),
    AXIS(NAME, "precision", "Precisions.", .names = names_precision),
    AXIS(NAME, "backend", "Backends.", .names = names_backend),
    AXIS(NAME, "compiler", "Compilers of CPU kernels.", .names = names_compiler),
    AXIS(NAME, "arch", "Instruction sets of CPU kernels.", .names = names_arch),
    AXIS(NAME, "terms", "Bonded terms that the particles have.", .names = names_terms),
    AXIS(INTEGER, "n", "Numbers of particles.", .range = BETWEEN(1, 2e9)),
    KEY(INTEGER, "most_n",
        "Largest number of particles, such as that of the paper; \"largest n\" is the largest "
        "number up to it.",
        .range = BETWEEN(1, 2e9)),
    AXIS(NUMBER, "density", "Densities.", .range = BETWEEN(1e-9, 1e9)),
    AXIS(NUMBER, "temperature", "Temperatures of built systems.", .range = BETWEEN(1e-9, 1e9)),
    AXIS(NUMBER, "dt", "Time steps of dynamics, in the unit of its dt.",
         .range = BETWEEN(1e-9, 1e9)),
    AXIS(TEXT, "source", "Builders, or files as the config names them."),
    KEY(OBJECT, "parameters", "Parameters of the model, each a value or a list of them.",
        .schema = "parameters"),
    {.path = NULL}};

const struct member config_against_keys[] = {
    KEY(OBJECT, "where", "The other cases.", .initial = "{}", .members = config_where_keys),
    KEY(OTHER, "ratio", "Sides of the other ratio; left out: those of the claim.",
        .schema = "ratio"),
    KEY(TEXT, "number", "Path of the number of the other ratio; left out: that of the claim."),
    {.path = NULL}};

const struct member config_claim_keys[] = {
    KEY(TEXT, "text", "The claim in words.", .required = true),
    KEY(TEXT, "source", "Paper, section, figure or table.", .required = true),
    KEY(TEXT, "id", "Name of the claim among those of its paper; reports have links to it."),
    AXIS(TEXT, "entry",
         "Where results/published/ has what the paper says, and the number that \"published\" is "
         "made of: \"xu2010/table-V-gpu-VII\", the file and the id of the entry. Of a ratio that "
         "the paper does not print, the entries of both sides."),
    KEY(OBJECT, "where",
        "The cases that the claim is about: those with one of the values of every key.",
        .initial = "{}", .members = config_where_keys),
    KEY(NAME, "of",
        "The time: of a force call, of its bonded terms, of building the neighbor structure, of "
        "filling its cells, or of a whole step, of the case that is the fastest in it.",
        .choices = CHOICES("force", "bonded", "build", "bin", "step"), .initial = "\"force\""),
    KEY(TEXT, "number",
        "Compared instead of a time: a number of the cases' results by its path, "
        "\"counts.branches.touch\", the sum of several, joined by \" + \", of those that a case "
        "has, or the order or R² of the power of the time step that cases without a thermostat "
        "follow together: \"conservation.fluctuation.order\", \".r2\", "
        "\"conservation.drift.order\", \".r2\"."),
    KEY(TEXT, "per", "The number that it is divided by."),
    AXIS(NUMBER, "published",
         "The paper's number, or the ends of its range, for the ratio or the value that decides; "
         "it is printed next to the measured one.",
         .range = BETWEEN(-1e12, 1e12)),
    KEY(TEXT, "why",
        "Reason why the measured number differs from the paper's; reproduce prints it where the "
        "claim holds no more or is exceeded. {first.list_bytes MB} stands for a number of the "
        "case "
        "that decides, of the first side, the second, or of the least value (least.), by its path "
        "in the results, in %, µs or MB; {A / B} for a quotient."),
    AXIS(TEXT, "when",
         "Conditions of \"why\" on the same numbers, \"first.list_bytes > 5e7\"; it is printed if "
         "all are true."),
    KEY(NAME, "at", "Systems on which the ratio is bounded: all, or the largest of each setting.",
        .choices = CHOICES("every point", "largest n"), .initial = "\"every point\""),
    KEY(NAME, "across",
        "Axis along which the change of the ratio is bounded: the ratio at the greatest value over "
        "that at the least value.",
        .choices = CHOICES("n", "density", "dt")),
    KEY(OBJECT, "against",
        "Other ratio, of another model or number, with as many particles in the same precision: "
        "the quotient with it is bounded.",
        .members = config_against_keys),
    KEY(BOOLEAN, "deviation", "true: |ratio − 1| is bounded, and \"published\" is that, too."),
    KEY(NUMBER, "above", "Lower bound of the ratio.", .range = BETWEEN(1e-9, 1e9)),
    KEY(NUMBER, "below", "Upper bound of the ratio.", .range = BETWEEN(1e-9, 1e9)),
    KEY(OTHER, "ratio",
        "The time (or number) of the first is divided by that of the second. The strategy serial, "
        "the papers' baseline, is taken from the host of a GPU.",
        .schema = "ratio"),
    KEY(OTHER, "value", "Instead of a ratio: the side whose number is bounded.", .schema = "side"),
    {.path = NULL}};

const struct member config_side_keys[] = {
    KEY(NAME, "precision", "Arithmetic of the force kernel.", .names = names_precision),
    KEY(NAME, "backend", "Backend of the case; cpu is taken from the host of a GPU.",
        .names = names_backend),
    KEY(NAME, "exclusions", "Place where excluded pairs are left out, as in results.",
        .names = names_exclusions_listed),
    KEY(NAME, "interactions", "Whether lists store kinds of interaction.",
        .names = names_interactions),
    KEY(NAME, "bonded", "Threads that evaluate bonded terms.", .names = names_bonded),
    KEY(NAME, "binning", "Way in which a GPU fills cells.", .names = names_binning),
    KEY(NAME, "listing", "Threads that search neighbors on a GPU.", .names = names_listing),
    KEY(NAME, "distance", "The arithmetic of the test whether a pair is listed.",
        .names = names_distance),
    KEY(NAME, "sort", "Order of the particles in memory.", .names = names_sort),
    KEY(NAME, "sharing", "Way in which replicas share the machine.", .names = names_sharing),
    {.path = NULL}};

const struct member config_document_keys[] = {
    KEY(TEXT, "$schema", "Ignored; for editors."),
    KEY(TEXT, "name",
        "Short name, which the results file gets as well; left out: that of the config's file."),
    KEY(TEXT, "title", "A sentence for tables and figures."),
    KEY(LIST, "sweeps", "Several products in one experiment.", .members = config_sweep_keys,
        .definition = "sweep"),
    KEY(LIST, "sources",
        "Models and strategies outside the tree: headers and folders, relative to the config. "
        "Results have their names and the hashes of their sources.",
        .of = MEMBER_TEXT),
    KEY(LIST, "claims",
        "Statements of a paper on these cases; `pairlanes claims` compares them with their times. "
        "Results have a copy of the claims.",
        .members = config_claim_keys, .definition = "claim"),
    {.path = NULL}};

double config_default(const struct member *keys, const char *path)
{
    while (strcmp(keys->path, path) != 0)
        keys++;
    return strtod(keys->initial + strspn(keys->initial, "["), NULL);
}
