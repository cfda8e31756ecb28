#!/usr/bin/env python3
"""Gathers the points of figures from results into tables, and draws them with gnuplot.

    figures.py RECORDS.json DRAWN.json shared|apart CENTIMETRES=FOLDER… [NAME…]

RECORDS.json has the cases, from `pairlanes plot`. For each figure of figures.json, or each named one, for which the
cases have points, writes NAME.tsv, a row per point, and NAME.png and NAME.svg. Each width has a folder next to the
working folder. Writes the list of figures to DRAWN.json: those drawn, and those that do not fit. With several machines
each has its own panels, unless they share them.
"""
import functools
import gc
import glob
import json
import math
import os
import re
import shutil
import signal
import stat
import subprocess
import sys

from findings import FINDINGS

HERE = os.path.dirname(os.path.abspath(__file__))
MOST = 64  # panels or curves
WARP = 32
NAN = math.nan


class Unfit(Exception):
    """The results do not fit into a figure."""


def number(value):
    return value if isinstance(value, (int, float)) and not isinstance(value, bool) else NAN


def at(item, path):
    """Returns the member of an object at a path such as "counts.branches"; None if there is none."""
    for key in path.split("."):
        item = item.get(key) if isinstance(item, dict) else None
    return item


def known(value):
    return math.isfinite(value) if isinstance(value, float) else value != ""


def whole(value):
    return f"{int(value):,}" if math.isfinite(value) else "–"


def join(*parts, gap=", "):
    return gap.join(part for part in parts if part)


# --- cases ---


class Time:
    """The time of a call in ns, with its 95 % interval."""

    def __init__(self, item, doubtful):
        item = item or {}
        self.median = number(item.get("median_ns"))
        self.low, self.high = (number(end) for end in item.get("ci95_ns") or (NAN, NAN))
        self.doubtful = doubtful
        self.slowed = self.median > 2 * number(item.get("min_ns"))  # other programs slowed down most calls


class Case:
    """A case of the results: its members, and values that the program has computed for it."""
    TEXTS = ("id", "model", "source", "backend", "device", "compiler", "arch", "strategy", "precision", "binning",
             "listing", "distance", "sort", "interactions", "exclusions", "bonding", "terms", "sharing", "input_hash")
    NUMBERS = ("n", "density", "temperature", "seed", "skin", "threads")
    TIMES = ("force", "force_cold", "step", "build", "bin", "bonded")

    def __init__(self, index, reported):
        self.index, self.reported, self.item = index, reported, reported["item"]
        for name in self.TEXTS:
            setattr(self, name, self.item.get(name) or "")
        for name in self.NUMBERS:
            setattr(self, name, float(number(self.item.get(name))))
        for name in self.TIMES:
            setattr(self, name, Time(self.item.get(name), name in reported["doubtful"]))
        for name in ("host", "cpu", "commit", "parameters", "tuning", "group", "system", "timed", "one_thread"):
            setattr(self, name, reported[name])
        self.cpu_cores = float(number(reported["cpu_cores"]))
        self.dt = float(number(self.at("dynamics.dt")))
        self.step_ns = number(self.at("dynamics.step_ns"))

    def at(self, path):
        return at(self.item, path)

    def number(self, path):
        return number(self.at(path))

    def same_target(self, other):
        return all(not a or not b or a == b for a, b in ((self.compiler, other.compiler), (self.arch, other.arch)))

    def same_host(self, other):
        return (self.host, self.cpu, text(self.cpu_cores)) == (other.host, other.cpu, text(other.cpu_cores))

    def same_threads(self, other):
        return text(self.threads) == text(other.threads)


def text(value):
    """Converts a value to text, for comparisons in which unknown numbers are equal."""
    return str(value)


class Cases:
    def __init__(self, document):
        self.document = document
        self.all = [Case(k, reported) for k, reported in enumerate(document["cases"])]
        self.timed = [self.all[k] for k in document["sorted"]]
        self.of_group, self.of_system = {}, {}
        for case in self.all:
            self.of_group.setdefault(case.group, []).append(case)
            self.of_system.setdefault(case.system, []).append(case)

    @functools.cache
    def systems(self):
        """Returns the timed cases, sorted by model, density, size and order of recording."""
        return sorted(self.timed, key=lambda case: (case.model, case.density, case.n, case.index))

    @functools.cache
    def best(self, like, strategy):
        """Returns the fastest case of a strategy in the group of a case. Compiler target and number of threads are
        the same."""
        any_threads = like.one_thread or self.document["strategies"].get(strategy, {}).get("one_thread", False)
        found = (case for case in self.of_group[like.group] if case.timed and case.strategy == strategy and
                 case.same_target(like) and (any_threads or case.same_threads(like)))
        return min(found, key=lambda case: case.force.median, default=None)

    @functools.cache
    def best_of_all(self):
        """Returns the fastest case of each strategy in each group."""
        return [case for case in self.timed if case is self.best(case, case.strategy)]

    def baseline(self, case, strategy):
        """Returns the fastest case of a strategy in the group of a case. Without one, searches other devices of the
        same host."""
        found = self.best(case, strategy)
        for other in self.of_system[case.system]:
            if found is None and other.precision == case.precision and other.same_host(case):
                found = self.best(other, strategy)
        return found


# --- settings in which cases differ ---

MODEL, STRATEGY, BACKEND, DEVICE = ("model",), ("strategy",), ("backend",), ("device",)
SUBSTANCE = MODEL + ("parameters", "source")
WORK = MODEL + STRATEGY + BACKEND
PANEL = WORK + ("precision", "density", "n")
TIMED, THREADED, ON_CPU = "if timed", "may have several threads", "on a CPU"

# Settings that are printed as one label. For each member: the text before its value, the format of a number, the common
# properties of compared cases, and the cases with the member.
SETTINGS = {
    "source": [("source", "", "", MODEL, ())],
    "state": [("temperature", "T = ", "%.4g", SUBSTANCE + ("density",), ()),
              ("seed", "seed ", "%.15g", SUBSTANCE + ("density", "n", "temperature"), ())],
    "skin": [("skin", "skin ", "%.6g", MODEL, ())],
    "density": [("density", "ρ = ", "%.4g", SUBSTANCE, ())],
    "machine": [("cpu_cores", "", "%.6g hardware thread", BACKEND + DEVICE, (TIMED, ON_CPU)),
                ("compiler", "", "", DEVICE, (TIMED,)), ("arch", "", "", DEVICE, (TIMED,))],
    "device": [("device", "", "", BACKEND, ())],
    "threads": [("threads", "", "%.6g thread", BACKEND + DEVICE + ("cpu_cores",), (TIMED, THREADED))],
    "binning": [("binning", "", "", WORK, (TIMED,))],
    "order": [("sort", "sort ", "", WORK, (TIMED,))],
    "entries": [("interactions", "interactions ", "", WORK, (TIMED,)),
                ("exclusions", "exclusions ", "", WORK, (TIMED,)),
                ("bonding", "bonded ", "", WORK, (TIMED,)), ("terms", "", "", SUBSTANCE, ())],
    "listing": [("listing", "", "", WORK, (TIMED,)), ("distance", "", "", WORK, (TIMED,))],
    "step": [("binning", "", "", PANEL, (TIMED,)), ("listing", "", "", PANEL, (TIMED,)),
             ("distance", "", "", PANEL, (TIMED,)), ("sharing", "", "", PANEL, (TIMED,)),
             ("skin", "skin ", "%.6g", PANEL, (TIMED,)), ("dt", "dt = ", "%.4g", PANEL, (TIMED,))],
}


