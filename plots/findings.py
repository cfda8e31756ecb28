"""Findings of figures, for their titles: sentences made of the trusted points. Each function gets the data of a figure
and returns a sentence; "" if there is no finding."""
import collections
import math
import statistics

ALIKE = 1.01  # values with a ratio below this are equal


def short(value):
    """Formats a number with three significant digits."""
    digits = 2 - math.floor(math.log10(abs(value))) if value else 0
    plain = value == 0 or 1e-3 <= abs(value) < 1e9
    return f"{round(value, digits):,.{max(digits, 0)}f}" if plain else f"{value:.1e}"


def span(values):
    least, most = (short(end(values)) for end in (min, max))
    return least if least == most else f"{least} to {most}"


def counted(count, of, what):
    every = {1: f"the only {what}", 2: f"both {what}s"}.get(of, f"all {of} {what}s")
    return every if count == of else f"{count} of {of} {what}s"


def sound(data, kinds=("joined", "points", "bar")):
    """Returns the trusted measured points, without those that axes do not reach."""
    return [point for point in data.points if data.curves[point.curve].kind in kinds and not point.doubtful and
            not point.slowed and 1e-99 < abs(point.y) < 1e99]


def rivals(data, name_of):
    """Returns the points of each place (the same particles on the same machine) that has several names. The bars of a
    panel are at one place."""
    places = {}
    for point in sound(data):
        place = None if data.form == "bars" else point.x
        places.setdefault((point.panel(), data.curves[point.curve].mark, place), []).append(point)
    return [points for points in places.values() if len({name_of(point) for point in points}) > 1]


def first(data, sign, what, after):
    """Describes the best strategy (with one strategy, the best curve): its name, the number of places where it is
    best, and its margin. The best value is the least (sign 1) or the greatest (-1). If intervals overlap at a place,
    none is the best there."""
    def name_of(point):
        return point.case.strategy

    if not rivals(data, name_of):
        def name_of(point):
            return data.curves[point.curve].colour or data.keys[point.curve].replace(", ", " ")
    places, won = rivals(data, name_of), {}
    for points in places:
        best = min(points, key=lambda point: sign * point.y)
        second = min((point for point in points if name_of(point) != name_of(best)), key=lambda point: sign * point.y)
        apart = best.high < second.low if sign > 0 else best.low > second.high
        if best.y > 0 and apart and (second.y / best.y) ** sign > ALIKE:
            won.setdefault(name_of(best), []).append((second.y / best.y) ** sign)
    (name, gaps), *rest = sorted(won.items(), key=lambda item: -len(item[1])) or [("", [])]
    then = f"; {rest[0][0]} at {len(rest[0][1])}" if rest else ""
    return (f"{name} {what} at {counted(len(gaps), len(places), 'point')}{then}; the next "
            f"{after.format(short(max(gaps)))}" if gaps else "")


def fastest(data):
    return first(data, 1, "takes the least time", "takes up to {} times as long")


def step(data):
    """Names the fastest strategy; if there is only one, the times of other engines relative to it."""
    own = {(point.panel(), point.x): point.y for point in sound(data)}
    others = [point for point in sound(data, ("published",)) if (point.panel(), point.x) in own]
    engines = {point.curve.split(" ")[0] for point in others}
    named = f"{engines.pop()} takes" if len(engines) == 1 else "Other engines take"
    ratios = [point.y / own[point.panel(), point.x] for point in others]
    return fastest(data) or (f"{named} {span(ratios)} times as long" if ratios else "")


def launches(data):
    """Finds up to how many particles the kernels that make many steps are the fastest."""
    panels, ends, always = {}, [], 0
    for point in sound(data):
        panels.setdefault(point.panel(), {}).setdefault(point.x, {})[point.curve] = point.y
    for places in panels.values():
        sizes = sorted(places)
        fastest_at = [min(places[x], key=places[x].get) for x in sizes]
        lost = next((k for k, way in enumerate(fastest_at) if way != "many steps per kernel"), None)
        always += lost is None
        ends += [sizes[lost - 1]] if lost else []
    where = " to ".join(f"{end:,.0f}" for end in sorted({min(ends), max(ends)})) if ends else ""
    rest = f", and at every size in {counted(always, len(panels), 'panel')}" if always else ""
    return f"Many steps per kernel take the least time up to {where} particles{rest}" if ends else ""


def over(data, fast, slow):
    """Counts the points with an interval above 1 (or, if there are none, below 1). Describes the range of all ratios."""
    points = sound(data)
    above, below = sum(point.low > 1 for point in points), sum(point.high < 1 for point in points)
    word, count = ("faster", above) if above else ("slower", below)
    where = f"{fast} is {word} than {slow} at {counted(count, len(points), 'point')}"
    return (f"{where if count else f'{fast} and {slow} differ by less than their intervals'}: "
            f"{span([point.y for point in points])} times as fast" if points else "")


def over_core(data):
    ratios = [point.y for point in sound(data)]
    return f"The fastest takes {span(ratios)} times less than scalar code on one core" if ratios else ""


