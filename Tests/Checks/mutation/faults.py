"""Makes small faults of Swift source text: each is a kind, a range of the text, and what replaces it."""

import re
from collections import namedtuple

Fault = namedtuple("Fault", "kind start end new")

# What a comparison becomes if it is negated, and if its bound is moved.
NEGATED = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">", "===": "!==", "!==": "==="}
MOVED = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "..<": "..."}
SWAPPED = {"&&": "||", "||": "&&", "+": "-", "-": "+", "+=": "-=", "-=": "+=", "&+": "&-", "&-": "&+"}
# A line that begins so is no statement that can be deleted alone.
BEGINS_OTHERWISE = re.compile(
    r"[@#}).\]?:&|]|(let|var|func|return|guard|if|else|for|while|repeat|switch|case|default|defer|do|catch|throw|import|struct"
    r"|class|enum|extension|protocol|actor|init|deinit|public|private|fileprivate|internal|package|static|final|lazy|weak"
    r"|unowned|override|convenience|mutating|nonisolated|typealias|associatedtype|subscript|get|set|break|continue"
    r"|fallthrough|precondition|assert|fatalError|self\.init)\b"
)
OPENING, CLOSING = "([{", ")]}"


def masked(text):
    """Returns the text with blanks in place of comments, strings, attributes, lines of the preprocessor, and what
    stands behind `#if canImport(Darwin)`."""
    parts = [
        r"^ *#if canImport\(Darwin\)(?: \|\| canImport\(Musl\))?\n.*?(?=^ *#(?:else|elseif|endif)\b)",
        r"//[^\n]*",
        r"/\*.*?\*/",
        r'""".*?"""',
        r'"(?:\\.|[^"\\\n])*"',
        r"^ *#(?:if|else|elseif|endif)[^\n]*",
        r"@\w+(?:\([^)\n]*\))?",
    ]
    return re.sub("|".join(parts), lambda found: re.sub(r"[^\n]", " ", found[0]), text, flags=re.DOTALL | re.MULTILINE)


def balance(line):
    return sum((letter in OPENING) - (letter in CLOSING) for letter in line)


def statements(code):
    """Yields the ranges of the statements that have lines of their own."""
    lines, offset = code.split("\n"), 0
    starts = []
    for line in lines:
        starts.append(offset)
        offset += len(line) + 1
    number = 0
    while number < len(lines):
        first, text = number, lines[number].strip()
        number += 1
        if not re.match(r"[\w(]", text) or BEGINS_OTHERWISE.match(text) or re.match(r"(\w+ )?\w+:", text):
            continue
        depth = balance(text)
        if depth < 0:
            continue
        is_open = lambda: depth > 0 or re.search(r"[=,?:&|+-]$", lines[number - 1].rstrip())
        goes_on = lambda: number < len(lines) and (is_open() or re.match(r"\s*(\.\w|[?:&|+-] |&&|\|\|)", lines[number]))
        while goes_on():
            depth += balance(lines[number])
            number += 1
        whole = code[starts[first]:starts[number - 1] + len(lines[number - 1])]
        # What stands alone in a function with a result is its result.
        is_result = re.search(r"->.*\{$", lines[first - 1]) and lines[number].strip() == "}"
        if depth == 0 and not is_result and re.search(r"\)|\}|[^=!<>]=[^=]", whole):
            yield starts[first] + len(whole) - len(whole.lstrip()), starts[first] + len(whole.rstrip())
        # What a closure of several lines has is looked at, too.
        if depth or re.search(r"(\{|\bin)$", lines[first].rstrip()):
            number = first + 1


def clauses(code):
    """Yields the ranges of the conditions of `if`, `guard` and `while`, one for each part between commas."""
    for found in re.finditer(r"(\} )?\b(?:if|guard|while) ", code):
        depth, start, position = 0, found.end(), found.end()
        while position < len(code):
            rest = code[position:position + 6]
            ends = depth == 0 and (
                rest.startswith(" {") or re.match(r"\s+else\b", rest) or rest.startswith("\n" if found[1] else "\n\n")
            )
            if ends or depth == 0 and rest[0] == ",":
                part = code[start:position]
                left = start + len(part) - len(part.lstrip())
                if not re.match(r"\s*((let|var|case|#)\b|(true|false)$)", part) and part.strip():
                    yield left, start + len(part.rstrip())
                start = position + 1
            if ends:
                break
            depth += (rest[0] in OPENING) - (rest[0] in CLOSING)
            position += 1


