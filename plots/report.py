#!/usr/bin/env python3
"""Writes the pages of `pairlanes reproduce`: report.html, which needs nothing else, and report.md.

    report.py REPORT.json

REPORT.json is what reproduce has found: the items of papers with their claims, verdicts and figures.
The pages are written beside it. What the papers are and what they print is read from results/.
"""
import base64
import csv
import math
import os
import sys

from figures import join, load, plain

TITLE = "The papers, and whether their numbers hold"
ABOUT = ("What each paper prints stands beside what was measured here, with their ratio. A statement "
         "holds if at every point the 95 % interval lies within its bounds, does not if at one it "
         "lies beyond, and is undecided else. Open symbols in figures are the papers' numbers.")
QUICK = ("It has fewer particles and samples than the papers' cases, and shows that everything runs. "
         "Its numbers and verdicts are not those of the papers' cases.")
VERDICTS = {"holds": ("✓", "holds", "hold", "holds"), "does not hold": ("✗", "fails", "do not", "does not"),
            "undecided": ("?", "undecided", "are undecided", "is undecided"),
            "no data": ("–", "absent", "have no data", "has no data")}
UNITS = {"kJ/mol": (4.184, 0),  # the thermochemical calorie
         "°C": (1 / 0.001987204, -273.15)}  # the gas constant in kcal/(mol K), CODATA 2018
MOST_REASONS = 3
DATA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")


def significant(value, digits):
    """A number with this many digits, without an exponent."""
    if value is None or not abs(value) < 1e15:
        return "–"
    decimals = digits - 1 - int(f"{value:.{digits - 1}e}".partition("e")[2])
    return f"{value:.{min(max(decimals, 0), 20)}f}"


# --- what a paper prints ---


def printed_number(number):
    """A number with how the paper says it and its unit: "almost 40 %", "1 to 3 GB/s"."""
    value = f"{number['value']:.6g}" if "value" in number else f"{number['low']:.6g} to {number['high']:.6g}"
    said = join(number.get("relation", ""), value, number.get("unit", ""), gap=" ")
    return join(said, "read off the figure" if number.get("origin") == "read off" else "")


def is_verbatim(number, claim):
    """Whether a number stands in the paper as the claim has it."""
    return (number.get("value", math.nan) == claim.get("published") and number.get("origin") == "printed"
            and not number.get("unit") and not number.get("relation"))


def numbers_of(paper, claim):
    """The numbers of the paper that a claim names."""
    named = [paper["by_entry"].get(entry) for entry in claim.get("entry", [])]
    return [number for number in named if number is not None]


def said_by(paper, claim):
    """How the paper prints the numbers of a claim, and of which device."""
    return join(*(join("" if is_verbatim(number, claim) else printed_number(number), number.get("device", ""))
                  for number in numbers_of(paper, claim)), gap="; ")


def subject(number):
    """What a printed number is of: system, particles, precision, device."""
    n = f"N = {int(number['particles']):,}" if "particles" in number else ""
    parts = [number.get(key, "") for key in ("model", "system", "precision", "device", "note")]
    return join(n, *parts)


# --- what was measured ---


def first_point(claim):
    """The point that decides a claim; without values if there is none."""
    return claim["points"][0] if claim["points"] else {"ratio": math.nan, "ratio_interval": [None, None]}


def means(paper, claim):
    """Means of energies and temperatures in the unit of the paper's numbers."""
    unit = next((number["unit"] for number in numbers_of(paper, claim) if number.get("unit") in UNITS), "")
    if not claim["points"] or not unit or not claim.get("number", "").endswith(".mean") or "per" in claim:
        return ""
    size, zero = UNITS[unit]
    values = [f"{value * size + zero:.2f}" for value in first_point(claim)["values"] if value is not None]
    return " and ".join(values) + " " + unit


def decided_by(claim):
    point = first_point(claim)
    low, high = point["ratio_interval"]
    if "number" in claim:
        return f"{point['ratio']:.4g}"
    return f"{point['ratio']:.3f} " + (f"[{low:.3f}, {high:.3f}]" if high is not None else "[too few samples]")


def bound(claim):
    above, below = claim["above"], claim["below"]
    if above is not None and below is not None:
        return f"{above:.6g} to {below:.6g}"
    return f"above {above:.6g}" if above is not None else f"below {below:.6g}"


