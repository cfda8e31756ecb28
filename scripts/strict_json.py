"""Reads JSON as the program does: refuses texts that two readers would understand differently."""
import json
import unicodedata


def loads(text, members=dict):
    """Returns the value of a JSON text; `members` makes its objects. ValueError if an object has a key twice, or if
    lists and objects are nested too deeply."""
    def of_pairs(pairs):
        made = members(pairs)
        if len(made) < len(pairs):
            keys = [key for key, _ in pairs]
            raise ValueError(f"the key {max(keys, key=keys.count)!r} twice in an object")
        return made
    try:
        return json.loads(text, object_pairs_hook=of_pairs)
    except RecursionError as error:
        raise ValueError("lists or objects are nested too deeply") from error


def load(file, members=dict):
    """Returns the value in a file, like loads."""
    return loads(file.read(), members)


def load_results(file, members=dict):
    """Returns the results in a file, like loads_results."""
    return loads_results(file.read(), members)


def loads_results(text, members=dict):
    """Returns the results in a text, like loads. ValueError if their cases are not a list."""
    results = loads(text, members)
    cases = results.get("cases", []) if isinstance(results, members) else None
    if not isinstance(cases, list) or not all(isinstance(case, members) for case in cases):
        raise ValueError("expected results, their cases in a list")
    return results


def for_markdown(value):
    """Replaces in all texts of a value, and in keys, what terminals, Markdown or HTML would obey, as
    harness/base/escape.c does. Changes the value, and returns it."""
    if isinstance(value, str):
        return "".join("\N{REPLACEMENT CHARACTER}" if unicodedata.category(one) in ("Cc", "Cf", "Cs", "Zl", "Zp") else
                       f"&#{ord(one)};" if one in "|<>&`[]\\" else one for one in value)
    if isinstance(value, dict):
        made = [(for_markdown(key), for_markdown(item)) for key, item in value.items()]
        value.clear()
        value.update(made)
    if isinstance(value, list):
        value[:] = map(for_markdown, value)
    return value


def named_files(config):
    """Returns the members of the config in results that name files that would be loaded or read. ValueError if a sweep,
    or the system of a sweep, is not an object."""
    sweeps = config.get("sweeps", [])
    if not all(isinstance(part, dict) for sweep in sweeps for part in (sweep, sweep.get("system", {}))):
        raise ValueError("its config has a sweep, or a system of one, that is no object")
    named = set(config) & {"sources", "preset"}
    named.update(key for sweep in sweeps for key in ("preset", "file")
                 if key in {**sweep, **sweep.get("system", {})})
    return ", ".join(sorted(named))
