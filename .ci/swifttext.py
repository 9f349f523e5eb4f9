# SPDX-License-Identifier: MIT
# SPDX-FileCopyrightText: The OpenCoreData contributors

"""What can be told of a Swift source by reading it: functions, types, calls, comments."""

import re
from dataclasses import dataclass

STRING = re.compile(
    r'(?P<comment>//[^\n]*|/\*[\s\S]*?\*/)'
    r'|(?P<string>(?P<mark>#*)"""[\s\S]*?"""(?P=mark)|(?P<hash>#+)"[\s\S]*?"(?P=hash)|"(?:\\.|[^"\\\n])*")')
FUNCTION = re.compile(r"(?<![.\w])(?:func\s+(?P<name>`?\w+`?|[^\s\w(<]+)|init\b[?!]?)\s*")
TYPE = re.compile(
    r"^[ \t]*(?!import\b)(?:@[\w.]+(?:\([^)\n]*\))?\s+)*(?:(?!import\b)[a-z]+(?:\([^)\n]*\))?\s+)*?"
    r"(?:class|struct|enum|protocol|actor)\s+(?P<name>[A-Z]\w*)", re.M)
OPENING, CLOSING = "([{", ")]}"


def code_of(text):
    """The source with comments and the text of string literals blanked, character for character."""
    def blank(match):
        kept = '"' if match.group("comment") is None else " "
        return kept + re.sub(r"[^\n]", " ", match.group()[1:-1]) + kept
    return STRING.sub(blank, text)


@dataclass
class Function:
    name: str
    line: int
    parameters: list

    @property
    def unlabelled(self):
        return sum(1 for parameter in self.parameters if re.match(r"(?:@\w+\s+)*_\s", parameter))

    @property
    def is_operator(self):
        return not re.match(r"`?\w", self.name)


def end_of(code, start):
    """Where the bracket that opens at `start` closes."""
    depth = 0
    for position in range(start, len(code)):
        if code[position] in OPENING:
            depth += 1
        elif code[position] in CLOSING:
            depth -= 1
            if depth == 0:
                return position
    return len(code)


def parts(code, separator=","):
    """The text between separators that stand in no bracket."""
    found, depth, start = [], 0, 0
    for position, character in enumerate(code):
        if character in OPENING:
            depth += 1
        elif character in CLOSING:
            depth -= 1
        elif depth == 0 and code.startswith(separator, position):
            found.append(code[start:position].strip())
            start = position + len(separator)
    last = code[start:].strip()
    return found + [last] if last else found


def functions(code):
    """The functions and initialisers that are declared, with their parameters."""
    for match in FUNCTION.finditer(code):
        position = match.end()
        if code[position:position + 1] == "<":
            depth = 0
            for position in range(position, len(code)):
                depth += (code[position] == "<") - (code[position] == ">" and code[position - 1] != "-")
                if depth == 0:
                    break
            position += 1
            position += len(code[position:]) - len(code[position:].lstrip())
        if code[position:position + 1] != "(":
            continue
        inside = code[position + 1:end_of(code, position)]
        # A call such as `init(1, 2)` declares nothing: parameters have types.
        parameters = parts(inside)
        if all(":" in parameter for parameter in parameters):
            yield Function(
                match.group("name") or "init", code.count("\n", 0, match.start()) + 1, parameters)


def types(code):
    """The names and lines of the types that stand in no other type."""
    depth, position = 0, 0
    for match in TYPE.finditer(code):
        between = code[position:match.start()]
        depth += between.count("{") - between.count("}")
        position = match.start()
        if depth == 0:
            yield match.group("name"), code.count("\n", 0, match.start("name")) + 1


def calls(code, name):
    """The line and the text between the brackets of each call of `name`."""
    for match in re.finditer(re.escape(name) + r"\(", code):
        yield (code.count("\n", 0, match.start()) + 1,
               code[match.end():end_of(code, match.end() - 1)])


def summaries(text):
    """The line and the first line of each documentation comment."""
    previous = False
    for number, line in enumerate(text.splitlines(), 1):
        stripped = line.strip()
        if stripped.startswith("///"):
            if not previous:
                yield number, stripped[3:].strip()
            previous = True
        else:
            previous = False


PUBLIC = re.compile(
    r"^\s*(?:@[\w.]+(?:\([^)]*\))?\s+)*(?!.*\boverride\b)(?:\w+\s+)*?(?:public|open)\s+"
    r"(?:(?:\w+(?:\(\w+\))?)\s+)*?"
    r"(?:class|struct|enum|protocol|actor|func|var|let|init|subscript|typealias)\b")


def undocumented(text):
    """The lines of public declarations without a documentation comment, overrides excepted."""
    lines = text.splitlines()
    for number, line in enumerate(lines, 1):
        if not PUBLIC.match(line.split("//")[0]):
            continue
        above = number - 2
        while above >= 0 and re.match(r"\s*(@|#if|//(?!/))", lines[above]):
            above -= 1
        if above < 0 or not lines[above].strip().startswith("///"):
            yield number, line.strip()