def candidates(text):
    """Returns all faults of a text, in order, none twice."""
    code, found = masked(text), []
    add = lambda kind, start, end, new: found.append(Fault(kind, start, end, new))
    for start, end in statements(code):
        is_call = not re.search(r"[^=!<>]=[^=]", re.sub(r"[({].*", "", code[start:end], flags=re.DOTALL))
        add("skips a call" if is_call else "deletes a statement", start, end, "")
    # What stands alone between braces, behind the parameters of a closure.
    for match in re.finditer(r"\{ (?:\[[^\]{}]*\] )?(?:(?:\w+(?:, \w+)*|\([^(){}]*\)) in )?([^{}\n]+?) \}", code):
        content = match[1]
        before = code[code.rfind("\n", 0, match.start()) + 1:match.start()]
        if re.search(r"\b(var|func|get|set|subscript)\b", before) or " in " in content:
            continue
        if re.fullmatch(r"return|break|continue", content) or re.search(r"[^=!<>]=[^=]", content):
            add("deletes a statement", match.start(1), match.end(1), "")
        elif re.fullmatch(r"(?:try )?(?:await )?[\w.?!$]+\(.*\)", content):
            add("skips a call", match.start(1), match.end(1), "")
    for start, end in clauses(code):
        for new in ("true", "false"):
            add("decides a condition", start, end, new)
        # A comparison alone is negated below.
        if not re.fullmatch(r"[^&|]* (==|!=|<|>|<=|>=|===|!==) [^&|]*", code[start:end]):
            negated = text[start + 1:end] if re.fullmatch(r"![\w.()$]+", code[start:end]) else f"!({text[start:end]})"
            add("negates a condition", start, end, negated)
    for match in re.finditer(r" (===|!==|==|!=|<=|>=|<|>|&&|\|\||\+|-|\+=|-=|&\+|&-) |(\.\.<)", code):
        group = 1 if match[1] else 2
        operator = match[group]
        for kind, table in [("negates a comparison", NEGATED), ("moves a bound", MOVED), ("swaps an operator", SWAPPED)]:
            if operator in table:
                add(kind, match.start(group), match.end(group), table[operator])
    # A part of a conjunction or disjunction goes.
    operand = r"!?[\w.$]+(?:\([^()\n]*\))*(?: (?:==|!=|<|>|<=|>=|===|!==) [\w.$]+(?:\([^()\n]*\))*)?"
    for match in re.finditer(rf"(?<=&& ){operand}|(?<=\|\| ){operand}|{operand}(?= &&)|{operand}(?= \|\|)", code):
        isDisjunction = "||" in code[match.start() - 3:match.start()] + code[match.end():match.end() + 3]
        add("decides a condition", *match.span(), "false" if isDisjunction else "true")
    # The condition keeps what it names: the parameter of a closure must be used.
    for match in re.finditer(rf"(?:{operand})(?= \? )", code):
        for decided in ("|| true", "&& false"):
            add("decides a condition", *match.span(), f"({text[match.start():match.end()]} {decided})")
    for match in re.finditer(r"\b(take|pass)(Retained|Unretained)(?=(Value)?\()", code):
        add("miscounts a reference", *match.span(2), "Unretained" if match[2] == "Retained" else "Retained")
    for match in re.finditer(r"\breturn ((?:try )?(?:await )?[\w.?!]+\([^\n{}]*\))(?= \}| *$)", code, re.MULTILINE):
        add("skips a call", *match.span(1), "")
    for match in re.finditer(r"\b(true|false)\b", code):
        add("negates a condition", *match.span(), "false" if match[0] == "true" else "true")
    for match in re.finditer(r"(?<![\w.$])\d+(?![\w.])", code):
        add("moves a bound", *match.span(), str(int(match[0]) + 1))
    for match in re.finditer(r"\b(min|max)(?=\()", code):
        add("swaps an operator", *match.span(), "max" if match[0] == "min" else "min")
    return sorted(set(found), key=lambda fault: fault[1:])


def ranges(text, name):
    """Returns the ranges of the functions and properties with a name."""
    code, found = masked(text), []
    for match in re.finditer(rf"\b(?:func |var )?(?<!\.){re.escape(name)}\b(?=[^\n]*)", code):
        if not re.match(r"(func|var) ", match[0]) and name not in ("init", "deinit", "subscript"):
            continue
        position = code.find("{", match.end())
        depth = 0
        for end in range(position, len(code)):
            depth += (code[end] == "{") - (code[end] == "}")
            if depth == 0:
                found.append((match.start(), end + 1))
                break
    return found


def applied(text, fault):
    """Returns the text with a fault. Each line keeps its number, so that code that is not compiled stays the same."""
    lines = text[fault.start:fault.end].count("\n") - fault.new.count("\n")
    return text[:fault.start] + fault.new + "\n" * lines + text[fault.end:]
