# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The OpenCoreData contributors

"""Relations between the files and rooms of Sources/CoreData, told from an index."""

import re
from collections import Counter, defaultdict

from loading import CASE, EXTENSION, PROTOCOL

LIBRARY = "Sources/CoreData/"
# The folders of Sources/CoreData in the order of use: one uses those before it.
ROOMS = [
    "Support", "Model", "Requests", "Objects", "Coordinator", "Context", "Batches",
    "ClientStores", "FileStores", "Container", "Backups", "ResultsController", "History", "Replacing",
    "Tracing", "Statistics", "Verifying", "Migration",
]
OPEN = re.compile(r"\b(?:public|open)\b")


def room(path):
    """The folder of Sources/CoreData that a file is in; None for files elsewhere."""
    return path[len(LIBRARY):].split("/")[0] if path.startswith(LIBRARY) else None


def is_public(index, usr):
    """If clients can name it: said where it is declared, or of the type or extension it is in."""
    definition = index.definitions.get(usr)
    if definition is None:
        return False
    if OPEN.search(index.source(definition.path)[definition.line - 1].split("//")[0]):
        return True
    parent = index.definitions.get(definition.parent)
    if parent is None:
        return False
    if parent.kind == EXTENSION:
        return bool(re.search(
            r"\bpublic extension\b", index.source(parent.path)[parent.line - 1]))
    return (parent.kind == PROTOCOL or definition.kind == CASE) and is_public(index, parent.usr)


def is_apples(index, usr):
    """If it is a class NS… or a public member of one."""
    owner = index.definitions.get(index.owner(usr))
    return owner is not None and owner.name.startswith("NS") and is_public(index, usr)


def upward(index, order):
    """The places where a room uses what a later one defines: {(room, later room): {usr: places}}."""
    rank = {name: number for number, name in enumerate(order)}
    found = defaultdict(lambda: defaultdict(set))
    for use in index.uses:
        definition = index.definitions[use.usr]
        here, there = room(use.path), room(definition.path)
        if here is None or there is None or rank[there] <= rank[here]:
            continue
        if not is_apples(index, use.usr):
            found[here, there][use.usr].add((use.path, use.line))
    return found


def file_graph(index, prefix=LIBRARY):
    """For each file those whose definitions it names."""
    edges = defaultdict(set)
    for use in index.uses:
        other = index.definitions[use.usr].path
        if other != use.path and use.path.startswith(prefix) and other.startswith(prefix):
            edges[use.path].add(other)
    return edges


def folder_graph(edges, folder):
    folders = defaultdict(set)
    for file, others in edges.items():
        folders[folder(file)] |= {folder(other) for other in others} - {folder(file)}
    return folders


def circles(edges):
    """The sets of nodes that reach each other, the largest first, single ones left out."""
    number, low, stack, held, found = {}, {}, [], set(), []
    for root in sorted(edges):
        if root in number:
            continue
        number[root] = low[root] = len(number)
        stack.append(root)
        held.add(root)
        path = [(root, iter(sorted(edges.get(root, ()))))]
        while path:
            node, rest = path[-1]
            following = next(rest, None)
            if following is None:
                path.pop()
                if path:
                    low[path[-1][0]] = min(low[path[-1][0]], low[node])
                if low[node] == number[node]:
                    at = stack.index(node)
                    found.append(stack[at:])
                    held -= set(stack[at:])
                    del stack[at:]
            elif following not in number:
                number[following] = low[following] = len(number)
                stack.append(following)
                held.add(following)
                path.append((following, iter(sorted(edges.get(following, ())))))
            elif following in held:
                low[node] = min(low[node], number[following])
    return sorted((sorted(circle) for circle in found if len(circle) > 1), key=len, reverse=True)


def relations(index):
    """How often each file uses each other one of the library, Apple's API left out."""
    counts = defaultdict(Counter)
    for place in {(use.path, use.line, use.usr) for use in index.uses}:
        here, there = place[0], index.definitions[place[2]].path
        if here != there and room(here) and room(there) and not is_apples(index, place[2]):
            counts[here][there] += 1
    return counts


def misplaced(index, order, gain=6):
    """Files that would fit better into another room: (file, room, upward uses here and there).

    A file fits better where it has more relations, and `gain` fewer of them go upwards."""
    rank = {name: number for number, name in enumerate(order)}
    counts = relations(index)
    using = defaultdict(Counter)
    for here, others in counts.items():
        for there, number in others.items():
            using[there][here] += number

    def upward_in(file, name):
        return (
            sum(number for other, number in counts[file].items() if rank[room(other)] > rank[name])
            + sum(number for other, number in using[file].items() if rank[room(other)] < rank[name]))

    for file in sorted(set(counts) | set(using)):
        near = Counter()
        for other, number in (counts[file] + using[file]).items():
            near[room(other)] += number
        here = room(file)
        better = min(near, key=lambda name: (upward_in(file, name), -near[name]))
        before, after = upward_in(file, here), upward_in(file, better)
        if near[better] > near[here] and before - after >= gain:
            yield file, better, before, after
