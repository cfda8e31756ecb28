#include "harness/config/config_keys.h"

#include "harness/config/names.h"
#include "harness/config/value_schema.h"

#include <stdlib.h>
#include <string.h>

#define CHOICES(...)                                                                               \
    (const char *const[])                                                                          \
    {                                                                                              \
        __VA_ARGS__, NULL                                                                          \
    }

const struct member config_system_keys[] = {
    {.path = "builder",
     .kind = MEMBER_NAME,
     .axis = true,
     .names = names_builder,
     .without = "file",
     .summary = "Builders of the model, which `pairlanes list` shows. Left out: the first."},
    {.path = "n",
     .kind = MEMBER_INTEGER,
     .axis = true,
     .range = BETWEEN(1, 2e9),
     .initial = "[32000]",
     .without = "file",
     .summary = "Number of particles of a built system."},
    {.path = "density",
     .kind = MEMBER_NUMBER,
     .axis = true,
     .range = BETWEEN(1e-9, 1e9),
     .unit = "1/length³",
     .without = "file",
     .summary =
         "Particles per cubic length unit of a built system. Left out: that of the builder, which "
         "`pairlanes list` shows."},
    {.path = "box",
     .kind = MEMBER_TEXT,
     .axis = true,
     .without = "file",
     .summary = "Edges of the box instead of a density, as in \"10x10x16\", in units of length. "
                "Of chains alone."},
    {.path = "shares",
     .kind = MEMBER_TEXT,
     .axis = true,
     .without = "file",
     .summary = "Shares of the model's types among the particles, as in \"3:1\"; left out: equal "
                "ones. Of fluids whose model has types."},
    {.path = "chain",
     .kind = MEMBER_INTEGER,
     .axis = true,
     .range = BETWEEN(4, 1e9),
     .without = "file",
     .summary =
         "Beads of a chain, of which n is a multiple. Left out: 300 where n is a multiple of "
         "it, otherwise the least of 30 to 59 that divides n. Only for chains."},
    {.path = "temperature",
     .kind = MEMBER_NUMBER,
     .axis = true,
     .range = BETWEEN(1e-9, 1e9),
     .without = "file",
     .summary =
         "Temperature in energy units at which a built system is equilibrated. Left out: that of "
         "the builder, which `pairlanes list` shows."},
    {.path = "seed",
     .kind = MEMBER_INTEGER,
     .axis = true,
     .range = BETWEEN(0, 9007199254740992.0),
     .initial = "[1]",
     .without = "file",
     .summary = "Seed of the builder."},
    {.path = "file",
     .kind = MEMBER_TEXT,
     .axis = true,
     .summary = "Configurations to read; relative paths are looked for in the folder of the "
                "config, then in the working directory."},
    {.path = "format",
     .kind = MEMBER_NAME,
     .names = names_format,
     .summary = "Format of the files; left out: as their name and content show."},
    {.path = "style",
     .kind = MEMBER_TEXT,
     .summary = "Atom style of LAMMPS data files whose heading does not name it, as `charge` or "
                "`hybrid bond sphere`; left out: as the heading says, or the only one that the "
                "lines fit."},
    {.path = "frame",
     .kind = MEMBER_INTEGER,
     .range = BETWEEN(1, 9007199254740992.0),
     .summary = "Which configuration of files with several, from 1; left out: the first."},
    {.path = "topology",
     .kind = MEMBER_TEXT,
     .summary = "Topology of the files, for formats that have it in a separate file; left out: "
                "each file's own path with the suffix .top."},
    {.path = "coordinates",
     .kind = MEMBER_TEXT,
     .summary = "Coordinates of a GROMACS topology that is the file; left out: the file's own path "
                "with the suffix .gro."},
    {.path = "mdp",
     .kind = MEMBER_TEXT,
     .summary =
         "Run parameters of a GROMACS topology that is the file: model, parameters, and "
         "time step, thermostat and barostat of particles that move, where the config does not say "
         "them."},
    {.path = "exclusions_reach",
     .kind = MEMBER_INTEGER,
     .axis = true,
     .range = BETWEEN(1, 3),
     .summary = "Bonds between the particles of an excluded pair, at most. Left out: those of the "
                "model, which `pairlanes list` shows."},
    {.path = "terms",
     .kind = MEMBER_NAME,
     .axis = true,
     .names = names_terms,
     .initial = "[\"all\"]",
     .summary = "Bonded terms that the particles have, to time those of one kind: all, "
                "those of two members (bonds), of three (angles) or of four (dihedrals), or none. "
                "Pairs are excluded as with all."},
    {.path = "exclusions_file",
     .kind = MEMBER_TEXT,
     .summary = "More pairs that do not interact: a text file with a line of two particles for "
                "each, by the ids of `file`, or counted from 1 (# begins a remark). Looked for as "
                "`file` is."},
    {.path = NULL}};