def why_it_differs(paper, item, claim):
    point = first_point(claim)
    device = next((number.get("device", "") for number in numbers_of(paper, claim)), "")
    ratio = point["ratio"] / claim.get("published", math.nan)
    far_off = claim.get("number", "_ns").endswith("_ns") and "across" not in claim and (ratio > 2 or ratio < 0.5)
    reasons = [claim.get("why") or ("other hardware: the paper's is the " + device if device and far_off else ""),
               claim.get("loss", "")]
    if claim["verdict"] == "no data":
        reasons.append("not measured yet" if item["cases"] == 0 else
                       "not measured: " + item["without"][0] if item["without"] else
                       "no case of these results is one that the statement is about")
    if claim["verdict"] == "undecided":
        reasons.append("a time is not to be trusted: " + point["doubt"] if "doubt" in point else
                       "the interval reaches beyond the bound" if point["ratio_interval"][1] is not None else
                       "too few samples for an interval")
    if item["length"] == "-quick" and claim["points"]:
        reasons.append("quick: not the paper's case")
    return join(*reasons, gap="; ")


def row_of(paper, item, claim):
    """What a paper prints beside what was measured, as texts."""
    row = {"printed": f"{claim['published']:.4g}" if "published" in claim else "", "said": said_by(paper, claim),
           "bound": bound(claim), "why": why_it_differs(paper, item, claim), "place": claim["device"],
           "ours": "", "ratio": "", "tally": ""}
    if claim["points"]:
        point, count = first_point(claim), len(claim["points"])
        holding = sum(other["verdict"] == "holds" for other in claim["points"])
        row["ours"] = join(decided_by(claim), means(paper, claim), gap="; ")
        row["ratio"] = significant(point["ratio"] / claim["published"], 3) if claim.get("published") else ""
        row["place"] = join(point["where"], claim["device"])
        row["tally"] = f"{holding} of {count} point{'s' if count != 1 else ''}"
    return row


# --- sentences ---


def says(paper, claim):
    """Whether a claim is what a paper says, not what this project aims at."""
    return claim["source"].startswith(paper["cited"])


def failing(paper):
    """What the paper says and does not hold: each device has the same statement."""
    return [text for item in paper["items"] for text in dict.fromkeys(
        claim["text"] for claim in item["claims"] if claim["verdict"] == "does not hold" and says(paper, claim))]


def answer(paper):
    tally, total = paper["tally"], sum(paper["tally"].values())
    if tally["no data"] == total:
        return f"None of its {total} statements has been measured here."
    devices = dict.fromkeys(claim["device"] for item in paper["items"] for claim in item["claims"] if claim["device"])
    counts = [f"{count} {VERDICTS[verdict][2 if count != 1 else 3]}"
              for verdict, count in tally.items() if verdict != "holds" and count > 0]
    holding = f"{tally['holds']} of its {total} statements {'holds' if tally['holds'] == 1 else 'hold'}"
    return f"On {' and '.join(devices)}, " + ", ".join([holding, *counts]) + "."


def citation(paper):
    about = paper["about"]
    return join(*about.get("authors", []), about.get("title", ""), about.get("journal", "")) or paper["cited"]


def note(item):
    """What the results of an item are not: not measured, in part, at another length, not as in the paper."""
    notes = ["Not measured here yet." if item["cases"] == 0 else "",
             {"-quick": "Quick: fewer particles and samples than the paper's case.",
              "-full": "At the length of the paper (--full)."}.get(item["length"], "")]
    for reason in list(dict.fromkeys(item["without"]))[:MOST_REASONS]:
        notes.append(f"{item['without'].count(reason)} of {item['cases']} cases were not run: {reason}.")
    if item["older"] > 0:
        notes.append(f"{item['older']} of {item['cases']} cases ran older kernels than this program has.")
    return join(*notes, item.get("differs", ""), gap=" ")


def caption(item, figure):
    published = ". Open symbols: " + figure["published"] if figure["published"] else ""
    return f"{item['item']}: {figure['title']}{published}"


def alternative(figure):
    """What a figure shows, for those who cannot see it."""
    panels, curves = ("; ".join(dict.fromkeys(point[key] for point in figure["points"] if point[key]))
                      for key in ("panel", "curve"))
    return join(figure["title"], panels and "Panels: " + panels, curves and "Curves: " + curves,
                "Its numbers are in the table below.", gap=". ")