@functools.cache
def alike(case, same):
    return tuple(text(getattr(case, name)) for name in same)


@functools.cache
def groups(cases, same, which, timed):
    found = {}
    for other in cases.all:
        if ((not timed or other.timed) and not (THREADED in which and other.one_thread) and
                (ON_CPU not in which or other.backend == "cpu")):
            found.setdefault(alike(other, same), []).append(other)
    return found


def held(cases, case, same, which):
    """Returns the cases that a case is compared with."""
    return groups(cases, same, which, TIMED in which and case.timed).get(alike(case, same), [])


@functools.cache
def varying(cases, member, same, which, timed):
    """Returns the groups of cases in which a member varies."""
    return {group for group, found in groups(cases, same, which, timed).items()
            if len({value for value in (getattr(case, member) for case in found) if known(value)}) > 1}


@functools.cache
def parameter_varies(cases, model, value):
    return any(value not in other.parameters.split(" ") for other in cases.all if other.model == model)


@functools.cache
def tuning_varies(cases, strategy, backend, timed, value):
    """Whether a tuning value varies among the cases of its strategy on its backend. Cases without the tuning value
    count as having the default."""
    key, _, own = value.partition("=")
    others = [other.tuning.split(" ") for other in
              groups(cases, STRATEGY + BACKEND, (TIMED,), timed).get((strategy, backend), [])]
    having = [other for other in others if any(entry.startswith(key + "=") for entry in other)]
    initial = cases.document["strategies"].get(strategy, {}).get("initial", {}).get(key)
    return (any(value not in other for other in having) and
            not (len(having) < len(others) and initial is not None and own == str(initial)))


@functools.cache
def varied(cases, case, *settings):
    """Returns the text of a case's settings that vary among the compared cases. Unknown values do not count as
    different."""
    parts = []
    for setting in settings:
        for member, before, form, same, which in SETTINGS[setting]:
            value = getattr(case, member)
            timed = TIMED in which and case.timed
            if known(value) and alike(case, same) in varying(cases, member, same, which, timed):
                plural = "s" if form.endswith("thread") and value != 1 else ""
                parts.append(before + (form % value if form else value) + plural)
    return join(*parts)


# --- names of curves and panels; ", " separates their parts ---


@functools.cache
def device_text(cases, case):
    return join(case.device, varied(cases, case, "machine"))


@functools.cache
def machine_text(cases, case):
    return join(device_text(cases, case), varied(cases, case, "threads"))


@functools.cache
def parameters_text(cases, case):
    return join(*(value for value in case.parameters.split(" ") if value and parameter_varies(cases, case.model, value)))


@functools.cache
def physics_text(cases, case):
    return join(case.model, parameters_text(cases, case), varied(cases, case, "source", "state"))


@functools.cache
def model_text(cases, case):
    return join(physics_text(cases, case), varied(cases, case, "skin"))


def size_text(case):
    return f"ρ = {case.density:.4g}, N = {whole(case.n)}"


def system_text(cases, case):
    return join(size_text(case), varied(cases, case, "skin"))


@functools.cache
def densities(cases, substance):
    """Returns the range of densities of a substance. NaN if some number of particles has several densities."""
    of_size = {}
    for case in groups(cases, SUBSTANCE, (), False)[substance]:
        if case.timed:
            of_size.setdefault(case.n, set()).add(case.density)
    every = {density for found in of_size.values() for density in found if known(density)}
    apart = any(len(found) > 1 for found in of_size.values())
    return (min(every), max(every)) if every and not apart else (NAN, NAN)


@functools.cache
def density_text(cases, case):
    """Returns the density as text; a range if densities are similar and each number of particles has only one."""
    least, most = densities(cases, alike(case, SUBSTANCE)) if case.timed else (NAN, NAN)
    return f"ρ = {least:.4g} to {most:.4g}" if least < most < 1.5 * least else f"ρ = {case.density:.4g}"


@functools.cache
def setting_text(cases, case):
    return join(machine_text(cases, case), case.precision + " precision")


@functools.cache
def tuning_text(cases, case):
    values = (value for value in case.tuning.split(" ")
              if value and tuning_varies(cases, case.strategy, case.backend, case.timed, value))
    return join(case.strategy, *values, gap=" ")


@functools.cache
def tuned_text(cases, case):
    """Returns the strategy with all settings that change force calls."""
    return join(tuning_text(cases, case), varied(cases, case, "order", "entries"))


def binned_text(cases, case):
    return join(case.strategy, varied(cases, case, "binning"))


def listed_text(cases, case):
    return join(binned_text(cases, case), varied(cases, case, "listing"))


LAUNCHES = {"0": "separate kernels", "1": "a kernel per step", "2": "many steps per kernel"}


def launched_text(_, case):
    """Returns how the steps of a GPU are launched, as text."""
    fused = [value.partition("=")[2] for value in case.tuning.split(" ") if value.startswith("fused=")]
    return LAUNCHES[fused[0] if fused else "0"] if case.backend == "cuda" else ""


CURVES = {"tuning": tuning_text, "listed": listed_text, "binned": binned_text}


def is_femtoseconds(case):
    return case.at("dynamics.time_unit") == "fs"


# --- the data of a figure ---


class Point:
    __slots__ = ("row", "column", "curve", "x", "y", "low", "high", "doubtful", "case", "slowed")

    def __init__(self, row, column, curve, x, y=NAN, low=None, high=None, doubtful=False, case=None, slowed=False):
        self.row, self.column, self.curve, self.x, self.doubtful, self.case = row, column, curve, x, doubtful, case
        self.slowed = slowed  # no axis is extended to this point
        self.set(y, low, high)

    def set(self, y, low=None, high=None):
        self.y, self.low, self.high = y, y if low is None else low, y if high is None else high

    def copy(self, **changes):
        point = Point(*(getattr(self, name) for name in self.__slots__))
        for name, value in changes.items():
            setattr(point, name, value)
        return point

    def panel(self):
        return self.row, self.column


class Style:
    """Style of a curve: how it is drawn, and whether it is in the legend. Curves with the same names share a color
    and a symbol."""

    def __init__(self, kind="joined", unlisted=False, colour="", mark=""):
        self.kind, self.unlisted, self.colour, self.mark = kind, unlisted, colour, mark