const struct member config_sampling_keys[] = {
    {.path = "warmup_calls",
     .kind = MEMBER_INTEGER,
     .range = BETWEEN(0, 1e6),
     .initial = "5",
     .summary = "Calls before the first sample, at least."},
    {.path = "warmup_ms",
     .kind = MEMBER_NUMBER,
     .range = BETWEEN(0, 1e6),
     .initial = "100",
     .unit = "ms",
     .summary = "Milliseconds of warm-up before force calls, at least."},
    {.path = "sample_ms",
     .kind = MEMBER_NUMBER,
     .range = BETWEEN(0, 1e6),
     .initial = "1",
     .unit = "ms",
     .summary = "Calls are batched until a sample lasts about this many milliseconds."},
    {.path = "min_samples",
     .kind = MEMBER_INTEGER,
     .range = BETWEEN(6, 1e6),
     .initial = "30",
     .summary = "Samples before the interval is looked at."},
    {.path = "max_samples",
     .kind = MEMBER_INTEGER,
     .range = BETWEEN(6, 1e6),
     .initial = "1000",
     .floor = "min_samples",
     .summary = "Cap on the samples."},
    {.path = "max_seconds",
     .kind = MEMBER_NUMBER,
     .range = BETWEEN(0, 1e6),
     .initial = "10",
     .unit = "s",
     .summary = "Cap on the seconds spent on one timed thing, warm-up excluded; seven samples are "
                "taken in any case."},
    {.path = "relative_interval",
     .kind = MEMBER_NUMBER,
     .range = BETWEEN(0, 1),
     .initial = "0.01",
     .summary = "Stop when the 95 % confidence interval of the median lies within plus or minus "
                "this part of it."},
    {.path = "step",
     .kind = MEMBER_NUMBER,
     .range = BETWEEN(0, 1e6),
     .initial = "0",
     .summary = "Also time whole steps of this length, in the unit of dynamics.dt, with the list "
                "building and sorting that they need: step. Particles "
                "without velocities get those of the system's temperature. 0: no steps."},
    {.path = "diffusion",
     .kind = MEMBER_NUMBER,
     .range = BETWEEN(0, 1e12),
     .initial = "0",
     .summary = "Timed steps have the thermostat brownian at the system's temperature, with this "
                "diffusion coefficient of a free particle, in units of the model. 0: the energy is "
                "conserved."},
    {.path = "replicas",
     .kind = MEMBER_LIST,
     .of = MEMBER_INTEGER,
     .range = BETWEEN(1, 1024),
     .summary =
         "Also move this many systems, of other velocities, at the same time, by steps of the "
         "length step: replicas. How they share the machine sharing says. Up to 16 "
         "numbers; left out: none."},
    {.path = "cold",
     .kind = MEMBER_BOOLEAN,
     .initial = "false",
     .summary = "Also time force calls one by one on cold caches: force_cold. On the CPU each "
                "takes as long as reading twice the last-level caches."},
    {.path = NULL}};

