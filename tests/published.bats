#!/usr/bin/env bats
# Tests the numbers of papers in results/published/: their form, and that the papers print them.

load setup

# Folder with the texts of the papers, which are not part of the repository.
papers=${PAIRLANES_PAPERS:-$ROOT/../shared/papers}

@test "the papers' own numbers follow their schema and name their place and hardware" {
  for file in "$ROOT"/results/published/*.json; do
    expect 0 python3 - "$ROOT/results/published.schema.json" "$file" <<'PYTHON'
import json, sys, jsonschema
schema, published = (json.load(open(path)) for path in sys.argv[1:])
jsonschema.Draft202012Validator.check_schema(schema)
jsonschema.Draft202012Validator(schema).validate(published)
devices = {device["name"] for device in published["devices"]}
systems = {system.get("name") for system in published["systems"]}
entries = published["numbers"] + published["statements"]
identities = [entry["id"] for entry in entries]
assert len(set(identities)) == len(identities), [name for name in identities if identities.count(name) > 1]
for entry in entries:
    assert entry["source"].startswith(("sect. ", "supplement, sect. ", "abstract", "slide ")), entry
for number in published["numbers"]:
    named = number.get("device", "").split(", ") + number.get("over", "").split(", ")
    assert set(named) <= devices | {""}, number
    assert number["system"] in systems if "system" in number else True, number
    assert number.get("low", 0) <= number.get("high", 0), number
    assert "over a CPU core" not in number["what"] or "over" in number or "device" not in number, number
    assert set(number.get("inferred", [])) <= set(number), number
PYTHON
  done
}

@test "the papers print each of these numbers, in the row or sentence that the file names" {
  [ -d "$papers" ] || skip "no texts of the papers (PAIRLANES_PAPERS)"
  expect 0 python3 - "$ROOT/results/published" "$papers" <<'PYTHON'
import glob, json, os, re, sys
# Largest distance of a number from the words that describe it, in characters.
DISTANCE = 160

def tokens(value):
    """The ways to print a number: with zeros after its digits, with separated thousands."""
    digits = len(repr(float(value)).partition(".")[2]) if value % 1 else 0
    for places in range(digits, digits + 5):
        for separator in "", ",", " ":
            yield f"{value:,.{places}f}".replace(",", separator)

def patterns(number):
    if "printed" in number:
        return [re.escape(text) for text in number["printed"]]
    values = [number[key] for key in ("value", "low", "high") if key in number]
    return [r"(?<![\d.,])(?:" + "|".join(map(re.escape, tokens(value))) + r")(?!\d|[.,]\d)" for value in values]

def stand_in_order(text, near, numbers):
    """Whether the numbers follow `near` one after another, each close to the one before."""
    row = "".join(rf".{{0,{2 * DISTANCE}}}?{pattern}" for number in numbers for pattern in patterns(number))
    return re.search(re.escape(near) + row, text) is not None

missing = []
entries = 0
for path in sorted(glob.glob(sys.argv[1] + "/*.json")):
    published = json.load(open(path))
    name = os.path.basename(path).removesuffix(".json")
    texts = glob.glob(f"{sys.argv[2]}/{name}-*.txt")
    assert len(texts) == 1, (name, texts)
    text = re.sub(r"\s+", " ", open(texts[0], encoding="utf-8").read().replace("-\n", "-"))
    for entry in published["numbers"] + published["statements"]:
        entries += 1
        places = [place.span() for place in re.finditer(re.escape(entry["near"]), text)]
        if not places:
            missing.append((name, entry["id"], "near"))
        for pattern in patterns(entry) if "unit" in entry and entry["origin"] == "printed" else []:
            if not any(re.search(pattern, text[max(0, first - DISTANCE):last + DISTANCE]) for first, last in places):
                missing.append((name, entry["id"], pattern))
    rows = {}
    for number in published["numbers"]:
        if re.search(r", table \w+$", number["source"]) and number["origin"] == "printed":
            rows.setdefault((number["source"], number["near"]), []).append(number)
    missing += [(name, *row, "order") for row, numbers in rows.items()
                if not stand_in_order(text, row[1], numbers)]
assert not missing, missing
assert entries > 400, entries
PYTHON
}

# The bound of a claim may be an entry itself, a fraction or half of it, the entry minus one, its inverse or a factor,
# or the ratio of two entries, in total or for each of the six GPUs of an entry.
@test "each claim has an entry among the paper's numbers, from which \"published\" follows" {
  expect 0 python3 - "$ROOT" <<'PYTHON'
import glob, json, math, os, sys
entries = {}
for path in glob.glob(sys.argv[1] + "/results/published/*.json"):
    published = json.load(open(path))
    name = os.path.basename(path).removesuffix(".json")
    entries |= {f"{name}/{entry['id']}": entry for entry in published["numbers"] + published["statements"]}

def same(a, b):
    return math.isclose(a, b, rel_tol=1e-3)

def made_of(published, numbers):
    values = [number[key] for number in numbers for key in ("value", "low", "high") if key in number]
    ratios = [a / b for a in values for b in values]
    if any(same(published, w) for v in values
           for w in (v, v / 100, v / 2, 1 - v / 100, 1 + v / 100, 1 / v if v else v)):
        return True
    return len(numbers) == 2 and any(same(published, w) for ratio in ratios for w in (ratio, ratio / 6))

claims = 0
named = set()
for path in sorted(glob.glob(sys.argv[1] + "/configs/*.json")):
    for claim in json.load(open(path)).get("claims", []) if "schema" not in path else []:
        place = (os.path.basename(path), claim["text"])
        given = claim.get("entry", [])
        given = [given] if isinstance(given, str) else given
        assert given or claim["source"].startswith(("this project's aim", "this project's variant of ")), place
        assert set(given) <= set(entries), (place, set(given) - set(entries))
        for name in given:
            section = entries[name]["source"].split(", ")[0].replace("sect. ", "")
            assert name.split("/")[0].rstrip("0123456789") in claim["source"].lower(), (place, name)
            assert section in claim["source"], (place, name, section)
        numbers = [entries[name] for name in given if "unit" in entries[name]]
        assert "{" not in claim.get("why", "") or "when" in claim, place  # a text with numbers has conditions under which it applies
        printed = claim.get("published", [])
        printed = printed if isinstance(printed, list) else [printed]
        for value in printed:  # the lower end of a range "up to" may be 1, no gain
            assert made_of(value, numbers) or value == 1 and len(printed) == 2, (place, printed, numbers)
        if len(printed) == 2:
            assert printed == [claim["above"], claim["below"]], place
        if given:
            name = (given[0].split("/")[0], claim["id"])
            assert name not in named, name
            named.add(name)
        claims += 1
assert claims > 80, claims
PYTHON
}