class Data:
    """The data of a figure: panels in rows and columns, curves and points. Rows, columns and curves are identified by
    names."""

    def __init__(self, figure):
        self.form, self.axes = figure.get("form", "curves"), figure.get("axes", "")
        self.x_label, self.y_label = figure.get("x", ""), figure.get("y", "")
        self.quantities, self.title = figure.get("quantities", False), figure["title"]
        self.left_out, self.published = 0, ""
        self.clear()

    def clear(self):
        self.rows, self.columns, self.curves, self.ticks, self.points, self.places = {}, {}, {}, [], [], {}

    def style(self, curve, **style):
        self.curves[curve] = Style(**style)

    def tick(self, name):
        if name not in self.ticks:
            self.ticks.append(name)
        return self.ticks.index(name)

    def add(self, point):
        """Appends a point, unless its values cannot be drawn, such as a ratio to a time of zero."""
        self.rows.setdefault(point.row)
        self.columns.setdefault(point.column)
        self.curves.setdefault(point.curve, Style())
        if max(len(self.rows), len(self.columns), len(self.curves), len(self.ticks)) > MOST:
            raise Unfit(f"more than {MOST} panels or curves: plot fewer results at once")
        if not any(abs(value) >= 1e99 for value in (point.x, point.y, point.low, point.high)):
            self.places.setdefault((point.row, point.column, point.curve, point.x), len(self.points))
            self.points.append(point)

    def add_least(self, point):
        """Appends a point, but keeps only the least point at each place of a curve. Keeps untrusted points only if
        there is no other point."""
        k = self.places.get((point.row, point.column, point.curve, point.x))
        if k is None:
            self.add(point)
            return
        other = self.points[k]
        if point.y < other.y if other.doubtful == point.doubtful else other.doubtful:
            self.points[k] = point

    def panels(self):
        panels = {}
        for point in self.points:
            panels.setdefault(point.panel(), []).append(point)
        return panels

    def leave_out(self, is_bare):
        """Removes panels in which there is nothing to compare, unless that is true for all panels."""
        panels = self.panels()
        bare = {panel for panel, points in panels.items() if is_bare(points)}
        if len(bare) < len(panels):
            self.points = [point for point in self.points if point.panel() not in bare]
            self.left_out += len(bare)

    def reach_slowed(self):
        """Extends axes to slowed points if a row of panels has no others."""
        for row in {point.row for point in self.points}:
            points = [point for point in self.points if point.row == row]
            if all(point.slowed for point in points):
                for point in points:
                    point.slowed, point.doubtful = False, True

    def sort(self, *names):
        order = {name: {key: k for k, key in enumerate(getattr(self, name + "s"))}
                 for name in ("row", "column", "curve")}
        self.points.sort(key=lambda point: tuple(order[name][getattr(point, name)] if name in order else
                                                 getattr(point, name) for name in names))

    def add_published(self, what, curve, point, least=True):
        """Adds a value that was not measured here, drawn as an open symbol; captions call it `what`."""
        self.style(curve, kind="published")
        self.published = what
        point = point.copy(curve=curve, doubtful=False)
        (self.add_least if least else self.add)(point)


def speedup(point, case, time, baseline, base):
    """Sets a point to the speed-up of a case over a baseline; the speed-up of the baseline is exactly 1."""
    own = case is baseline
    if own or not (time.slowed or base.slowed):
        point.set(base.median / time.median, 1 if own else base.low / time.high, 1 if own else base.high / time.low)
    point.doubtful, point.case = time.doubtful or base.doubtful, case
    return point


FAMILY = SUBSTANCE + ("skin", "density", "temperature", "backend", "device", "timed")


@functools.cache
def showing(cases, family, shows):
    return [case for case in groups(cases, FAMILY, (), False)[family] if shows(case)]


@functools.cache
def most_of(cases, family, shows, one_thread, threads, precision):
    found = [case for case in showing(cases, family, shows)
             if one_thread or case.one_thread or text(case.threads) == threads]
    precisions = {}
    for case in found:
        precisions.setdefault(case.n, set()).add(case.precision)
    every = set().union(*precisions.values())
    common = [n for n, having in precisions.items() if having == every and n > 0]
    return max(common or [case.n for case in found if case.precision == precision], default=0)


def most_particles(cases, case, shows):
    """Returns the number of particles of the largest system with the data of the figure in all precisions. Substance,
    device and number of threads are the case's. If there is no such system, returns the largest in the case's
    precision; 0: none."""
    return most_of(cases, alike(case, FAMILY), shows, case.one_thread, text(case.threads), case.precision)


# --- figures ---


def is_timed(case):
    return case.timed


def gather_speedup(cases, data):
    for case in cases.best_of_all():
        # serial code is compared with vertex on one thread, if measured: a panel then has one baseline
        like = next((other for other in cases.of_group[case.group] if other.timed and other.strategy == "vertex" and
                     other.same_target(case) and other.same_threads(case)), case)
        vertex = cases.best(like, "vertex")
        if vertex is not None:
            point = Point(join(setting_text(cases, case), physics_text(cases, case)),
                          join(density_text(cases, case), varied(cases, case, "skin")), case.strategy, case.n)
            data.add(speedup(point, case, case.force, vertex, vertex.force))
    data.leave_out(lambda points: all(point.case.strategy == "vertex" for point in points))


def add_speedups(data, row, column, name, x, vertex, case):
    """Adds the speed-up of a force call and, if steps were timed, that of whole steps next to it."""
    steps = math.isfinite(vertex.step.median) and math.isfinite(case.step.median)
    if steps:
        data.add(speedup(Point(row, column, name + ", whole steps", x), case, case.step, vertex, vertex.step))
    name += ", force call" if steps else ""
    data.add(speedup(Point(row, column, name, x), case, case.force, vertex, vertex.force))


def speedup_panel(cases, case):
    return case.precision + " precision", join(model_text(cases, case), density_text(cases, case))


def gather_speedup_n(cases, data):
    for case in cases.systems():
        vertex = cases.best(case, "vertex")
        if vertex is not None and case is cases.best(case, "edge"):
            add_speedups(data, *speedup_panel(cases, case), machine_text(cases, case), case.n, vertex, case)
    for claim, case in claimed(cases, data, "vertex".__eq__, of="step", number=""):
        if case.strategy == "edge":
            data.add_published("as the paper prints it", claim["source"],
                               Point(*speedup_panel(cases, case), "", case.n, claim["value"], case=case))


def is_edge(case):
    return case.timed and case.strategy in ("edge", "edge_segmented")


def gather_speedup_density(cases, data):
    for case in cases.best_of_all():
        vertex = cases.best(case, "vertex")
        if vertex is not None and is_edge(case) and case.n == most_particles(cases, case, is_edge):
            add_speedups(data, "the most particles of each density, " + model_text(cases, case),
                         case.precision + " precision", f"{case.strategy}, {machine_text(cases, case)}", case.density,
                         vertex, case)


def model_row(cases, case, setting):
    return f"{setting}, {physics_text(cases, case)}"


def place(cases, case, name, data):
    """Returns a point at the tick of a name. It is in the row of the case's setting, in the panel of its system and
    skin."""
    return Point(model_row(cases, case, setting_text(cases, case)), system_text(cases, case), name, data.tick(name),
                 case=case)


def set_time(point, time, factor):
    point.set(factor * time.median, factor * time.low, factor * time.high)
    point.doubtful, point.slowed = time.doubtful, time.slowed


def gather_time(cases, data):
    for case in cases.best_of_all():
        if case.n == most_particles(cases, case, is_timed):
            point = place(cases, case, case.strategy, data)
            set_time(point, case.force, 1 / case.n)
            data.style(case.strategy, kind="bar", unlisted=True)
            data.add_least(point)