def coverage(paper):
    drawn = {(figure["name"], point["curve"]) for item in paper["items"] for figure in item["figures"]
             for point in figure["points"]}
    left = unclaimed(paper)
    symbols = sum((number.get("figure", {}).get("name"), number.get("figure", {}).get("curve")) in drawn
                  for number in left)
    return (f"{len(paper['numbers']) - len(left)} of the {len(paper['numbers'])} numbers that the paper prints are in "
            f"the statements above{f', {symbols} more are open symbols in the figures' if symbols else ''}; all are "
            f"in results/published/{paper['name']}.json.") if paper["numbers"] else ""


def unclaimed(paper):
    """The numbers that a paper prints and that no claim names."""
    named = {entry for item in paper["items"] for claim in item["claims"] for entry in claim.get("entry", [])}
    return [number for entry, number in paper["by_entry"].items() if entry not in named]


def days(machine):
    return " to ".join(dict.fromkeys((min(machine["days"]), max(machine["days"]))))


def host(machine):
    return f"{machine['cpu']}, {machine['threads']:.0f} threads" if machine["threads"] is not None else machine["cpu"]


# --- Markdown ---


def references(text, meaning):
    return "".join(f"&#{ord(letter)};" if letter in meaning else letter for letter in plain(text))


def md(text):
    return references(text, "|<>&*_`[]\\~")


def md_table(names, right, rows):
    yield "| " + " | ".join(names) + " |"
    yield "|" + "|".join("--:" if k in right else "---" for k in range(len(names))) + "|"
    for row in rows:
        yield "| " + " | ".join(md(cell or "–") for cell in row) + " |"
    yield ""


def md_item(paper, item):
    yield from (f"### {md(item['item'])}", "", f"{md(item['title'])}. Config `{item['config']}`.", "")
    if note(item):
        yield from (md(note(item)), "")
    for figure in item["figures"]:
        yield from (f"![{md(caption(item, figure))}](figures/{item['config']}/{figure['name']}.svg)", "")
    rows = ((claim, row_of(paper, item, claim)) for claim in item["claims"])
    if item["claims"]:
        yield from md_table(
            ("statement", "source", "printed", "ours &#91;95 % interval&#93;", "ours / printed", "verdict",
             "why it differs", "holds if, and where", "decided at"), (2, 3, 4),
            ((claim["text"], claim["source"], join(row["printed"], row["said"] and f"({row['said']})", gap=" "),
              row["ours"], row["ratio"], claim["verdict"], row["why"], join(row["bound"], row["tally"], gap=": "),
              row["place"])
             for claim, row in rows))


def md_paper(report, paper):
    doi = paper["about"].get("doi", "")
    link = f", [doi:{md(doi)}](https://doi.org/{doi})" if doi else ""
    yield from (f"## {md(paper['cited'])}", "", md(citation(paper)) + link, "")
    yield from (f"**{md(paper['question'])}** {md(answer(paper))}", "")
    if failing(paper):
        yield from ("What does not hold:", "", *(f"- {md(text)}" for text in failing(paper)), "")
    for item in paper["items"]:
        yield from md_item(paper, item)
    if coverage(paper):
        yield from (md(coverage(paper)), "")
    if paper["machines"]:
        yield from md_table(("device", "host", "driver", "sources", "days"), (),
                            ((machine["device"], host(machine), machine["driver"], machine["commit"], days(machine))
                             for machine in paper["machines"]))
    yield from (f"To measure it on another machine: `{command(report, paper)}`.", "")


def command(report, paper):
    return f"pairlanes reproduce {paper['name']}" + (" -" + report["length"] if report["length"] else "")


def markdown(report):
    yield from ("# " + md(TITLE), "", md(ABOUT), "")
    if report["quick"]:
        yield from (f"**Quick run.** {md(QUICK)}", "")
    yield from md_table(("paper", "hold", "do not", "undecided", "no data"), (1, 2, 3, 4),
                        ((paper["cited"], *map(str, paper["tally"].values())) for paper in report["papers"]))
    for paper in report["papers"]:
        yield from md_paper(report, paper)
    yield "This page: " + md(report["command"])


# --- HTML: the roles are those that the elements have, until a narrow screen shows rows as blocks ---


def e(text):
    return references(text, "<>&\"'")


