#!/usr/bin/env python3
"""Writes the pages of `pairlanes reproduce`: report.html, which needs no other file, and report.md, its first page.

    report.py REPORT.json

REPORT.json has the items of papers with their claims, verdicts and figures. The pages go to its folder. Titles and
printed numbers of papers are read from results/.
"""
import csv
import math
import os
import re
import sys

from figures import join, load, plain
from then_now import svg

TITLE = "Five papers, then and now"
ABOUT = ("A statement of a paper holds if at every point the 95 % interval lies within its bounds; it is exceeded if it "
         "lies beyond them in the paper's own direction, and holds no more if it lies beyond the other bound. It counts "
         "once, as the worst of the devices that decide it. What this project asks itself is listed apart.")
QUICK = ("It has fewer particles and samples than the papers' cases, and shows that everything runs. "
         "Its numbers and verdicts are not those of the papers' cases.")
# Verdicts. The first verdict in this order that a device has decides a statement. Each has a sign, a style, and
# sentences for one and for several statements.
VERDICTS = {"holds no more": ("✗", "fails", "holds no more", "hold no more"),
            "exceeded": ("▲", "exceeded", "is exceeded", "are exceeded"), "holds": ("✓", "holds", "holds", "hold"),
            "undecided": ("?", "undecided", "is undecided", "are undecided"),
            "no data": ("–", "absent", "has no data", "have no data")}
COLUMNS = ("holds", "exceeded", "holds no more", "undecided", "no data")
UNITS = {"kJ/mol": (4.184, 0),  # kJ in a thermochemical kcal
         "°C": (1 / 0.001987204, -273.15)}  # the gas constant in kcal/(mol K), CODATA 2018
MOST_REASONS = 3
MOST_ROWS = 250  # largest number of rows in a table of points
DATA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")


def significant(value, digits):
    """Formats a number with this many digits, without an exponent."""
    if value is None or not abs(value) < 1e15:
        return "–"
    decimals = digits - 1 - int(f"{value:.{digits - 1}e}".partition("e")[2])
    return f"{value:.{min(max(decimals, 0), 20)}f}"


# --- printed numbers of a paper ---


def printed_number(number):
    """Formats a number like the paper does, with its unit: "almost 40 %", "1 to 3 GB/s"."""
    value = f"{number['value']:.6g}" if "value" in number else f"{number['low']:.6g} to {number['high']:.6g}"
    said = join(number.get("relation", ""), value, number.get("unit", ""), gap=" ")
    return join(said, "read off the figure" if number.get("origin") == "read off" else "")


def is_verbatim(number, claim):
    """Whether the paper prints a number exactly as the claim has it."""
    return ([number.get("value", math.nan)] == claim.get("published") and number.get("origin") == "printed"
            and not number.get("unit") and not number.get("relation"))


def numbers_of(paper, claim):
    """Returns the numbers of the paper that a claim refers to."""
    named = [paper["by_entry"].get(entry) for entry in claim.get("entry", [])]
    return [number for number in named if number is not None]


def said_by(paper, claim):
    """Returns the numbers of a claim as the paper prints them, with their device."""
    return join(*(join("" if is_verbatim(number, claim) else printed_number(number), number.get("device", ""))
                  for number in numbers_of(paper, claim)), gap="; ")


def subject(number):
    """Describes what a printed number is about: system, particles, precision, device."""
    n = f"N = {int(number['particles']):,}" if "particles" in number else ""
    parts = [number.get(key, "") for key in ("model", "system", "precision", "device", "note")]
    return join(n, *parts)


# --- measured numbers ---


def first_point(claim):
    """Returns the point that decides a claim; a point without values if there is none."""
    return claim["points"][0] if claim["points"] else {"ratio": math.nan, "ratio_interval": [None, None]}


def means(paper, claim):
    """Converts means of energies and temperatures to the unit of the paper's numbers."""
    unit = next((number["unit"] for number in numbers_of(paper, claim) if number.get("unit") in UNITS), "")
    if not claim["points"] or not unit or not claim.get("number", "").endswith(".mean") or "per" in claim:
        return ""
    size, zero = UNITS[unit]
    values = [f"{value * size + zero:.2f}" for value in first_point(claim)["values"] if value is not None]
    return " and ".join(values) + " " + unit