def gather_cold(cases, data):
    for case in cases.systems():
        for name, time in ("warm caches", case.force), ("cold caches", case.force_cold):
            if math.isfinite(case.force_cold.median):
                point = place(cases, case, tuned_text(cases, case), data)
                point.curve = name
                set_time(point, time, 1e-3)
                data.style(name, kind="points")
                data.add_least(point)


# --- one number of each case, against the number of particles ---


def find_quantity(quantity, case, point):
    if "number" in quantity:
        point.set(case.number(quantity["number"]) / (case.number(quantity["per"]) if "per" in quantity else 1))
    else:
        set_time(point, getattr(case, quantity["time"]), 1e-3)
    return point.y > 0 and math.isfinite(point.y)


def add_quantity(cases, case, quantity, apart, data):
    point = Point("", "", "", case.n, case=case)
    if not find_quantity(quantity, case, point):
        return
    name = CURVES[quantity.get("curve", "tuning")](cases, case)
    model = (physics_text if quantity.get("all_skins") else model_text)(cases, case)
    entries = varied(cases, case, "order", *(() if quantity.get("no_entries") else ("entries",)))
    name, model = (name, join(model, entries)) if apart else (join(name, entries), model)
    point.row, point.curve = setting_text(cases, case), name
    point.column = join(model, size_text(case) if data.form == "bars" else density_text(cases, case))
    if data.form == "bars":
        point.x = data.tick(name)
        data.style(name, kind="bar", unlisted=True)
    data.add_least(point)


def has_several_skins(cases):
    """Whether steps of a case were timed with several skins."""
    skins = {}
    for case in cases.timed:
        if math.isfinite(case.step.median):
            same = case.input_hash, case.device, case.strategy, case.tuning, case.precision
            skins.setdefault(same, set()).add(case.skin)
    return any(len(found) > 1 for found in skins.values())


def gather_quantity(cases, data, figure):
    """Gathers curves or, if no curve has two points, bars in a panel for each system. If there are more curves than a
    reader can distinguish, cases that differ in order and entries get separate panels."""
    quantity = figure["quantity"]

    def add_cases(form, apart):
        data.clear()
        data.form = form
        for case in cases.systems():
            add_quantity(cases, case, quantity, apart, data)

    add_cases("curves", False)
    curves = {(point.panel(), point.curve) for point in data.points}
    if data.points and len(curves) == len(data.points):
        add_cases("bars", False)
    elif len(data.curves) > 16:
        add_cases("curves", True)
    if data.form == "curves":
        data.leave_out(lambda points: len(points) == 1)
    data.sort("row", "column", "curve", "x")
    if quantity.get("all_skins") and has_several_skins(cases):
        data.title += " at its best skin"
    if data.form == "bars":
        data.axes = "zero_y"
    elif data.points:
        add_papers(cases, data, figure["name"])
        if quantity.get("peers"):
            add_peers(data)


def gather_launches(cases, data):
    """Gathers the least time of each way to launch steps. Adds a line at the fastest step of the smallest system."""
    for case in cases.systems():
        way, time = launched_text(cases, case), case.step
        if not way or not time.median > 0:
            continue
        point = Point(setting_text(cases, case), join(physics_text(cases, case), density_text(cases, case)), way,
                      case.n, case=case)
        set_time(point, time, 1e-3)
        data.add_least(point)
    rows = {}
    for point in data.points:
        rows.setdefault(point.row, []).append(point)
    data.leave_out(lambda points: min(len({point.curve for point in points}), len({point.x for point in points})) == 1)
    if len({point.curve for point in data.points}) == 1:
        data.clear()
    for (row, column), points in data.panels().items():
        least = min(rows[row], key=lambda point: (point.x, point.doubtful, point.y))
        floor = f"latency: the fastest step of {whole(least.x)} particles"
        data.style(floor, kind="line")
        for x in min(point.x for point in points), max(point.x for point in points):
            data.add(Point(row, column, floor, x, least.y))
    data.sort("row", "column", "curve", "x")


def add_papers(cases, data, name):
    """Adds numbers of papers, for the experiments that the results repeat, to points with the same number of
    particles."""
    measured = {}
    for point in data.points:
        measured.setdefault((point.panel(), point.x), point)
    for path in sorted(glob.glob(os.path.join(HERE, "../results/published/*.json"))):
        paper = load(path)
        if not set(paper.get("configs", [])) & set(cases.document["configs"]):
            continue
        for printed in paper.get("numbers", []):
            where = printed.get("figure", {})
            for point in measured.values() if where.get("name") == name else ():
                if point.x == printed.get("particles"):
                    value = number(printed.get("value")) * where.get("factor", 1)
                    data.add_published("as the paper prints it", where["curve"],
                                       Point(point.row, point.column, "", point.x, value), least=False)


def add_peers(data):
    """Adds steps of other engines next to the steps of cases. Error bars are the spread of their runs."""
    for point in list(data.points):
        peers = point.case.at("peers") if point.case is not None else None
        for engine, step in (at(peers, "step_ns") or {}).items():
            spread, y = number(at(peers, "spread." + engine)), 1e-3 * step
            name = f"{at(peers, 'program.' + engine) or ''}, {at(peers, 'precision.' + engine) or ''} precision"
            data.add_published("other engines", name,
                               Point(point.row, point.column, "", point.x, y, y * (1 - spread), y * (1 + spread)))


# --- threads and replicas ---


def gain(case, one, kind):
    """Returns a ceiling with the threads of a case divided by the ceiling with one thread; NaN if not measured."""
    many, single = case.reported["ceilings"], one.reported["ceilings"]
    if not many or not single or single["cores"] != 1 or many["cores"] != case.threads:
        return NAN
    return many[kind] / single[kind] if many.get(kind) is not None and single.get(kind) else NAN


def gather_scaling(cases, data):
    """Gathers the scaling with threads of a CPU: a strategy's speed-up of forces and lists over one thread, and the
    efficiency. Lines show ideal scaling and the scaling of ceilings."""
    for case in cases.best_of_all():
        same = [other for other in cases.of_group[case.group] if other.timed and other.strategy == case.strategy and
                other.same_target(case)]
        one = min((other for other in same if other.threads == 1), key=lambda other: other.force.median, default=None)
        if one is None or not any(other.threads > 1 for other in same):
            continue
        fma = "fma_single" if case.reported["narrow"] else "fma_double"
        bounds = {"each thread as fast as one": case.threads, f"what {fma} allows": gain(case, one, fma),
                  "what stream_dram allows": gain(case, one, "stream_dram")}
        column = join(device_text(cases, case), case.precision + " precision", model_text(cases, case),
                      density_text(cases, case), "N = " + whole(case.n))
        for of, time, base in ("", case.force, one.force), ("lists: ", case.build, one.build):
            if not math.isfinite(time.median) or not math.isfinite(base.median):
                continue
            for row, share in (of + "speed-up over one thread", 1), (of + "efficiency", 1 / case.threads):
                point = speedup(Point(row, column, case.strategy, case.threads), case, time, one, base)
                point.set(point.y * share, point.low * share, point.high * share)
                data.add(point)
                for name, bound in bounds.items():
                    if not math.isnan(bound):
                        data.style(name, kind="line")
                        data.add_least(Point(row, column, name, case.threads, bound * share))
    data.sort("curve", "x")