const struct member config_counters_keys[] = {
    {.path = "determinism",
     .kind = MEMBER_BOOLEAN,
     .initial = "false",
     .summary = "Evaluate ten times, to see whether forces repeat to the bit."},
    {.path = "lanes",
     .kind = MEMBER_BOOLEAN,
     .initial = "true",
     .summary = "Replay which lanes of a warp are active, for up to 300,000 particles."},
    {.path = "energy",
     .kind = MEMBER_BOOLEAN,
     .initial = "false",
     .summary =
         "Energy of a second of force calls for each case, by NVML on a GPU and RAPL on the CPU."},
    {.path = "hardware",
     .kind = MEMBER_BOOLEAN,
     .initial = "false",
     .summary = "Counters of the hardware over one force call of each case, by CUPTI on a GPU."},
    {.path = "instructions",
     .kind = MEMBER_BOOLEAN,
     .initial = "false",
     .summary = "Instructions of a force call of each case on a CPU, on one thread, by the "
                "processor's counter or by callgrind."},
    {.path = "metrics",
     .kind = MEMBER_OTHER,
     .schema = config_metrics_schema,
     .summary = "The metrics of CUPTI that hardware counts, in place of those that docs/results.md "
                "lists: names, or an object of names by the key that each gets in results, as in "
                "{\"dram\": \"dram__bytes.sum\"}."},
    {.path = NULL}};

const struct member config_dynamics_keys[] = {
    {.path = "steps",
     .kind = MEMBER_INTEGER,
     .range = BETWEEN(1, 1e12),
     .initial = "1000",
     .summary = "Steps that are timed and sampled."},
    {.path = "warmup",
     .kind = MEMBER_INTEGER,
     .range = BETWEEN(0, 1e12),
     .initial = "0",
     .summary = "Steps before."},
    {.path = "sample",
     .kind = MEMBER_INTEGER,
     .range = BETWEEN(1, 1e9),
     .initial = "10",
     .summary = "Steps from one sample of the energies to the next."},
    {.path = "frames",
     .kind = MEMBER_INTEGER,
     .range = BETWEEN(0, 1e9),
     .initial = "0",
     .summary = "Samples from one frame to the next, each a file of extended XYZ next to the "
                "results; 0: none."},
    {.path = "checkpoint",
     .kind = MEMBER_NUMBER,
     .range = BETWEEN(0, 1e9),
     .initial = "60",
     .unit = "s",
     .summary =
         "Seconds from one checkpoint to the next, which run --resume goes on from; 0: none."},
    {.path = "dt",
     .kind = MEMBER_NUMBER,
     .axis = true,
     .range = BETWEEN(1e-9, 1e9),
     .summary =
         "Time steps, in the model's unit of time. Left out: the model's usual one; `pairlanes "
         "list` shows both."},
    {.path = "integrator",
     .kind = MEMBER_NAME,
     .axis = true,
     .names = names_integrator,
     .initial = "[\"verlet\"]",
     .summary = "Velocity Verlet, or the same with both halves of a kick at once."},
    {.path = "com",
     .kind = MEMBER_NAME,
     .axis = true,
     .names = names_removal,
     .initial = "[\"none\"]",
     .summary = "Common motion of all particles that is removed: translation "
                "(linear), or that and rotation about the centre of mass (angular), which is of "
                "the coordinates in the box."},
    {.path = "com_interval",
     .kind = MEMBER_INTEGER,
     .axis = true,
     .range = BETWEEN(1, 1e9),
     .initial = "[10]",
     .summary = "Steps from one removal to the next."},
    {.path = "list_interval",
     .kind = MEMBER_INTEGER,
     .axis = true,
     .range = BETWEEN(1, 1e9),
     .summary = "Steps that a list serves at most. Left out: it serves until a particle has left "
                "half the skin, which ends its service in any case."},
    {.path = "thermostat",
     .kind = MEMBER_NAME,
     .axis = true,
     .names = names_thermostat,
     .initial = "[\"none\"]",
     .summary = "Thermostat; none: the energy is conserved."},
    {.path = "interval",
     .kind = MEMBER_INTEGER,
     .axis = true,
     .range = BETWEEN(1, 1e9),
     .summary = "Steps from one action of the thermostat to the next. Left out: 10 for brownian "
                "and rescale, otherwise 1."},
    {.path = "time",
     .kind = MEMBER_NUMBER,
     .axis = true,
     .range = BETWEEN(1e-9, 1e12),
     .summary = "Relaxation time of langevin and nose_hoover, mean time between collisions of "
                "brownian, in the unit of dt. Left out: 100 steps."},
    {.path = "diffusion",
     .kind = MEMBER_NUMBER,
     .axis = true,
     .range = BETWEEN(1e-12, 1e12),
     .summary = "For brownian instead of time: the diffusion coefficient of a free particle, "
                "in units of the model."},
    {.path = "temperature",
     .kind = MEMBER_NUMBER,
     .axis = true,
     .range = BETWEEN(1e-9, 1e9),
     .summary =
         "The thermostat's, and of the velocities at the start. Left out: the built system's."},
    {.path = "barostat",
     .kind = MEMBER_NAME,
     .axis = true,
     .names = names_barostat,
     .initial = "[\"none\"]",
     .summary = "Barostat by Berendsen's coupling: isotropic changes all edges of "
                "the box by one factor, semi_isotropic x and y by one and z by another; none: the "
                "box is constant."},
    {.path = "barostat_interval",
     .kind = MEMBER_INTEGER,
     .axis = true,
     .range = BETWEEN(1, 1e9),
     .initial = "[10]",
     .summary = "Steps from one evaluation of the virial, and change of the box, to the next."},
    {.path = "barostat_time",
     .kind = MEMBER_NUMBER,
     .axis = true,
     .range = BETWEEN(1e-9, 1e12),
     .summary = "Relaxation time of the pressure, in the unit of dt. Left out: 500 steps."},
    {.path = "pressure",
     .kind = MEMBER_NUMBER,
     .axis = true,
     .range = BETWEEN(-1e12, 1e12),
     .summary = "The barostat's, in the model's unit of pressure (bar, atm), otherwise energy per "
                "volume."},
    {.path = "compressibility",
     .kind = MEMBER_NUMBER,
     .axis = true,
     .range = BETWEEN(1e-12, 1e12),
     .summary = "Of the barostat, per that unit: 4.5e-5 of water in bar."},
    {.path = NULL}};