def decided_by(claim):
    point = first_point(claim)
    low, high = point["ratio_interval"]
    if "number" in claim and low == high:
        return f"{point['ratio']:.4g}"
    if "number" in claim and high is not None:
        return f"{point['ratio']:.4g} [{low:.4g}, {high:.4g}]"
    return f"{point['ratio']:.3f} " + (f"[{low:.3f}, {high:.3f}]" if high is not None else "[too few samples]")


def bound(claim):
    above, below = claim["above"], claim["below"]
    if above is not None and below is not None:
        return f"{above:.6g} to {below:.6g}"
    return f"above {above:.6g}" if above is not None else f"below {below:.6g}"


def why_it_differs(item, claim):
    point = first_point(claim)
    reasons = [claim.get("why", ""), claim.get("loss", "")]
    if claim["verdict"] == "holds no more" and not any(reasons):
        reasons.append("no control run is recorded")
    if claim["verdict"] == "no data":
        reasons.append("not measured yet" if item["cases"] == 0 else
                       "not measured: " + item["without"][0] if item["without"] else
                       "waits for a record: these results have no such case")
    if claim["verdict"] == "undecided":
        reasons.append("a time is not to be trusted: " + point["doubt"] if "doubt" in point else
                       "the interval reaches beyond the bound" if point["ratio_interval"][1] is not None else
                       "too few samples for an interval")
    if item["length"] == "-quick" and claim["points"]:
        reasons.append("quick: not the paper's case")
    return join(*reasons, gap="; ")


def printed(claim):
    """Returns the number of the paper, or its range, as text."""
    return " to ".join(f"{number:.4g}" for number in claim.get("published", ()))


def over_printed(claim):
    """Returns the ratio of our number to the paper's, unless the latter is a range."""
    published = claim.get("published", ())
    return significant(first_point(claim)["ratio"] / published[0], 3) if len(published) == 1 and claim["points"] else ""


def ours(paper, claim):
    return join(decided_by(claim), means(paper, claim), gap="; ") if claim["points"] else ""


def place(claim):
    """Describes the point that decides a claim, and the number of points at which the claim holds."""
    if not claim["points"]:
        return ""
    count = len(claim["points"])
    holding = sum(other["verdict"] == "holds" for other in claim["points"])
    return join(first_point(claim)["where"], claim["device"], f"{holding} of {count} point{'s' if count != 1 else ''}")


# --- sentences ---


def is_own(paper, claim):
    """Whether a claim is made by this project, not by the paper."""
    return not claim["source"].startswith(paper["cited"])


def statements(paper, item):
    """Returns the statements of an item; each has one claim per device."""
    texts = {}
    for claim in item["claims"]:
        texts.setdefault(claim["text"], []).append(claim)
    for k, (text, claims) in enumerate(texts.items()):
        verdicts = {claim["verdict"] for claim in claims}
        yield {"text": text, "claims": claims, "source": claims[0]["source"], "own": is_own(paper, claims[0]),
               "id": claims[0].get("id") or f"{item['config']}-{k + 1}",
               "verdict": next(verdict for verdict in VERDICTS if verdict in verdicts)}


def filled(paper, words):
    """Fills placeholders in a sentence with the ratios that decide statements; "" if a ratio is missing."""
    forms = {"": lambda ratio: significant(ratio, 3), ":inverse": lambda ratio: significant(1 / ratio, 3),
             ":gain": lambda ratio: significant(100 * (ratio - 1), 2), ":percent": lambda ratio: significant(100 * ratio, 3),
             ":whole": lambda ratio: f"{ratio:,.0f}"}
    places = re.findall(r"\{([\w-]+)(:?\w*)\}", words)
    ratios = {name: first_point(paper["by_id"][name]["claims"][0])["ratio"] for name, _ in places
              if name in paper["by_id"]}
    if any(not math.isfinite(ratios.get(name, math.nan)) for name, _ in places):
        return ""
    return re.sub(r"\{([\w-]+)(:?\w*)\}", lambda found: forms[found[2]](ratios[found[1]]), words)


def answer(paper):
    """Returns the sentences on a paper's question that agree with the verdicts."""
    if paper["tally"]["no data"] == sum(paper["tally"].values()):
        return "None of its statements has been measured here."
    said = (filled(paper, sentence["text"]) for sentence in paper["answer"]
            if all(name in paper["by_id"] and paper["by_id"][name]["verdict"] == verdict
                   for name, verdict in sentence.get("when", {}).items()))
    return join(*said, gap=" ")


