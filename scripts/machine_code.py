"""Decides by machine code whether recorded cases ran the current kernels: the rule of
harness/results/current.h."""
import collections
import functools
import os
import re

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TABLE = os.path.join(ROOT, "results", "same-code.txt")


def kind(case):
    """Returns the values that determine the sources of a case, or of a row of `pairlanes list --sources`."""
    resides = case.get("tuning", {}).get("fused") == 2 # a kernel that makes many steps
    return case["backend"], case["strategy"] + (" fused=2" if resides else ""), case["model"]


def roles(case):
    """Returns the parts of machine code that a case ran."""
    moved = case.get("step") or case.get("dynamics")
    return [role for role in ("force", "lists", "motion") if role != "motion" or moved]


def read_lines(path=TABLE):
    """Reads the table: its comments, and its lines of source hash, precision and hash of the resulting code."""
    if not os.path.exists(path):
        return [], set()
    with open(path, encoding="utf-8") as file:
        lines = file.read().splitlines()
    head = [line for line in lines if line.startswith("#")]
    return head, {tuple(line.split()) for line in lines if line and not line.startswith("#")}


def by_sources(lines):
    """Returns the hashes of the code that sources give in a precision."""
    codes = collections.defaultdict(set)
    for source_hash, precision, code in lines:
        codes[source_hash, precision].add(code)
    return codes


@functools.cache
def steps_version():
    """Returns the version of all parts of a step except its kernels; 1 outside a tree."""
    path = os.path.join(ROOT, "harness", "base", "version.h")
    if not os.path.exists(path):
        return 1
    with open(path, encoding="utf-8") as file:
        return int(re.search(r"STEPS_VERSION = (\d+)", file.read())[1])


def changed(case, now, codes):
    """Returns the parts of a case's machine code that the sources with hash `now` do not produce."""
    if "motion" in roles(case) and (case.get("steps_version") or 1) != steps_version():
        return {"motion"}
    if case.get("source_hash") == now:
        return set()
    today = codes.get((now, case["precision"]), set())
    if case["backend"] == "cpu":
        then = codes.get((case.get("source_hash"), case["precision"]))
        return set() if then and then <= today else {"force"}
    recorded = case.get("code_hash") or {}
    return {role for role in roles(case) if recorded.get(role) not in today}