def scaling(data):
    points = [point for point in sound(data) if point.row == "speed-up over one thread"]
    most = max((point.x for point in points), default=0)
    last = sorted((point for point in points if point.x == most), key=lambda point: point.y)
    return (f"Forces on {most:g} threads are {short(last[0].y)} ({last[0].curve}) to {short(last[-1].y)} "
            f"({last[-1].curve}) times as fast as on one") if most > 1 else ""


def throughput(data):
    points = [point for point in sound(data) if point.row.startswith("millions")]
    alone = {(point.column, point.curve): point.y for point in points if point.x == 1}
    gains = [(point.y / alone[point.column, point.curve], point.x) for point in points
             if point.x > 1 and (point.column, point.curve) in alone]
    gain, systems = max(gains, default=(0, 0))
    return f"{systems:g} systems at a time do up to {short(gain)} times the steps of one" if gains else ""


def history(data):
    changes = sum(data.curves[point.curve].kind == "rings" for point in data.points)
    return "The level changes " + {0: "nowhere", 1: "once"}.get(changes, f"{changes} times")


def lanes(data):
    off = [abs(point.y / point.x - 1) for point in sound(data) if point.x > 0]
    half = short(100 * statistics.median(off)) if off else ""
    return f"Replay and counters differ by less than {half} % in half of the cases" if off else ""


def branches(data):
    points = [point for point in sound(data) if point.row.startswith("active lanes")]
    least = min(points, key=lambda point: point.y, default=None)
    return f"Branch {data.ticks[int(least.x)]} has the fewest active lanes: {short(least.y)} of 32" if least else ""


def step_parts(data):
    steps = {}
    for point in sound(data, ("part",)):
        steps.setdefault((point.panel(), point.x), {})[point.curve] = point.y
    shares = sorted({round(100 * parts.get("forces", 0) / sum(parts.values())) for parts in steps.values()
                     if sum(parts.values()) > 0})
    return f"Forces are {' to '.join(map(str, shares[:1] + shares[1:][-1:]))} % of a step" if shares else ""


def cold(data):
    places = {}
    for point in sound(data):
        style = data.curves[point.curve]
        places.setdefault((point.panel(), point.x, style.mark), {})[style.colour or point.curve] = point.y
    ratios = [of["cold caches"] / of["warm caches"] for of in places.values()
              if "cold caches" in of and "warm caches" in of]
    return f"With cold caches a call takes {span(ratios)} times as long" if ratios else ""


def occupancy(data):
    return f"Kernels fill {span([point.y for point in sound(data)])} % of the warps" if sound(data) else ""


def pareto(data):
    panels = {}
    for point in sound(data):
        panels.setdefault(point.panel(), []).append(point)
    panels = {panel: points for panel, points in panels.items()
              if len({data.curves[point.curve].colour for point in points}) > 1}
    won = collections.Counter(data.curves[min(points, key=lambda point: point.x).curve].colour
                              for points in panels.values())
    if not won:
        return ""
    precision, count = won.most_common(1)[0]
    errors = [point.y for point in sound(data) if data.curves[point.curve].colour == precision]
    where = counted(count, won.total(), "panel")
    return f"{precision} is the fastest precision in {where} with several, its errors {span(errors)}"


def energy(data):
    off = [(abs(point.y), data.keys[point.curve].replace(", ", " ")) for point in sound(data, ("line",))
           if point.row.startswith("total") and "no thermostat" in point.column]
    most, curve = max(off, default=(0, ""))
    return (f"Without a thermostat the total energy stays within {short(most)} of its start, farthest in {curve}"
            if off else "")


def drift(data):
    fits = [point.case.reported["fits"][0] for point in sound(data)]
    orders = [fit["order"] for fit in fits if fit["order"] is not None and (fit["r2"] or 0) >= 0.9]
    return f"The energy fluctuates as the time step to the power {span(orders)}" if orders else ""


def roofline(data):
    shares = [(1e9 * point.y / point.case.reported["ceilings"]["peak"], point.curve) for point in sound(data)]
    share, strategy = max(shares, default=(0, ""))
    return f"{strategy} comes nearest to the peak: {short(100 * share)} % of it" if shares else ""


FINDINGS = {
    "speedup": lambda data: first(data, -1, "is the fastest", "takes up to {} times as long"),
    "time": fastest, "times": fastest, "build": fastest, "bin": fastest, "bonded": fastest, "step": step,
    "launches": launches,
    "pair-energy": lambda data: first(data, 1, "takes the least energy", "takes up to {} times as much"),
    "memory": lambda data: first(data, 1, "needs the least memory", "needs up to {} times as much"),
    "speedup-n": lambda data: over(data, "edge", "vertex"),
    "speedup-density": lambda data: over(data, "A thread per pair", "vertex"),
    "speedup-serial": over_core,
    "speedup-dt": over_core,
    "step-parts": step_parts, "cold": cold, "scaling": scaling, "throughput": throughput, "history": history,
    "lanes": lanes, "branches": branches, "occupancy": occupancy, "pareto": pareto, "energy": energy, "drift": drift,
    "roofline": roofline,
}