def counts(paper):
    """Counts the statements of a paper with each verdict."""
    total = sum(paper["tally"].values())
    return f"Of its {total} statements " + join(*(f"{count} {VERDICTS[verdict][2 if count == 1 else 3]}" for verdict in COLUMNS
                                                 if (count := paper["tally"][verdict]))) + "."


def hardware(paper):
    """Returns the devices and years, of the paper and ours, that the picture compares."""
    devices = [device for device in paper["devices"] if device["kind"] == "GPU"]
    years = sorted({device["year"] for device in devices if "year" in device} or paper["year"])
    then = ", ".join(device["name"] for device in devices) or paper["cited"]
    return (f"then: {then} ({join(*map(str, dict.fromkeys((years[0], years[-1]))), gap='–')})",
            "now: " + next(claim["device"] for claim, _ in pictured(paper)))


def pictured(paper):
    """Returns the claims for the picture of a paper that have both numbers, on their first device, with labels."""
    for row in paper["picture"]["rows"]:
        claim = paper["by_id"].get(row["id"], {"claims": [{"points": []}]})["claims"][0]
        if claim["points"] and claim.get("published") and all(first_point(claim)["ratio_interval"]):
            yield claim, row["label"]


def picture(paper):
    """Returns the picture that compares a paper with our results, as SVG; empty without numbers."""
    rows = [(label, (claim["published"][0], claim["published"][-1]),
             (first_point(claim)["ratio"], *first_point(claim)["ratio_interval"]))
            for claim, label in pictured(paper)]
    return "\n".join(svg(rows, *hardware(paper), paper["picture"]["unit"])) if rows else ""


def picture_text(paper):
    return "Then and now: " + join(*(f"{label}: {printed(claim)} → {significant(first_point(claim)['ratio'], 3)}"
                                     for claim, label in pictured(paper)), gap="; ")


def citation(paper):
    about = paper["about"]
    return join(*about.get("authors", []), about.get("title", ""), about.get("journal", "")) or paper["cited"]


def note(item):
    """Returns the restrictions of an item's results: not measured, incomplete, another length, or other than in the
    paper."""
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
    """Describes a figure for readers who cannot see it."""
    panels, curves = ("; ".join(dict.fromkeys(point[key] for point in figure["points"] if point[key]))
                      for key in ("panel", "curve"))
    return join(figure["title"], panels and "Panels: " + panels, curves and "Curves: " + curves,
                "Its numbers stand below.", gap=". ")


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
    """Returns the printed numbers of a paper without a claim."""
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


def md_paper(paper):
    doi = paper["about"].get("doi", "")
    link = f", [doi:{md(doi)}](https://doi.org/{doi})" if doi else ""
    yield from (f"## {md(paper['cited'])}", "", md(citation(paper)) + link, "")
    yield from (f"**{md(paper['question'])}** {md(answer(paper))}", "")
    if picture(paper):
        yield from (f"![{md(picture_text(paper))}](figures/{paper['name']}.svg)", "")
    yield from (md(join(counts(paper), records(paper), gap=" ")), "")


def records(paper):
    """Returns three values: number of recorded cases, their dates, and number of cases with older kernels."""
    cases, older = (sum(item[key] for item in paper["items"]) for key in ("cases", "older"))
    recorded = [day for machine in paper["machines"] for day in machine["days"]]
    if not recorded:
        return ""
    old = f", of which {older:,} ran older kernels than this program has" if older else ""
    return f"They rest on {cases:,} cases of {join(*dict.fromkeys((min(recorded), max(recorded))), gap=' to ')}{old}."


def command(report, paper):
    return f"pairlanes reproduce {paper['name']}" + (" -" + report["length"] if report["length"] else "")


def overview(report):
    """Returns the rows of the table of verdicts: a paper, and how many of its statements have each verdict."""
    return ((paper, [str(paper["tally"][verdict]) for verdict in COLUMNS]) for paper in report["papers"])


def markdown(report):
    yield from ("# " + md(TITLE), "", md(ABOUT), "")
    if report["quick"]:
        yield from (f"**Quick run.** {md(QUICK)}", "")
    yield from md_table(("paper", *COLUMNS), range(1, len(COLUMNS) + 1),
                        ((paper["cited"], *cells) for paper, cells in overview(report)))
    for paper in report["papers"]:
        yield from md_paper(paper)
    yield from ("Each statement, its numbers, their files and why they differ are in report.html, which this writes:",
                "", f"    {report['command']}")