const struct member config_sweep_keys[] = {
    {.path = "model",
     .kind = MEMBER_NAME,
     .axis = true,
     .names = names_model,
     .initial = "[\"lj\"]",
     .open = true,
     .summary = "Models (`pairlanes list`)."},
    {.path = "parameters",
     .kind = MEMBER_OBJECT,
     .schema = config_parameters_schema,
     .summary =
         "Parameters of the models by name, each an axis, as in {\"cutoff\": [2.5, 3], \"shift\": "
         "\"energy\"}; what is left out takes the model's default (`pairlanes list`)."},
    {.path = "system",
     .kind = MEMBER_OBJECT,
     .members = config_system_keys,
     .summary = "The particles: built (builder, n, density, temperature, seed) or read "
                "from a file. The nearest of --set, sweep and top level that says which decides."},
    {.path = "precision",
     .kind = MEMBER_NAME,
     .axis = true,
     .names = names_precision,
     .initial = "[\"double\", \"single\"]",
     .summary = "Arithmetic of the force kernel."},
    {.path = "skin",
     .kind = MEMBER_NUMBER,
     .axis = true,
     .range = BETWEEN(0, 1e3),
     .initial = "[0.3]",
     .unit = "length",
     .summary = "Added to the model's range for neighbor structures."},
    {.path = "sort",
     .kind = MEMBER_NAME,
     .axis = true,
     .names = names_sort,
     .initial = "[\"hilbert\"]",
     .summary = "Order of the particles in memory; cell_type: by cell, and by type within each."},
    {.path = "interactions",
     .kind = MEMBER_NAME,
     .axis = true,
     .names = names_interactions,
     .initial = "[\"lookup\"]",
     .summary = "Of models whose pairs interact in several ways, as types decide: looked up by the "
                "kernel, stored parallel to the list, entry by entry, or rows sorted by it."},
    {.path = "exclusions",
     .kind = MEMBER_NAME,
     .axis = true,
     .names = names_exclusions,
     .initial = "[\"usual\"]",
     .summary = "Where excluded pairs are left out. usual: while listing, by masks of "
                "clusters, or where there is no list by a test in the kernel, of rows; rows and "
                "strings: by a test in the kernel, of a particle's row of partners or of bit "
                "strings that molecules share."},
    {.path = "bonded",
     .kind = MEMBER_NAME,
     .axis = true,
     .names = names_bonded,
     .initial = "[\"gather\"]",
     .summary =
         "Which threads evaluate bonded terms. gather: a thread per particle, in a kernel of "
         "their own; scatter: a thread per term, in a kernel that adds atomically; "
         "group: a block per group of particles along the bonds, which evaluates the terms of the "
         "group once; fused: "
         "the thread of a particle in the kernel of vertex, on a GPU the same as its tuning "
         "bonded 1."},
    {.path = "binning",
     .kind = MEMBER_NAME,
     .axis = true,
     .names = names_binning,
     .initial = "[\"sort\"]",
     .summary =
         "Way in which a GPU fills cells with particles: by a counting sort, by a radix sort of "
         "their "
         "cells, on the CPU, or by the two ways of Xu et al. (2010) without and with atomics."},
    {.path = "listing",
     .kind = MEMBER_NAME,
     .axis = true,
     .names = names_listing,
     .initial = "[\"thread\"]",
     .summary =
         "Threads that search the neighbors of a particle on a GPU: a thread, a warp, a team of "
         "four that appends by ballots or by atomics, a thread of a block that lists one "
         "cell, through whose shared memory the particles of the cells around go, as in Xu "
         "et al. (2010), or a warp that tests all particles, without cells."},
    {.path = "sharing",
     .kind = MEMBER_NAME,
     .axis = true,
     .names = names_sharing,
     .initial = "[\"streams\"]",
     .summary =
         "Way in which the systems of sampling.replicas share the machine: one device by a thread "
         "each, and on a GPU a stream; by launches that serve all at once; by a process "
         "each; or with a device each. On the CPU, one device, streams and processes."},
    {.path = "distance",
     .kind = MEMBER_NAME,
     .axis = true,
     .names = names_distance,
     .summary = "The arithmetic of the test whether a pair is listed, on a GPU; left out: that of "
                "the pairs."},
    {.path = "backend",
     .kind = MEMBER_NAME,
     .axis = true,
     .names = names_backend,
     .initial = "[\"cpu\", \"cuda\"]",
     .summary = "Where to run; cases of a backend without a device are skipped."},
    {.path = "threads",
     .kind = MEMBER_INTEGER,
     .axis = true,
     .range = BETWEEN(0, 4096),
     .initial = "[0]",
     .summary = "CPU threads, 0: all. No axis of GPUs and of strategies with one thread."},
    {.path = "compiler",
     .kind = MEMBER_NAME,
     .axis = true,
     .names = names_compiler,
     .summary = "Compiler of CPU kernels. Left out: $PAIRLANES_CC, otherwise the compiler of the "
                "build, otherwise the first that is installed. No axis of GPUs."},
    {.path = "arch",
     .kind = MEMBER_NAME,
     .axis = true,
     .names = names_arch,
     .summary = "The instruction set that CPU kernels are compiled for: this CPU's (native) or a "
                "level of x86-64; cases that the CPU cannot run are skipped. Left out: that of the "
                "build, usually native. No axis of GPUs."},
    {.path = "strategy",
     .kind = MEMBER_NAME,
     .axis = true,
     .names = names_strategy,
     .open = true,
     .summary = "Parallelization strategies (`pairlanes list`); left out: all."},
    {.path = "tuning",
     .kind = MEMBER_OBJECT,
     .schema = config_tuning_schema,
     .summary = "Tuning values by strategy and name, each an axis, as in {\"team\": {\"lanes\": "
                "[4, 8]}}; what is left out takes the strategy's default (`pairlanes list`). "
                "Values for GPUs are no axis on the CPU."},
    {.path = "sampling",
     .kind = MEMBER_OBJECT,
     .members = config_sampling_keys,
     .summary = "How often each quantity is timed."},
    {.path = "counters",
     .kind = MEMBER_OBJECT,
     .members = config_counters_keys,
     .summary = "Counts in addition to times, in separate passes."},
    {.path = "dynamics",
     .kind = MEMBER_OBJECT,
     .members = config_dynamics_keys,
     .summary = "Left out: particles stay where they are. Else those of every case move by its own "
                "forces, after its force calls have been verified."},
    {.path = "preset",
     .kind = MEMBER_TEXT,
     .summary =
         "A file with values that several configs share, as in \"presets/brahms-paper.json\", "
         "relative to the config; what the config says itself stands before them."},
    {.path = "full",
     .kind = MEMBER_OBJECT,
     .schema = config_full_schema,
     .summary = "Values for run --full: an experiment as long as its paper's. Replaces "
                "all other values but --set."},
    {.path = NULL}};