def table(kind, name, names, rows):
    """A table that a reader may have to scroll; rows are lists of HTML, the first cell being the row's head."""
    yield f'<div class="scroll" role="region" tabindex="0" aria-label="{e(name)}">'
    yield f'<table class="{kind}" role="table">\n<caption>{e(name)}</caption>'
    heads = "".join(f'<th role="columnheader" scope="col">{e(name)}</th>' for name in names)
    yield f'<thead role="rowgroup"><tr role="row">{heads}</tr></thead>\n<tbody role="rowgroup">'
    for head, *cells in rows:
        labels = [f' data-label="{e(name)}"' if kind == "rows" else "" for name in names[1:]]
        cells = "".join(f'<td role="cell"{label}>{cell or "–"}</td>' for label, cell in zip(labels, cells))
        yield f'<tr role="row"><th role="rowheader" scope="row">{head}</th>{cells}</tr>'
    yield "</tbody>\n</table>\n</div>"


def small(before, text):
    return f"<small>{before}{e(text)}</small>" if text else ""


def claim_cells(paper, item, claim):
    row = row_of(paper, item, claim)
    sign, style, *_ = VERDICTS[claim["verdict"]]
    return (e(claim["text"]) + small("" if says(paper, claim) else "Not the paper’s: ", claim["source"]) +
            small("Decided at ", row["place"]),
            e(row["printed"] or "–") + small("", row["said"]), e(row["ours"]), e(row["ratio"]),
            f'<strong class="{style}"><span aria-hidden="true">{sign}</span> {claim["verdict"]}</strong>' +
            small("holds if ", row["bound"]) + small("", row["tally"]),
            e(row["why"]))


def drawing(path):
    with open(path, "rb") as file:
        return "data:image/svg+xml;base64," + base64.b64encode(file.read()).decode()


def html_figure(folder, item, figure):
    path = f"{folder}/figures/{item['config']}"
    text = e(caption(item, figure))
    yield "<figure>\n<picture>"
    narrow, wide = (drawing(f"{place}/{figure['name']}.svg") for place in (path + "/narrow", path))
    yield f'<source media="screen and (max-width: 40em)" srcset="{narrow}">'
    yield f'<img src="{wide}" alt="{e(alternative(figure))}">\n</picture>'
    yield f"<figcaption>{text}</figcaption>"
    yield f'<details><summary>Its numbers as a table<span class="hidden">: {text}</span></summary>'
    points = figure["points"]
    labels = {point["y_label"] for point in points}
    yield from table("points", figure["title"] + ": the numbers",
                     ("panel", "curve", points[0]["x_label"] or "case", labels.pop() if len(labels) == 1 else "value"),
                     ((e(join(point["row"], point["panel"])), e(point["curve"]),
                       e(point["name"]) or significant(float(point["x"]), 4), significant(float(point["y"]), 4))
                      for point in points))
    yield "</details>\n</figure>"


def html_item(folder, paper, item):
    yield f"<section>\n<h3>{e(item['item'])}</h3>"
    yield f"<p>{e(item['title'])}. Config <code>{e(item['config'])}</code>.</p>"
    if note(item):
        yield f'<p class="note">{e(note(item))}</p>'
    for figure in item["figures"]:
        yield from html_figure(folder, item, figure)
    if item["claims"]:
        yield from table("rows", f"{paper['cited']}, {item['item']}: printed and ours",
                         ("Statement", "Printed", "Ours [95 % interval]", "Ours / printed", "Verdict",
                          "Why it differs"),
                         (claim_cells(paper, item, claim) for claim in item["claims"]))
    yield "</section>"


def html_paper(folder, report, paper):
    name, doi = e(paper["name"]), e(paper["about"].get("doi", ""))
    yield f'<section class="paper" aria-labelledby="{name}">\n<h2 id="{name}">{e(paper["cited"])}</h2>'
    link = f', <a href="https://doi.org/{doi}">doi:{doi}</a>' if doi else ""
    yield f'<p class="citation">{e(citation(paper))}{link}</p>'
    yield f'<p class="question">{e(paper["question"])}</p>\n<p class="answer">{e(answer(paper))}</p>'
    if failing(paper):
        yield '<p>What does not hold:</p>\n<ul class="failing">'
        yield from (f"<li>{e(text)}</li>" for text in failing(paper))
        yield "</ul>"
    for item in paper["items"]:
        yield from html_item(folder, paper, item)
    if coverage(paper):
        yield f"<section>\n<h3>All that it prints</h3>\n<p>{e(coverage(paper))}</p>"
        yield "<details><summary>The others as a table</summary>"
        yield from table("points", paper["cited"] + ": numbers that no statement above is held against",
                         ("What", "Printed", "Of", "Where"),
                         ((e(number["what"]), e(printed_number(number)), e(subject(number)), e(number["source"]))
                          for number in unclaimed(paper)))
        yield "</details>\n</section>"
    yield "<section>\n<h3>Machines and command</h3>"
    if paper["machines"]:
        yield from table("machines", f"Machines that {paper['cited']} was repeated on",
                         ("Device", "Host", "Driver", "Sources", "Days"),
                         ((e(machine["device"]), e(host(machine)), e(machine["driver"]), e(machine["commit"]),
                           e(days(machine))) for machine in paper["machines"]))
    yield "<p>To measure it on another machine:</p>"
    yield f"<pre><code>{e(command(report, paper))}</code></pre>\n</section>\n</section>"