# --- HTML: the elements have explicit roles, because a narrow screen shows rows as blocks ---


def e(text):
    return references(text, "<>&\"'")


def table(kind, name, names, rows):
    """Returns an HTML table that can be scrolled. Rows are lists of cells in HTML; the first cell is the row's
    heading. A row may also be a pair of its id and this list."""
    yield f'<div class="scroll" role="region" tabindex="0" aria-label="{e(name)}">'
    yield f'<table class="{kind}" role="table">\n<caption>{e(name)}</caption>'
    heads = "".join(f'<th role="columnheader" scope="col">{e(name)}</th>' for name in names)
    yield f'<thead role="rowgroup"><tr role="row">{heads}</tr></thead>\n<tbody role="rowgroup">'
    for row in rows:
        own, (head, *cells) = row if isinstance(row[1], (list, tuple)) else ("", row)
        labels = [f' data-label="{e(name)}"' if kind == "rows" else "" for name in names[1:]]
        cells = "".join(f'<td role="cell"{label}>{cell or "–"}</td>' for label, cell in zip(labels, cells))
        place = f' id="{e(own)}"' if own else ""
        yield f'<tr role="row"{place}><th role="rowheader" scope="row">{head}</th>{cells}</tr>'
    yield "</tbody>\n</table>\n</div>"


def small(before, text):
    return f"<small>{before}{e(text)}</small>" if text else ""


def verdict_text(verdict, own):
    """The wording differs for statements of this project, which have not held before."""
    sign, style, *_ = VERDICTS[verdict]
    words = "does not hold" if own and verdict == "holds no more" else verdict
    return f'<strong class="{style}"><span aria-hidden="true">{sign}</span> {words}</strong>'


def evidence(item, claim):
    """Returns the cases that decide a claim, with their files and commits."""
    commits = {file["path"]: file["commit"] for file in item["files"]}
    point = first_point(claim)
    return "".join(f"<small><code>{e(point[case])}</code> in <code>{e(point[file])}</code>, "
                   f"of commit {e(commits.get(point[file], '') or 'unknown')}</small>"
                   for case, file in (("id", "file"), ("other_id", "other_file")) if case in point)


def statement_row(paper, item, statement):
    """Returns the id and the cells of a statement, with a line for each device."""
    anchor = f"{paper['name']}-{statement['id']}"
    claims, own = statement["claims"], statement["own"]
    several = len({claim["verdict"] for claim in claims}) > 1
    link = f' <a class="permalink" href="#{e(anchor)}" aria-label="Link to this statement">#</a>'
    found = "".join(f"<div>{e(ours(paper, claim)) or '–'}" + small("", claim["device"] if len(claims) > 1 else "") +
                    (verdict_text(claim["verdict"], own) if several else "") + "</div>" for claim in claims)
    places = "".join(small("decided at ", place(claim)) + evidence(item, claim) for claim in claims)
    sources = (f'<details class="evidence"><summary>Cases and files<span class="hidden">: {e(statement["text"])}</span>'
               f"</summary>{places}</details>" if places else "")
    reasons = dict.fromkeys(why_it_differs(item, claim) for claim in claims)
    return anchor, (e(statement["text"]) + link + small("", statement["source"]) + sources,
                    e(printed(claims[0]) or "–") + small("", said_by(paper, claims[0])), found,
                    e(over_printed(claims[0])),
                    verdict_text(statement["verdict"], own) + small("holds if ", bound(claims[0])),
                    "".join(f"<div>{e(reason)}</div>" for reason in reasons if reason))