const struct member config_where_keys[] = {
    {.path = "model",
     .kind = MEMBER_NAME,
     .axis = true,
     .names = names_model,
     .open = true,
     .summary = "Models."},
    {.path = "precision",
     .kind = MEMBER_NAME,
     .axis = true,
     .names = names_precision,
     .summary = "Precisions."},
    {.path = "backend",
     .kind = MEMBER_NAME,
     .axis = true,
     .names = names_backend,
     .summary = "Backends."},
    {.path = "compiler",
     .kind = MEMBER_NAME,
     .axis = true,
     .names = names_compiler,
     .summary = "Compilers of CPU kernels."},
    {.path = "arch",
     .kind = MEMBER_NAME,
     .axis = true,
     .names = names_arch,
     .summary = "Instruction sets of CPU kernels."},
    {.path = "terms",
     .kind = MEMBER_NAME,
     .axis = true,
     .names = names_terms,
     .summary = "Bonded terms that the particles have."},
    {.path = "n",
     .kind = MEMBER_INTEGER,
     .axis = true,
     .range = BETWEEN(1, 2e9),
     .summary = "Numbers of particles."},
    {.path = "most_n",
     .kind = MEMBER_INTEGER,
     .range = BETWEEN(1, 2e9),
     .summary =
         "The largest number of particles, such as that of the paper: with it, \"largest n\" "
         "is the largest up to this."},
    {.path = "density",
     .kind = MEMBER_NUMBER,
     .axis = true,
     .range = BETWEEN(1e-9, 1e9),
     .summary = "Densities."},
    {.path = "temperature",
     .kind = MEMBER_NUMBER,
     .axis = true,
     .range = BETWEEN(1e-9, 1e9),
     .summary = "Temperatures of built systems."},
    {.path = "dt",
     .kind = MEMBER_NUMBER,
     .axis = true,
     .range = BETWEEN(1e-9, 1e9),
     .summary = "Time steps of dynamics, in the unit of its dt."},
    {.path = "source",
     .kind = MEMBER_TEXT,
     .axis = true,
     .summary = "Builders, or files as the config names them."},
    {.path = "parameters",
     .kind = MEMBER_OBJECT,
     .schema = config_parameters_schema,
     .summary = "Parameters of the model, each a value or a list of them."},
    {.path = NULL}};