def gather_throughput(cases, data):
    rows = (("millions of particle steps a second", "particle_steps_per_s", 1e-6),
            ("µs per step of one", "step_ns", 1e-3), ("slowest over fastest", "fairness", 1))
    for case in cases.systems():
        replicas = case.at("replicas") or {}
        column = join(setting_text(cases, case), model_text(cases, case), varied(cases, case, "density"),
                      "N = " + whole(case.n))
        curve = f"{tuned_text(cases, case)}, {case.sharing}{' (MPS)' if replicas.get('mps') is True else ''}"
        for row, member, scale in rows if replicas.get("particle_steps_per_s") else ():
            for x, value in zip(replicas.get("count") or [], replicas.get(member) or []):
                if math.isfinite(number(x) * number(value)):
                    data.add(Point(row, column, curve, x, scale * value, case=case))


# --- over one core ---


def device_curve(cases, case):
    threads = f"{case.threads:g} thread{'s' if case.threads > 1 else ''}" if case.threads >= 1 else ""
    return join(device_text(cases, case), threads, parameters_text(cases, case))


def serial_panel(cases, case, skins):
    return case.precision + " precision", join(f"{case.model}, {case.source}, ρ = {case.density:.4g}",
                                               varied(cases, case, "state", *(("skin",) if skins else ())))


def claimed(cases, data, over, **members):
    """Yields the speed-ups that papers print over some strategies, from the claims of the results, with their cases."""
    for claim in cases.document["published"] if data.points else ():
        if over(claim["over"]) and all(claim[name] == value for name, value in members.items()):
            yield claim, cases.all[claim["case"]]


def add_claims(cases, data, quantity, by_time_step):
    """Adds the speed-ups over one core that papers print. Adds each once, even if several results contain it."""
    strategies = cases.document["strategies"]
    for claim, case in claimed(cases, data, lambda name: strategies[name]["one_thread"], number=quantity):
        x = case.dt if by_time_step else case.n
        data.add_published("as the paper prints it", claim["source"],
                           Point(*serial_panel(cases, case, not by_time_step), "", x, claim["value"], case=case))


def gather_speedup_serial(cases, data):
    # steps are compared if all cases have the same time step, otherwise force calls
    steps = bool(cases.timed) and all(case.step_ns > 0 and case.dt == cases.timed[0].dt for case in cases.timed)
    for case in cases.timed:
        faster = (other for other in cases.of_group[case.group] if other.timed and not other.one_thread and
                  other.same_target(case) and other.same_threads(case) and other.force.median < case.force.median)
        serial = None if case.one_thread or any(faster) else cases.baseline(case, "serial")
        if serial is None:
            continue
        point = Point(*serial_panel(cases, case, True), device_curve(cases, case), case.n, case=case)
        if steps:
            point.set(serial.step_ns / case.step_ns)
        else:
            speedup(point, case, case.force, serial, serial.force)
        data.add(point)
    add_claims(cases, data, "dynamics.step_ns" if steps else "", False)


def gather_speedup_dt(cases, data):
    for case in cases.systems():
        serial = next((other.step_ns for other in cases.of_system[case.system] if other.one_thread and
                       other.precision == case.precision and other.same_host(case) and other.dt == case.dt and
                       other.at("dynamics.thermostat") == case.at("dynamics.thermostat")), NAN)
        if not case.one_thread and math.isfinite(serial) and case.step_ns > 0:
            data.x_label = "time step in fs" if is_femtoseconds(case) else "time step in units of the model"
            # relative to the serial step, so that the fastest is the smallest
            data.add_least(Point(*serial_panel(cases, case, False), device_curve(cases, case), case.dt,
                                 case.step_ns / serial, case=case))
    for point in data.points:
        point.set(1 / point.y)
    add_claims(cases, data, "dynamics.step_ns", True)


# --- steps, history, lanes ---

PARTS = {"forces": "force", "bonded terms": "bonded", "list": "list", "order": "sort", "integration": "integration",
         "thermostat": "thermostat"}


def gather_step_parts(cases, data):
    for name in (*PARTS, "rest"):
        data.style(name, kind="part")
    for case in cases.systems():
        timed = math.isfinite(case.step.median)
        whole_step = case.step.median if timed else case.step_ns
        parts = [case.number("step_parts." + part) if timed else whole_step * case.number("dynamics.shares." + part)
                 for part in PARTS.values()]
        parts = [part if math.isfinite(part) else 0 for part in parts]
        if not sum(parts) > 0 or not math.isfinite(whole_step):
            continue
        name = join(tuned_text(cases, case), varied(cases, case, "step"))
        tick, end = data.tick(name), 0
        for curve, part in zip((*PARTS, "rest"), (*parts, max(0, whole_step - sum(parts)))):
            end, begin = end + part, end
            if part > 0:
                data.add(Point(setting_text(cases, case), join(physics_text(cases, case), size_text(case)), curve, tick,
                               1e-3 * part, 1e-3 * begin, 1e-3 * end, timed and case.step.doubtful, case))
    if max((point.high for point in data.points), default=0) > 1e4:
        data.y_label = "ms per step"
        for point in data.points:
            point.set(1e-3 * point.y, 1e-3 * point.low, 1e-3 * point.high)