def drawing(path):
    """Converts an SVG image of gnuplot to a data URI. Makes it smaller: removes titles, empty groups and needless
    decimals."""
    with open(path, encoding="utf-8") as file:
        image = re.sub(r"<\?xml.*?\?>|<desc>.*?</desc>|<title>[^<]*</title>|<filter.*?</filter>", "", file.read(),
                       flags=re.DOTALL)
    image = re.sub(r"\s+", " ", image).replace("> <", "><")
    for tag, smaller in ((r' stroke-linecap="butt" stroke-linejoin="miter"| id="gnuplot_\w+"', ""),
                         (r' stroke="none" fill="([^"]*)" font-family="DejaVu Sans"', r' class="t" fill="\1"'),
                         (r' fill="none" color="black" stroke="currentColor"', ' class="a"'),
                         (r"(\.\d)\d+\b", r"\1"), (r" ?([<>=]) ?", r"\1")):
        image = re.sub("<[^>]*>", lambda found, tag=tag, smaller=smaller: re.sub(tag, smaller, found[0]), image)
    image = re.sub(r"rgb\( ?(\d+), ?(\d+), ?(\d+)\)", lambda rgb: "#%02x%02x%02x" % tuple(map(int, rgb.groups())), image)
    image = image.replace("<defs>", "<style>.a{fill:none;color:#000;stroke:currentColor}"
                          ".t{stroke:none;font-family:DejaVu Sans,sans-serif}</style><defs>", 1)
    while (less := re.sub(r"<g\b[^>]*></g>", "", image)) != image:
        image = less
    return uri(image)


def uri(image):
    """Converts an SVG image to a data URI in quotation marks."""
    for letter, code in (("%", "%25"), ("#", "%23"), ('"', "'"), ("&", "%26")):
        image = image.replace(letter, code)
    return "data:image/svg+xml," + image


def html_figure(folder, item, figure):
    path = f"{folder}/figures/{item['config']}"
    text = e(caption(item, figure))
    yield "<figure>"
    for style, folder in ("wide", path), ("narrow", path + "/narrow"):
        image = drawing(f"{folder}/{figure['name']}.svg")
        yield f'<img class="{style}" src="{image}" alt="{e(alternative(figure))}">'
    yield f"<figcaption>{text}</figcaption>"
    points = figure["points"]
    if len(points) > MOST_ROWS:
        yield f"<p>Its {len(points):,} points are in <code>{e(path)}/{e(figure['name'])}.tsv</code>.</p>\n</figure>"
        return
    yield f'<details><summary>Its numbers as a table<span class="hidden">: {text}</span></summary>'
    labels = {point["y_label"] for point in points}
    yield from table("points", figure["title"] + ": the numbers",
                     ("panel", "curve", points[0]["x_label"] or "case", labels.pop() if len(labels) == 1 else "value"),
                     ((e(join(point["row"], point["panel"])), e(point["curve"]),
                       e(point["name"]) or significant(float(point["x"]), 4), significant(float(point["y"]), 4))
                      for point in points))
    yield "</details>\n</figure>"


def html_statements(paper, item, own, name):
    rows = [statement_row(paper, item, statement) for statement in statements(paper, item) if statement["own"] == own]
    if rows:
        yield from table("rows", f"{paper['cited']}, {item['item']}: {name}",
                         ("Statement", "Printed", "Ours [95 % interval]", "Ours / printed", "Verdict",
                          "Why it differs"), rows)


def html_item(folder, paper, item):
    yield f"<section>\n<h3>{e(item['item'])}</h3>"
    yield f"<p>{e(item['title'])}. Config <code>{e(item['config'])}</code>.</p>"
    if note(item):
        yield f'<p class="note">{e(note(item))}</p>'
    for figure in item["figures"]:
        yield from html_figure(folder, item, figure)
    yield from html_statements(paper, item, False, "what the paper states")
    yield from html_statements(paper, item, True, "what this project asks itself")
    if item["files"]:
        files = " ".join(file["path"] for file in item["files"])
        yield f'<p>To judge it: <code>pairlanes claims --config {e(item["config"])} {e(files)}</code></p>'
    yield "</section>"


def bibtex(paper):
    """Returns the BibTeX entry of a paper."""
    about = paper["about"]
    fields = {"author": " and ".join(about.get("authors", [])), "title": about.get("title", ""),
              "journal": about.get("journal", ""), "year": join(*map(str, paper["year"])), "doi": about.get("doi", "")}
    return f"@article{{{paper['name']},\n" + "".join(
        f"  {name} = {{{value}}},\n" for name, value in fields.items() if value) + "}"


def html_bibtex(text):
    return f"<details><summary>BibTeX</summary><pre><code>{e(text)}</code></pre></details>"


