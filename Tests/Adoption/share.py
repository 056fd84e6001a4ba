"""Compiles types with the word @Model and without, and prints the share of those that need nothing else. Called by `run`."""

import argparse
import collections
import os
import re
import subprocess
import sys
import tempfile

from sources import code_bases

WORD = "«»"
PLACE = re.compile(r"^(.*?([^/]+\.swift)):(\d+):\d+: (error|warning|note): (.*)$")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--types", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--least", type=float, default=0)
    parser.add_argument("--keep")
    parser.add_argument("flags", nargs="*")
    options = parser.parse_args()
    if options.keep:
        os.makedirs(options.keep, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        shares = [measure(name, head, types, options.keep or folder, options.flags) for name, (head, types) in code_bases(options.seed, options.types).items()]
    reasons = sum((share.reasons for share in shares), collections.Counter())
    count, fits, coded, coding = (sum(getattr(share, name) for share in shares) for name in ("count", "fits", "coded", "coding"))
    print(f"{'seed ' + str(options.seed):12} {'types':>7} {'the word':>9} {'share':>7} {'with coding of their own':>26}")
    for share in shares:
        print(f"{share.name:12} {share.count:7} {share.fits:9} {share.fits / max(share.count, 1):7.1%} {share.coding:26}")
    print(f"{'all':12} {count:7} {fits:9} {fits / max(count, 1):7.1%} {coding:26}")
    without = count - coding
    print(f"without coding of their own: {(fits - coded) / max(without, 1):.1%} of {without}")
    for reason, number in reasons.most_common():
        print(f"{number:4}  {reason}")
    if fits < options.least * count:
        sys.exit(f"error: the share is lower than {options.least:.1%}; seed {options.seed}")


class Share:
    """What came of the types of a code base."""

    def __init__(self, name):
        self.name, self.count, self.fits, self.coded, self.coding, self.reasons = name, 0, 0, 0, 0, collections.Counter()


def measure(name, head, types, folder, flags):
    text = "import Foundation\nimport YodelMacros\n" + head + "\n" + "\n\n".join(types) + "\n"
    lines = text.split("\n")
    places = {number for number, line in enumerate(lines, 1) if WORD in line}
    path = os.path.join(folder, f"{name}.swift")
    errors, _ = compile_with(set(), lines, path, flags)
    if errors:
        print("\n".join(f"{name}.swift:{number}: error: {message}" for number, message in errors), file=sys.stderr)
        sys.exit(2)
    share, words, noted = Share(name), set(places), set()
    while True:
        errors, notes = compile_with(words, lines, path, flags)
        noted |= notes
        failed = {}
        for number, message in errors:
            place = declaration(number, lines, words)
            if place is None:
                print(f"{name}.swift:{number}: error: {message}", file=sys.stderr)
                sys.exit(2)
            failed.setdefault(place, message)
        if not failed:
            break
        for message in failed.values():
            share.reasons[re.sub(r"'[^']*'", "'…'", message)] += 1
        words -= set(failed)
    coding = {place for place in places if has_coding(place, lines)}
    share.count, share.fits, share.coding, share.coded = len(places), len(words), len(coding), len(coding & words)
    return share


def compile_with(words, lines, path, flags):
    """The errors of a compilation, by lines of the source, and the lines of notes on coding of types' own."""
    with open(path, "w") as file:
        file.write("\n".join(line.replace(WORD, "@Model " if number in words else "") for number, line in enumerate(lines, 1)))
    command = ["swiftc", "-typecheck", "-swift-version", "6", "-parse-as-library", "-diagnostic-style", "llvm", *flags, path]
    output = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True).stdout
    errors, notes, waiting = [], set(), None
    for line in output.split("\n"):
        match = PLACE.match(line)
        if not match:
            continue
        own, number, kind, message = match[2] == os.path.basename(path), int(match[3]), match[4], match[5]
        message = re.sub(r" \(from macro 'Model ?'\)$", "", message)
        if kind == "error":
            if own:
                errors.append((number, message))
            else:
                waiting = message
        elif own and waiting and kind == "note" and "in expansion of macro" in message:
            errors.append((number, waiting))
            waiting = None
        elif own and kind == "note" and "with @Model" in message:
            notes.add(number)
    if waiting:
        errors.append((0, waiting))
    if "error:" in output and not errors:
        sys.exit(output)
    return errors, notes


def indentation(line):
    return len(line) - len(line.lstrip())


def declaration(number, lines, words):
    """The line of the word to which an error of a line belongs: that of the innermost type around it."""
    if number in words:
        return number
    # Attributes stand on lines of their own before the word.
    if number + 1 in words and lines[number - 1].lstrip().startswith("@"):
        return number + 1
    depth = indentation(lines[number - 1])
    for place in range(number - 1, 0, -1):
        if lines[place - 1].strip() and indentation(lines[place - 1]) < depth:
            depth = indentation(lines[place - 1])
            if place in words:
                return place
    return None


def has_coding(place, lines):
    """Whether a type has an init(from:) or encode(to:) of its own, in its declaration."""
    depth = indentation(lines[place - 1])
    for line in lines[place:]:
        if line.strip() and indentation(line) <= depth:
            return False
        if indentation(line) == depth + 4 and ("init(from decoder" in line or "func encode(to encoder" in line):
            return True
    return False


main()
