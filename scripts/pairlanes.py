"""Reads results of pairlanes in Python, and provides its models as an ASE calculator.

    import pairlanes
    cases = pairlanes.load("results/nvidia-h200/staged.json")
    cases[cases.force_trusted].groupby("strategy").force_median_ns.min()

`load` needs only the program, and returns a pandas DataFrame if pandas is installed. `Calculator`
needs ASE. The program is the argument `program`, otherwise $PAIRLANES, otherwise `pairlanes` in the
PATH.
"""
import json
import os
import subprocess
import tempfile
import warnings

#: Units of columns by their ends; what has none of these is a number without a unit, or a text.
UNITS = {"_ns": "ns", "_mhz": "MHz", "_bytes": "bytes", "_joules": "J", "_seconds": "s"}

#: Ends of columns with truth values, which the program writes as texts.
BOOLEANS = ("_trusted", "_launch_gaps", "verified", "_mps")


class Error(RuntimeError):
    """An error of the program, with its message."""


def run(*arguments, program=None, accepted=(0,)):
    """Runs a command of pairlanes, and returns its output. Raises Error with its message if it
    fails. Notes are warnings."""
    program = program or os.environ.get("PAIRLANES", "pairlanes")
    done = subprocess.run([program, *map(str, arguments)], capture_output=True, text=True, check=False)
    if done.returncode not in accepted:
        raise Error(done.stderr.strip() or f"{program}: exit code {done.returncode}")
    if done.stderr.strip():
        warnings.warn(done.stderr.strip(), stacklevel=3)
    return done.stdout


def unit(column):
    """Returns the unit of a column; "" if it has none."""
    return next((name for end, name in UNITS.items() if column.endswith(end)), "")


def _row(line):
    """Returns the columns of a case from a line of JSON. Texts stay texts, even if they look like
    numbers."""
    return {name: value == "true" if isinstance(value, str) and name.endswith(BOOLEANS) else value
            for name, value in json.loads(line).items()}


def load(*paths, program=None):
    """Returns the cases of results files, a record each, with the columns of `pairlanes export`.

    Times are nanoseconds of one call. `force_trusted` is False for a time that tables mark with
    "!"; `force_distrust` then has the reason. Steps and lists have similar columns. Returns a
    DataFrame with the units of columns in `attrs["units"]`; without pandas, returns a list of
    dicts.
    """
    lines = run("export", "--format", "jsonl", "--", *paths, program=program).split("\n")
    rows = [_row(line) for line in lines if line]
    try:
        import pandas
    except ImportError:
        return rows
    frame = pandas.DataFrame(rows)
    for column in frame.columns[frame.columns.str.endswith("_trusted")]:
        frame[column] = frame[column] == True  # noqa: E712: None counts as False
    frame.attrs["units"] = {column: unit(column) for column in frame.columns if unit(column)}
    return frame


def energy(path, model, strategy=None, precision="double", program=None, **parameters):
    """Returns energy, terms, virial and other results for a configuration, and forces and torques
    of its particles.

    `model` is a name or the path of a header. `strategy` is a name or a folder; without one the
    reference is used. `verify.passed` is False if the error of a strategy exceeds its tolerance.
    """
    with tempfile.TemporaryDirectory() as folder:
        forces = os.path.join(folder, "forces")
        options = ["--model", model, "--json", "--forces", forces]
        options += ["--strategy", strategy, "--precision", precision] if strategy else []
        options += [word for name, value in parameters.items() for word in ("--set", f"{name}={value}")]
        answer = json.loads(run("energy", *options, "--", path, program=program, accepted=(0, 1)))
        with open(forces, encoding="utf-8") as file:
            lines = [[float(number) for number in line.split()] for line in file]
    answer["forces"] = [line[:3] for line in lines]
    if lines and len(lines[0]) > 3:
        answer["torques"] = [line[3:] for line in lines]
    return answer


def write_extxyz(path, positions, box, types=None, charges=None):
    """Writes particles as extended XYZ, which reads back as the same numbers; `types` are names of
    the model. Raises Error if a name is empty or has white space, or if the numbers of positions,
    types and charges differ."""
    for name in () if types is None else types:
        if name.split() != [name]:
            raise Error(f"expected a type without white space, found {name!r}")
    for what, row in ("types", types), ("charges", charges):
        if row is not None and len(row) != len(positions):
            raise Error(f"expected {len(positions)} {what}, one for each position, found {len(row)}")
    for what, rows in ("position", positions), ("box", [box]):
        for row in rows:
            if len(row) != 3:
                raise Error(f"expected 3 numbers of a {what}, found {len(row)}")
    columns = "species:S:1:pos:R:3" + (":type:S:1" if types is not None else "") + ("" if charges is None else ":charge:R:1")
    lattice = " ".join(repr(float(box[k])) if k == d else "0" for k in range(3) for d in range(3))
    with open(path, "w", encoding="utf-8") as file:
        file.write(f'{len(positions)}\nLattice="{lattice}" Properties={columns} pbc="T T T"\n')
        for k, position in enumerate(positions):
            words = ["X", *(repr(float(x)) for x in position), *([] if types is None else types[k:k + 1])]
            words += [] if charges is None else [repr(float(charges[k]))]
            file.write(" ".join(words) + "\n")


try:
    from ase.calculators.calculator import Calculator as _Calculator, all_changes
except ImportError:
    pass
else:
    class Calculator(_Calculator):
        """Computes energies and forces of a model, by a strategy or by the reference.

        `types` maps the symbols of the atoms to the model's types. Units are those of the model. Boxes
        are orthorhombic and periodic. Charges are the initial charges of the atoms, if they have any.
        Raises Error if the error of a strategy exceeds its tolerance; `verify` has the
        difference.
        """
        implemented_properties = ["energy", "forces"]

        def __init__(self, model, strategy=None, precision="double", types=None, program=None, settings=None):
            super().__init__()
            self.options = {"model": model, "strategy": strategy, "precision": precision, "program": program,
                            **(settings or {})}
            self.types = types
            self.verify = None

        def calculate(self, atoms=None, properties=("energy",), system_changes=all_changes):
            super().calculate(atoms, properties, system_changes)
            if not (self.atoms.pbc.all() and self.atoms.cell.orthorhombic):
                raise Error("expected a periodic, orthorhombic cell")
            types = [self.types[symbol] for symbol in self.atoms.get_chemical_symbols()] if self.types else None
            with tempfile.TemporaryDirectory() as folder:
                path = os.path.join(folder, "atoms.xyz")
                write_extxyz(path, self.atoms.positions, self.atoms.cell.lengths(), types,
                             self.atoms.get_initial_charges() if self.atoms.has("initial_charges") else None)
                answer = energy(path, **self.options)
            self.verify = answer.get("verify")
            if self.verify and not self.verify["passed"]:
                raise Error(f"{self.options['strategy']} is off by more than its tolerance: {self.verify}")
            self.results = {"energy": answer["energy"], "forces": _array(answer["forces"])}

    def _array(rows):
        import numpy
        return numpy.array(rows)