def html(folder, report):
    with open(os.path.join(DATA, "plots/report.css"), encoding="utf-8") as file:
        style = file.read()
    yield '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield '<meta name="color-scheme" content="light dark">'
    yield f"<title>{e(TITLE)}</title>\n<style>\n{style}</style>\n</head>\n<body>"
    yield f'<a class="skip" href="#main">Skip to the papers</a>\n<header>\n<h1>{e(TITLE)}</h1>\n<p>{e(ABOUT)}</p>'
    if report["quick"]:
        yield f'<p class="warning"><strong>Quick run.</strong> {e(QUICK)}</p>'
    yield '</header>\n<nav aria-label="Papers">\n<ul>'
    links = [f'<a href="#{e(paper["name"])}">{e(paper["cited"])}</a>' for paper in report["papers"]]
    yield from (f"<li>{link}</li>" for link in links)
    yield '</ul>\n</nav>\n<main id="main" tabindex="-1">'
    yield from table("overview", "How many statements of each paper hold",
                     ("Paper", "Hold", "Do not", "Undecided", "No data"),
                     ((link, *map(str, paper["tally"].values())) for link, paper in zip(links, report["papers"])))
    for paper in report["papers"]:
        yield from html_paper(folder, report, paper)
    yield f"</main>\n<footer>\n<p>This page: <code>{e(report['command'])}</code></p>\n</footer>\n</body>\n</html>"


# --- reading and writing ---


def points_of(path):
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def machines_of(paper):
    """The machines of all items, each with its days."""
    machines = {}
    for machine in (machine for item in paper["items"] for machine in item["machines"]):
        key = tuple(machine[name] for name in ("device", "cpu", "driver", "commit"))
        machines.setdefault(key, {**machine, "days": []})["days"].append(machine["day"])
    return list(machines.values())


def complete(paper, folder, catalog):
    """Adds to what was found of a paper what the paper is, and what follows from both."""
    about = next(other for other in catalog if other["name"] == paper["name"])
    path = os.path.join(DATA, "results/published", paper["name"] + ".json")
    published = load(path) if os.path.exists(path) else {}
    paper.update({key: about[key] for key in ("cited", "question")}, about=published.get("paper", {}),
                 numbers=published.get("numbers", []))
    paper["by_entry"] = {f"{paper['name']}/{number['id']}": number for number in paper["numbers"]}
    for item, told in zip(paper["items"], about["items"]):
        item.update(item=told["item"], differs=told.get("differs", ""))
        for figure in item["figures"]:
            figure["points"] = points_of(f"{folder}/figures/{item['config']}/{figure['name']}.tsv")
    verdicts = [claim["verdict"] for item in paper["items"] for claim in item["claims"] if says(paper, claim)]
    paper["tally"] = {verdict: verdicts.count(verdict) for verdict in VERDICTS}
    paper["machines"] = machines_of(paper)


def write(path, lines):
    """Writes a file that is always whole."""
    with open(path + ".new", "w", encoding="utf-8") as file:
        file.writelines(line + "\n" for line in lines)
    os.replace(path + ".new", path)


def main(path):
    report, folder = load(path), os.path.dirname(path) or "."
    catalog = load(os.path.join(DATA, "results/papers.json"))["papers"]
    for paper in report["papers"]:
        complete(paper, folder, catalog)
    report["quick"] = any(item["length"] == "-quick" for paper in report["papers"] for item in paper["items"])
    write(f"{folder}/report.html", html(folder, report))
    write(f"{folder}/report.md", markdown(report))


if __name__ == "__main__":
    main(sys.argv[1])
