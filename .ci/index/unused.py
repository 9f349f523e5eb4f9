# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The OpenCoreData contributors

"""Definitions that nothing uses, or tests alone."""

import re
from collections import defaultdict

from graph import is_public
from loading import CASE, DEINITIALISER, EXTENSION

# What is called without being named.
UNNAMED = re.compile(
    r"(?:main|init\(coder:\)|wrappedValue|projectedValue|build\w+\(.*\)|rawValue|allCases"
    r"|init\(rawValue:\)|appendInterpolation\(.*\)|appendLiteral\(_:\)|subscript\(dynamicMember:\))$")
# Cases of such an enum are made from what is read.
RAW = {"String", "Int", "CodingKey", "CaseIterable"}
MARK = re.compile(r"@main\b|@_cdecl|@_silgen_name|@Option\b|@Flag\b|@Argument\b|@OptionGroup\b|@Attribute\b")


def ancestors(index, usr):
    """A symbol, the type or extension that it is a member of, and so on outwards."""
    seen = []
    while usr and usr not in seen:
        seen.append(usr)
        if usr in index.extended:
            usr = index.extended[usr]
        else:
            definition = index.definitions.get(usr)
            usr = definition.parent if definition else ""
    return seen


def users(index):
    """For each definition the definitions and files that use it, itself and its members excepted."""
    found = defaultdict(set)
    for use in index.uses:
        if use.extends:
            continue
        around = ancestors(index, use.within)
        if use.usr not in around:
            found[use.usr].add((use.within, use.path))
    return found


def is_exempt(index, definition):
    lines = index.source(definition.path)
    number = definition.line - 1
    text = " ".join(lines[max(0, number - 2):number + 1])
    return (
        definition.kind in (DEINITIALISER, EXTENSION) or index.fulfilments[definition.usr]
        or UNNAMED.match(definition.name) or MARK.search(text)
        or is_public(index, definition.usr)
        or definition.kind == CASE and index.bases[definition.parent] & RAW)


def outer_types(index, usr):
    return ancestors(index, usr)[1:]


def unused(index, texts=()):
    """Definitions below Sources that nothing reaches, and those that only tests reach.

    A definition that only dead ones use is dead. `texts` are sources that are in no index: what
    they name is used."""
    words = {word for text in texts for word in re.findall(r"\w+", text)}
    using = users(index)
    candidates = [
        definition for definition in index.definitions.values()
        if definition.path.startswith("Sources/") and not is_exempt(index, definition)
        and re.match(r"\w*", definition.name).group() not in words]
    dead, untested = set(), set()
    while True:
        more = {definition.usr for definition in candidates if all(
            within in dead or any(outer in dead for outer in ancestors(index, within))
            for within, path in using[definition.usr])}
        only = {definition.usr for definition in candidates if all(
            path.startswith("Tests/") or within in untested
            or any(outer in untested for outer in ancestors(index, within))
            for within, path in using[definition.usr])}
        if more <= dead and only <= untested:
            break
        dead |= more
        untested |= only
    def outermost(found):
        return [index.definitions[usr] for usr in found
                if not any(outer in found for outer in outer_types(index, usr))]
    return outermost(dead), outermost(untested - dead)