const struct member config_claim_keys[] = {
    {.path = "text", .kind = MEMBER_TEXT, .required = true, .summary = "The claim in words."},
    {.path = "source",
     .kind = MEMBER_TEXT,
     .required = true,
     .summary = "Paper, section, figure or table."},
    {.path = "entry",
     .kind = MEMBER_TEXT,
     .axis = true,
     .summary =
         "Where results/published/ has what the paper says, and the number that \"published\" "
         "is made of: \"xu2010/table-V-gpu-VII\", the file and the id of the entry. Of a ratio "
         "that the paper does not print, the entries of both sides."},
    {.path = "where",
     .kind = MEMBER_OBJECT,
     .initial = "{}",
     .members = config_where_keys,
     .summary = "The cases that the claim is about: those with one of the values of every key."},
    {.path = "of",
     .kind = MEMBER_NAME,
     .choices = CHOICES("force", "bonded", "build", "bin", "step"),
     .initial = "\"force\"",
     .summary = "The time: of a force call, of its bonded terms, of building the neighbor "
                "structure, of filling its cells, or of a whole step, each of the case with the "
                "fastest force call."},
    {.path = "number",
     .kind = MEMBER_TEXT,
     .summary = "Compared instead of a time: a number of the cases' results by its path, "
                "\"counts.branches.touch\", or the order or R² of the power of the time step that "
                "cases without a thermostat follow together: \"conservation.fluctuation.order\", "
                "\".r2\", \"conservation.drift.order\", \".r2\"."},
    {.path = "per", .kind = MEMBER_TEXT, .summary = "The number that it is divided by."},
    {.path = "published",
     .kind = MEMBER_NUMBER,
     .range = BETWEEN(-1e12, 1e12),
     .summary = "The paper's number for the ratio or the value that decides; shown next to it."},
    {.path = "why",
     .kind = MEMBER_TEXT,
     .summary = "Reason why the measured number differs from the paper's; reproduce prints it."},
    {.path = "at",
     .kind = MEMBER_NAME,
     .choices = CHOICES("every point", "largest n"),
     .initial = "\"every point\"",
     .summary = "Where the ratio is bounded: on all systems, or on the largest of each setting."},
    {.path = "across",
     .kind = MEMBER_NAME,
     .choices = CHOICES("n", "density", "dt"),
     .summary = "Bounds not the ratio but its change from the least to the greatest value: the "
                "latter ratio over the former."},
    {.path = "deviation",
     .kind = MEMBER_BOOLEAN,
     .summary = "Bounds not the ratio but how far it is from one, whether above or below: "
                "\"published\", too, is |ratio − 1|."},
    {.path = "above",
     .kind = MEMBER_NUMBER,
     .range = BETWEEN(1e-9, 1e9),
     .summary = "The ratio lies above."},
    {.path = "below",
     .kind = MEMBER_NUMBER,
     .range = BETWEEN(1e-9, 1e9),
     .summary = "The ratio lies below."},
    {.path = "ratio",
     .kind = MEMBER_OTHER,
     .schema = config_ratio_schema,
     .summary = "The time (or number) of the first is divided by that of the second. The strategy "
                "serial, the papers' baseline, is taken from the host of a GPU."},
    {.path = "value",
     .kind = MEMBER_OTHER,
     .schema = config_side_schema,
     .summary = "In the place of a ratio: whose number is bounded."},
    {.path = NULL}};