def side(values):
    """Returns the least value, the median and the greatest value."""
    values = sorted(values)
    return values[0], (values[(len(values) - 1) // 2] + values[len(values) // 2]) / 2, values[-1]


def gap_at(y, k, threshold):
    """Returns the logarithm of the gap between up to five values before k and up to five values starting at k; 0: no
    change."""
    left, right = y[max(k - 5, 0):k], y[k:k + 5]
    if len(left) < 3 or len(right) < 3:
        return 0
    (least, middle, most), (low, median, high) = side(left), side(right)
    gap = max(math.log(low / most), math.log(least / high))
    return max(gap, 0) if abs(math.log(median / middle)) > math.log1p(threshold) else 0


def change_points(y, threshold):
    """Returns the places where a positive series changes its level. All of the three to five values before such a
    place are below or above all of the three to five values that start there. The relative difference of their
    medians exceeds the threshold. Of neighboring places, only the first with the widest gap remains. Without a
    change, two sides of five values are separate at 0.8 % of places, two sides of three at 10 %; the threshold
    removes most of these places."""
    gaps = [gap_at(y, k, threshold) for k in range(len(y))]
    return [gap > 0 and all(rival < gap or rival == gap and other >= k
                            for other, rival in enumerate(gaps[max(k - 2, 0):k + 3], max(k - 2, 0)))
            for k, gap in enumerate(gaps)]


def gather_history(cases, data):
    commits = list(dict.fromkeys(case.commit for case in reversed(cases.all)))[:MOST][::-1]
    if len(commits) < 2:
        return
    data.ticks = commits
    data.style("change of level", kind="rings")
    series = {}
    for case in cases.all:
        if case.timed:
            series.setdefault((case.id, case.device, case.host), {})[case.commit] = case
    for found in series.values():
        like = next(iter(found.values()))
        ordered = [(tick, found[commit]) for tick, commit in enumerate(commits) if commit in found]
        if len(ordered) < 2:
            continue
        first = ordered[0][1].force.median
        name = join(join(like.strategy, like.tuning, gap=" "), varied(cases, like, "binning", "order", "entries"))
        points = [Point(machine_text(cases, like),
                        join(model_text(cases, like), size_text(like), like.precision + " precision"), name, tick,
                        case.force.median / first, case.force.low / first, case.force.high / first,
                        case.force.doubtful, case) for tick, case in ordered]
        changes = change_points([point.y for point in points], 0.02)
        for point in points + [point.copy(curve="change of level") for point, is_one in zip(points, changes) if is_one]:
            data.add(point)


def gather_lanes(cases, data):
    data.style("both agree", kind="line")
    for case in cases.all:
        x, y = WARP * case.number("lanes.overall"), case.number("hardware.threads_per_instruction")
        if math.isfinite(x) and math.isfinite(y):
            point = Point(model_row(cases, case, case.device), case.precision + " precision", case.strategy, x, y,
                          case=case)
            data.style(case.strategy, kind="points")
            data.add(point)
            for end in 0, WARP:
                data.add_least(Point(point.row, point.column, "both agree", end, end))


def has_branches(case):
    return bool(case.at("counts.branches"))


def is_replayed(case):
    return has_branches(case) and math.isfinite(case.number("lanes.paths.mean"))


def gather_branches(cases, data):
    rows = ("pairs within the cut-off that take the branch, %",
            f"active lanes of a warp where any takes the branch, of {WARP}", "distinct paths of a warp at once")
    data.rows = dict.fromkeys(rows)
    data.style("pairs", unlisted=True)
    taken = {branch for case in cases.all for branch, count in (case.at("counts.branches") or {}).items() if count > 0}

    def add_once(row, curve, name, y):
        """Adds a point, unless a case with another precision or device has already added the same."""
        x = data.tick(name)
        if math.isfinite(y) and (row, column, curve, x) not in data.places:
            data.add(Point(row, column, curve, x, y, case=case))

    for case in cases.all:
        most = most_particles(cases, case, is_replayed) or most_particles(cases, case, has_branches)
        if not has_branches(case) or case.n != most:
            continue
        column = join(model_text(cases, case), size_text(case))
        curve = tuned_text(cases, case) if is_replayed(case) else "pairs"
        lanes = {branch["name"]: number(branch["active_share"]) for branch in case.at("lanes.branches") or []}
        for branch, count in case.at("counts.branches").items():
            if branch in taken:
                pairs = case.number("counts.pairs_in_cutoff")
                add_once(rows[0], "pairs", branch, 100 * count / pairs if pairs else NAN)
                add_once(rows[1], curve, branch, WARP * lanes.get(branch, NAN))
        for name in "mean", "most":
            add_once(rows[2], curve, name, case.number("lanes.paths." + name))


def gather_occupancy(cases, data):
    kernels = sorted(cases.document["kernels"], key=lambda kernel: kernel["architecture"])
    for kernel in kernels:
        data.style(kernel["strategy"], kind="bar", unlisted=True)
        # several tuning values: the shortest bar is drawn
        data.add_least(Point(f"{kernel['model']}, {kernel['precision']} precision", f"sm_{kernel['architecture']:g}",
                             kernel["strategy"], data.tick(kernel["strategy"]), 100 * kernel["occupancy"]))


# --- errors, energies and roofs ---


def has_error(case):
    return case.timed and case.number("verify.force_rms_rel") > 0


def gather_pareto(cases, data):
    frontier = "none is faster and more accurate"
    data.style(frontier, kind="rings")
    for case in cases.best_of_all():
        if has_error(case) and case.n == most_particles(cases, case, has_error):
            curve = f"{case.strategy}, {case.precision}"
            data.style(curve, kind="points", colour=case.precision, mark=case.strategy)
            data.add(Point(model_row(cases, case, machine_text(cases, case)), system_text(cases, case), curve,
                           1e-3 * case.force.median, case.number("verify.force_rms_rel"), doubtful=case.force.doubtful,
                           case=case))
    for points in data.panels().values():
        last = None
        for point in sorted(points, key=lambda point: (point.x, point.y)):
            # errors that differ by less than 25 % count as equal: another order of sums changes them by as much
            if not point.doubtful and (last is None or point.y * 1.25 < last.y):
                data.add(point.copy(curve=frontier))
                last = point


def motion_column(cases, case, *motion):
    return join(model_text(cases, case), varied(cases, case, "density"), "N = " + whole(case.n), *motion)


def motion_curve(cases, case, ending=""):
    return join(case.precision, case.backend, tuned_text(cases, case),
                varied(cases, case, "device", "machine", "threads")) + ending


def gather_energy(cases, data):
    for case in cases.timed:
        reference = cases.all[case.reported["reference"]] if case.reported["moved"] else None
        total = reference and reference.at("dynamics.samples.total")
        if not total:
            continue
        fs, thermostat = is_femtoseconds(case), case.at("dynamics.thermostat")
        unit = "kcal/mol" if fs else "units of the model"
        data.x_label = "time in ps" if fs else "time in units of the model"
        column = motion_column(cases, case, f"dt = {case.dt:.4g}{' fs' if fs else ''}",
                               "no thermostat" if thermostat == "none" else thermostat)
        curve = motion_curve(cases, case)
        data.style(curve, kind="line")
        step = case.number("dynamics.samples.every") * case.dt / (1e3 if fs else 1)
        for row, member, zero, most in (("total energy of a particle over its start, " + unit, "total", total[0], 500),
                                        (f"mean potential energy of a particle, {unit}", "potential", 0, 20)):
            samples = case.at("dynamics.samples." + member) or []
            block = -(-len(samples) // most) or 1
            for k in range(0, len(samples), block):
                mean = sum(samples[k:k + block]) / len(samples[k:k + block])
                data.add(Point(row, column, curve, k * step, mean - zero, case=case))


def holds(fit):
    """Whether a power law fits well enough to draw it and to print its order."""
    return fit["order"] is not None and fit["r2"] is not None and fit["r2"] >= 0.9


def fitted_curve(cases, case):
    """Returns the name of a case's curve. It contains the orders of power laws that fit, or how often the drift
    exceeds its error."""
    fit, drift = case.reported["fits"]
    ending = ""
    if holds(fit):
        ending = f", p = {fit['order']:.3f}"
    if fit["steps"] > 0 and holds(drift):
        ending += f", q = {drift['order']:.2f}"
    elif fit["steps"] > 0:
        ending += f", drifts at {drift['reported']:.0f} of {drift['steps']:.0f} time steps"
    return motion_curve(cases, case, ending)


def gather_drift(cases, data):
    free = [case for case in cases.timed if case.reported["fits"]]
    steps = any(case.reported["fits"][0]["steps"] > 0 for case in free)
    if not steps:
        data.form, data.title = "dots", "Fluctuation and drift of the total energy"
    per = next((case.at("dynamics.drift.per") for case in free if case.reported["fluctuation"] is not None), "")
    rows = ("RMS fluctuation of the total energy, kT per particle" + (", ∝ dt^p" if steps else ""),
            f"drift of the total energy, kT per particle and {per}" + (", ∝ dt^q" if steps else ""))
    data.rows = dict.fromkeys(rows)
    for case in free:
        fluctuation = number(case.reported["fluctuation"])
        if not fluctuation > 0:
            continue
        fs, curve = is_femtoseconds(case), fitted_curve(cases, case)
        motion = [] if steps else [f"dt = {case.dt:.4g}{' fs' if fs else ''}"]
        if steps:
            data.x_label = "time step in fs" if fs else "time step in units of the model"
        data.style(curve, kind="points", unlisted=not steps)
        x, column = case.dt if steps else data.tick(curve), motion_column(cases, case, *motion)
        data.add(Point(rows[0], column, curve, x, fluctuation, case=case))
        drift, off = abs(case.number("dynamics.drift.kt_per_particle")), case.number("dynamics.drift.error")
        if drift > 0:
            # a logarithmic axis cannot show 0: the error bar of a drift within its error would end there
            data.add(Point(rows[1], column, curve, x, drift, drift - off if case.reported["drifts"] else drift / 10,
                           drift + off if math.isfinite(off) else drift, case=case))
    for k, row in enumerate(rows):
        for case in free:
            fit = case.reported["fits"][k]
            if holds(fit) and case.reported["first"]:
                of = fitted_curve(cases, case)
                curve = f"fit {list(data.curves).index(of)}"
                data.style(curve, kind="line", unlisted=True, colour=of, mark=of)
                for dt in fit["least"], fit["most"]:
                    data.add(Point(row, motion_column(cases, case), curve, dt, fit["factor"] * dt ** fit["order"],
                                   case=case))


def find_roofs(case):
    """Returns the bytes per second of the levels of memory, from near to far. A level has a roof only if it is
    clearly slower than nearer levels. Roofs would otherwise almost coincide."""
    roofs, least = {}, math.inf
    for level in "L1", "L2", "L3", "DRAM":
        rate = number(case.reported["ceilings"].get(level))
        if 0 < rate < 0.85 * least:
            roofs[level] = least = rate
    return roofs


def add_roofs(data, case, panel, first, last):
    """Adds the roofs of a panel, in Gflop/s."""
    peak, ridge = case.reported["ceilings"]["peak"], math.inf
    for level, roof in find_roofs(case).items():
        crossing = peak / roof
        ridge, last = min(ridge, crossing), max(last, 4 * crossing)  # leaves room for the name of the peak
        start = min(first, crossing / 2)
        data.add(Point(*panel, level, start, 1e-9 * roof * start))
        data.add(Point(*panel, level, crossing, 1e-9 * peak))
    for x in min(ridge, last), last:
        data.add(Point(*panel, "peak", x, 1e-9 * peak))


def gather_roofline(cases, data):
    """Gathers all cases by the bytes that their pairs load from any level of memory: the cache-aware roofline model, A.
    Ilic, F. Pratas, L. Sousa, IEEE Comput. Archit. Lett. 13, 21 (2014)."""
    for roof in "peak", "L1", "L2", "L3", "DRAM":
        data.style(roof, kind="line")
    for case in cases.all:
        work, ceilings = case.reported["work"], case.reported["ceilings"]
        if not ceilings or not number(ceilings["peak"]) > 0 or not work or not work["flops"] * work["bytes"] > 0:
            continue
        flops, force = work["flops"], case.force
        data.style(case.strategy, kind="points")
        data.add(Point(model_row(cases, case, machine_text(cases, case)), case.precision + " precision", case.strategy,
                       flops / work["bytes"], flops / force.median, flops / force.high, flops / force.low,
                       force.doubtful, case))
    first = min((point.x / 6 for point in data.points), default=0)  # leaves room for the names of the roofs
    last = max((point.x * 2 for point in data.points), default=0)
    for panel, points in data.panels().items():
        add_roofs(data, points[0].case, panel, first, last)


# --- machines that share panels ---


def take_out(device, words):
    """Removes the device from the parts of a text; None if it is not one of them."""
    parts = words.split(", ")
    own = device.split(", ")
    for k in range(len(parts) - len(own) + 1):
        if parts[k:k + len(own)] == own:
            return ", ".join(parts[:k] + parts[k + len(own):])
    return None


def take_any(machines, words):
    return next((rest for rest in (take_out(machine, words) for machine in machines) if rest is not None), words)


def is_measured(style):
    return style.kind in ("joined", "points", "bar")


def share(cases, old, machines):
    """Returns the data with all machines in common panels, with a separate mark for each machine. Curves that belong to
    no machine are drawn once; of several tuning values, only the fastest remains."""
    data = Data({"title": old.title})
    data.__dict__.update({name: value for name, value in old.__dict__.items()
                          if name not in ("rows", "columns", "curves", "points", "places")})
    data.form = "dots" if old.form == "bars" else old.form
    named = any(take_any(machines, curve) != curve for curve in old.curves)
    for point in old.points:
        style = old.curves[point.curve]
        # removes tuning values from the name of a curve: "team lanes=8, cbin" becomes "team, cbin"
        plain_name = re.sub(" (?!=)[^ ,]*=[^ ,]*", "", point.curve) if is_measured(style) else point.curve
        curve = point.curve if named else plain_name
        if point.case is not None and is_measured(style) and not named:
            machine = device_text(cases, point.case)
            style = Style("points" if style.kind == "bar" else style.kind, False, curve, machine)
            curve = f"{curve}, {machine}"
        data.curves[curve] = style
        shared = point.copy(row=take_any(machines, point.row), column=take_any(machines, point.column), curve=curve)
        exact = point.case is not None and (named or plain_name == point.curve)
        (data.add if exact else data.add_least)(shared)
    if data.form == "curves":
        data.sort("row", "column", "curve", "x")
    return data


def gather(cases, figure, shared):
    data = Data(figure)
    if "quantity" in figure:
        gather_quantity(cases, data, figure)
    else:
        globals()["gather_" + figure["name"].replace("-", "_")](cases, data)
    machines = list(dict.fromkeys(device_text(cases, case) for case in cases.all if case.timed))
    if shared and len(machines) > 1 and data.form != "roofline" and all(
            style.kind not in ("part", "rings") and not style.mark for style in data.curves.values()):
        return share(cases, data, machines)
    return data


# --- headings, captions and the table ---


def differing(texts, common):
    """Returns for each text the parts that not all texts have; appends the common parts to `common`."""
    parts = [words.split(", ") for words in texts]
    every = [part for part in parts[0] if all(part in other for other in parts)] if parts else []
    common += (part for part in dict.fromkeys(every) if part and part not in common)
    return {words: ", ".join(part for part in own if part not in every) for words, own in zip(texts, parts)}


def headings(data):
    """Returns the headings of panels and curves, and a caption with their common parts."""
    common = []
    used_rows, used_columns, used = ({getattr(point, name) for point in data.points}
                                     for name in ("row", "column", "curve"))
    rows = {} if data.quantities else differing([row for row in data.rows if row in used_rows], common)
    columns = differing([column for column in data.columns if column in used_columns], common)
    counting = [name for name, style in data.curves.items() if name in used and data.form != "bars" and
                not style.unlisted and style.kind in ("joined", "points")]
    others = [name for name, style in data.curves.items() if name not in counting and not style.unlisted]
    curves = {} if len(counting) == 1 and others else differing(counting, common)
    return rows, columns, {name: curves.get(name, name) for name in data.curves}, ", ".join(common)


def plain(words):
    """Returns a text on one line, without control characters."""
    words = re.sub("[\t-\r\x85\u2028\u2029]", " ", words)
    return re.sub("[\0-\x08\x0e-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]",
                  "\ufffd", words)


@functools.cache
def quoted(words):
    """Returns a text in double quotes; double quotes and backslashes in it become single quotes."""
    return '"' + re.sub(r'["\\]', "'", plain(words)) + '"' if words else ""


COLUMNS = ("row", "panel", "curve", "kind", "name", "x", "y", "low", "high", "trusted", "n", "density", "tuning",
           "x_label", "y_label", "heading", "key", "colour", "mark")


def write_table(path, data, headed):
    rows, columns, keys, _ = headed
    data.sort("row", "column", "curve")
    with open(path, "w", encoding="utf-8") as file:
        file.write("\t".join(COLUMNS) + "\n")
        for point in data.points:
            style, case = data.curves[point.curve], point.case
            tick = data.ticks[int(point.x)] if 0 <= point.x < len(data.ticks) else ""
            fields = [quoted(point.row), quoted(point.column), quoted(point.curve), quoted(style.kind), quoted(tick)]
            fields += [f"{value:.10g}" for value in (point.x, point.y, point.low, point.high)]
            fields += ["-1" if point.slowed else str(int(not point.doubtful)), f"{case.n if case else NAN:.15g}",
                       f"{case.density if case else NAN:.6g}",
                       quoted(case.tuning if case else ""), quoted(data.x_label),
                       quoted(point.row if data.quantities else data.y_label),
                       quoted(join(rows.get(point.row, ""), columns[point.column])),
                       quoted("" if style.unlisted else keys[point.curve]),
                       quoted(style.colour or point.curve), quoted(style.mark or point.curve)]
            file.write("\t".join(fields) + "\n")


def caption(data, common):
    """Returns the lines below the title: the quantity, properties that all panels have in common, and remarks."""
    lines = [data.title if data.finding != data.title else "", plain(common)]
    if any(point.doubtful for point in data.points):
        lines.append("Grey and hollow: not to be trusted; pairlanes show says why")
    if any(point.slowed for point in data.points):
        lines.append("No axis reaches to a median over twice the shortest call")
    if data.left_out > 0:
        lines.append(f"Left out: {data.left_out} panel{'s' if data.left_out > 1 else ''} with nothing to compare")
    return "\n".join(line for line in lines if line)


def load(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


# --- drawing ---


def start_gnuplot(name, data, words, width, drawings):
    """Starts to draw all drawings at the same time."""
    return [subprocess.Popen(["gnuplot", "-d", "-c", "plots/draw.gp", data.form, f"{name}.tsv", drawing, width,
                              data.axes, data.finding, words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                             stderr=subprocess.STDOUT, text=True, errors="replace") for drawing in drawings]


def end_gnuplot(running):
    said = [drawn.communicate()[0] for drawn in running]
    for drawn, text_said in zip(running, said):
        if drawn.returncode < 0:
            sys.exit(f"gnuplot was ended by signal {-drawn.returncode} ({signal.strsignal(-drawn.returncode)})")
        if drawn.returncode > 0:
            sys.exit(f"gnuplot failed with exit status {drawn.returncode}: {text_said}")


def is_whole(path):
    """Whether a drawing is complete and stored on the disk."""
    try:
        file = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK)
        try:
            tail = os.pread(file, 16, max(0, os.lseek(file, 0, os.SEEK_END) - 16))
            os.fsync(file)
        finally:
            os.close(file)
    except OSError:
        return False
    return b"IEND\xae\x42\x60\x82" in tail or b"</svg>" in tail


def move(name, folder):
    """Moves a file to the place of the figure; replaces only an older figure."""
    to = os.path.join(folder, name)
    try:
        if os.path.lexists(to) and not stat.S_ISREG(os.lstat(to).st_mode) and not os.path.islink(to):
            sys.exit(f"{to}: it is there, and no regular file")
        os.rename(name, to)
    except OSError as error:
        sys.exit(f"{to}: cannot be written: {error.strerror}")


def draw(name, data, words, pages):
    """Draws a figure for each page. Yields when the first page is being drawn, so that the caller can continue."""
    for width, below in pages:
        folder = os.path.normpath(os.path.join(os.path.dirname(os.getcwd()), below))
        drawings = (f"{name}.png", f"{name}.svg")
        running = start_gnuplot(name, data, words, width, drawings)
        try:
            yield
            end_gnuplot(running)
        finally:
            for drawn in running:  # they would write into a removed folder after a failure
                drawn.kill()
                drawn.wait()
        for drawing in drawings:
            if not is_whole(drawing):
                sys.exit(f"gnuplot ended well, but drew no whole {drawing} (is the disk full?)")
        try:
            os.makedirs(folder, exist_ok=True)
            shutil.copyfile(f"{name}.tsv", "copy.tsv")
            os.replace("copy.tsv", os.path.join(folder, f"{name}.tsv"))
        except OSError as error:
            sys.exit(f"{folder}/{name}.tsv: cannot be written: {error.strerror}")
        for drawing in drawings:
            move(drawing, folder)


def main(path, reported_path, shared, *rest):
    gc.disable()  # the garbage collector takes a quarter of the time for 10,000 cases, and finds little
    cases, reported = Cases(load(path)), []
    pages = [word.split("=", 1) for word in rest if "=" in word]
    names = [word for word in rest if "=" not in word]
    drawing = []  # gnuplot draws two figures while the points of the next figure are gathered
    try:
        for figure in load(os.path.join(HERE, "figures.json")):
            if names and figure["name"] not in names:
                continue
            try:
                data = gather(cases, figure, shared == "shared")
                if not data.points:
                    continue
                headed = headings(data)
                data.keys = headed[2]
                data.finding = plain(FINDINGS[figure["name"]](data)) or data.title
                data.reach_slowed()
                write_table(f"{figure['name']}.tsv", data, headed)
                if len(drawing) > 1:
                    list(drawing.pop(0))
                drawing.append(draw(figure["name"], data, caption(data, headed[3]), pages))
                next(drawing[-1])
                title = figure["title"] + (f": {data.finding}" if data.finding != data.title else "")
                reported.append({"name": figure["name"], "title": title, "published": data.published})
            except Unfit as unfit:
                reported.append({"name": figure["name"], "unfit": str(unfit)})
        for drawn in drawing:
            list(drawn)
    finally:
        for drawn in drawing:
            drawn.close()
    with open(reported_path, "w", encoding="utf-8") as file:
        json.dump(reported, file)


if __name__ == "__main__":
    main(*sys.argv[1:])