def html_paper(folder, report, paper):
    name, doi = e(paper["name"]), e(paper["about"].get("doi", ""))
    yield f'<section class="paper" aria-labelledby="{name}">\n<h2 id="{name}">{e(paper["cited"])}</h2>'
    link = f', <a href="https://doi.org/{doi}">doi:{doi}</a>' if doi else ""
    yield f'<p class="citation">{e(citation(paper))}{link}</p>\n{html_bibtex(bibtex(paper))}'
    yield f'<p class="question">{e(paper["question"])}</p>\n<p class="answer">{e(answer(paper))}</p>'
    if picture(paper):
        yield f'<figure class="picture"><img src="{uri(picture(paper))}" alt="{e(picture_text(paper))}">'
        yield "<figcaption>Then and now: what the paper prints, and what was measured here</figcaption></figure>"
    yield f"<p>{e(join(counts(paper), records(paper), gap=' '))}</p>"
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


def own_bibtex(report):
    """Returns the BibTeX entry of the report: the program, with the dates of the results."""
    recorded = [day for paper in report["papers"] for machine in paper["machines"] for day in machine["days"]]
    year = f"  year = {{{max(recorded)[:4]}}},\n" if recorded else ""
    note = f"  note = {{results of {min(recorded)} to {max(recorded)}}},\n" if recorded else ""
    return ("@software{pairlanes,\n  author = {{the pairlanes authors}},\n"
            f"  title = {{pairlanes: {TITLE}}},\n{year}{note}}}")


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
                     ("Paper", *(verdict.capitalize() for verdict in COLUMNS)),
                     ((link, *cells) for link, (_, cells) in zip(links, overview(report))))
    for paper in report["papers"]:
        yield from html_paper(folder, report, paper)
    yield f"</main>\n<footer>\n<p>This page: <code>{e(report['command'])}</code></p>\n{html_bibtex(own_bibtex(report))}"
    yield "</footer>\n</body>\n</html>"


# --- reading and writing ---


def points_of(path):
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def machines_of(paper):
    """Returns the machines of all items, each with the dates of its results."""
    machines = {}
    for machine in (machine for item in paper["items"] for machine in item["machines"]):
        key = tuple(machine[name] for name in ("device", "cpu", "driver", "commit"))
        machines.setdefault(key, {**machine, "days": []})["days"].append(machine["day"])
    return list(machines.values())


def complete(paper, folder, catalog):
    """Adds the data of a paper to its results, and values that follow from both."""
    about = next(other for other in catalog if other["name"] == paper["name"])
    path = os.path.join(DATA, "results/published", paper["name"] + ".json")
    published = load(path) if os.path.exists(path) else {}
    paper.update({key: about[key] for key in ("cited", "question", "answer", "picture")},
                 about=published.get("paper", {}), numbers=published.get("numbers", []),
                 devices=published.get("devices", []))
    paper["year"] = {int(year) for year in re.findall(r"\b(?:19|20)\d\d\b", paper["cited"])[-1:]}
    paper["by_entry"] = {f"{paper['name']}/{number['id']}": number for number in paper["numbers"]}
    for item, reported in zip(paper["items"], about["items"]):
        item.update(item=reported["item"], differs=reported.get("differs", ""))
        for figure in item["figures"]:
            figure["points"] = points_of(f"{folder}/figures/{item['config']}/{figure['name']}.tsv")
    paper["by_id"] = {statement["id"]: statement for item in paper["items"] for statement in statements(paper, item)}
    said = [statement["verdict"] for statement in paper["by_id"].values() if not statement["own"]]
    paper["tally"] = {verdict: said.count(verdict) for verdict in VERDICTS}
    paper["machines"] = machines_of(paper)


def write(path, lines):
    """Writes a file atomically."""
    with open(path + ".new", "w", encoding="utf-8") as file:
        file.writelines(line + "\n" for line in lines)
    os.replace(path + ".new", path)


def main(path):
    report, folder = load(path), os.path.dirname(path) or "."
    catalog = load(os.path.join(DATA, "results/papers.json"))["papers"]
    for paper in report["papers"]:
        complete(paper, folder, catalog)
    report["quick"] = any(item["length"] == "-quick" for paper in report["papers"] for item in paper["items"])
    for paper in report["papers"]:
        if picture(paper):
            os.makedirs(f"{folder}/figures", exist_ok=True)
            write(f"{folder}/figures/{paper['name']}.svg", [picture(paper)])
    write(f"{folder}/report.html", html(folder, report))
    write(f"{folder}/report.md", markdown(report))


if __name__ == "__main__":
    main(sys.argv[1])