const struct member config_side_keys[] = {
    {.path = "precision",
     .kind = MEMBER_NAME,
     .names = names_precision,
     .summary = "Arithmetic of the force kernel."},
    {.path = "backend",
     .kind = MEMBER_NAME,
     .names = names_backend,
     .summary = "Where it ran; cpu is taken from the host of a GPU."},
    {.path = "exclusions",
     .kind = MEMBER_NAME,
     .names = names_exclusions_told,
     .summary = "Where excluded pairs are left out, as in results."},
    {.path = "bonded",
     .kind = MEMBER_NAME,
     .names = names_bonded,
     .summary = "Which threads evaluate bonded terms."},
    {.path = "binning",
     .kind = MEMBER_NAME,
     .names = names_binning,
     .summary = "Way in which a GPU fills cells."},
    {.path = "listing",
     .kind = MEMBER_NAME,
     .names = names_listing,
     .summary = "Threads that search neighbors on a GPU."},
    {.path = "distance",
     .kind = MEMBER_NAME,
     .names = names_distance,
     .summary = "The arithmetic of the test whether a pair is listed."},
    {.path = "sort",
     .kind = MEMBER_NAME,
     .names = names_sort,
     .summary = "Order of the particles in memory."},
    {.path = "sharing",
     .kind = MEMBER_NAME,
     .names = names_sharing,
     .summary = "Way in which replicas share the machine."},
    {.path = NULL}};

const struct member config_document_keys[] = {
    {.path = "$schema", .kind = MEMBER_TEXT, .summary = "Ignored; for editors."},
    {.path = "name",
     .kind = MEMBER_TEXT,
     .summary = "Short name, of the results file too; left out: that of the config's file."},
    {.path = "title", .kind = MEMBER_TEXT, .summary = "A sentence for tables and figures."},
    {.path = "sweeps",
     .kind = MEMBER_LIST,
     .members = config_sweep_keys,
     .definition = "sweep",
     .summary = "Several products in one experiment."},
    {.path = "sources",
     .kind = MEMBER_LIST,
     .of = MEMBER_TEXT,
     .summary = "Models and strategies outside the tree: headers and folders, relative to the "
                "config. Results know them by their names and the hashes of their sources."},
    {.path = "claims",
     .kind = MEMBER_LIST,
     .members = config_claim_keys,
     .definition = "claim",
     .summary = "Statements of a paper on these cases; `pairlanes claims` compares them with their "
                "times. The results carry the claims with them."},
    {.path = NULL}};

double config_default(const struct member *keys, const char *path)
{
    while (strcmp(keys->path, path) != 0)
        keys++;
    return strtod(keys->initial + strspn(keys->initial, "["), NULL);
}
