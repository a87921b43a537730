"""Checks the certificate in this folder: `python3 check.py`. What is proven, and what is trusted, stands in README."""

import hashlib
import json
import re
import sys
from pathlib import Path


class Clauses:
    """Clauses, and the literals that are true, in the order found; a clause watches two that are not false."""

    def __init__(self, clauses):
        self.watching, self.true, self.clash = {}, {}, False
        for clause in clauses:
            self.add(clause)

    def add(self, clause):
        may = [literal for literal in clause if -literal not in self.true]
        if len(may) < 2:
            self.clash = self.clash or not may or self.follow(may)
        for literal in may[:2]:
            self.watching.setdefault(literal, []).append(may)

    def follow(self, wanted):
        """Take literals for true, and all that follows by unit propagation. Whether that clashes."""
        for literal in wanted:  # which grows
            if -literal in self.true:
                return True
            if literal not in self.true:
                self.true[literal] = True
                for clause in self.watching.pop(-literal, ()):
                    clause[:2] = clause[0] + clause[1] + literal, -literal  # of the two watched the false one second
                    other = next((i for i in range(2, len(clause)) if -clause[i] not in self.true), 1)
                    clause[1], clause[other] = clause[other], clause[1]
                    self.watching.setdefault(clause[1], []).append(clause)
                    if other == 1:
                        wanted.append(clause[0])
        return False

    def implies(self, lemma):
        """Whether all of its literals false, taken for once, clash: reverse unit propagation."""
        known, clash = len(self.true), self.clash or self.follow([-literal for literal in lemma])
        while len(self.true) > known:
            self.true.popitem()
        return clash


def need(holds, complaint):
    return holds or sys.exit(f"refused: {complaint}")


def clauses_in(text):
    found = [[int(word) for word in line.split()] for line in text.split("\n") if line and line[0] not in "cp"]
    need(all(clause and clause.pop() == 0 and 0 not in clause for clause in found), "a clause has no 0 for its end")
    return found


sys.excepthook = lambda kind, error, place: print(f"refused: {kind.__name__}: {error}", file=sys.stderr)
files = {path.name: path.read_bytes().decode() for path in Path(__file__).parent.iterdir() if path.is_file()}
for name, checksum in re.findall(r"(\S+) ([0-9a-f]{64})", files["README"]):
    need(hashlib.sha256(files[name].encode()).hexdigest() == checksum, f"{name} is not as it was made (SHA-256)")
record, cnf, lemmas = json.loads(files["puzzle.json"]), files["puzzle.cnf"], clauses_in(files["proof.drup"])
value = {symbol: int(v) for v, symbol in re.findall(r"^c value (\d+) (\S+)$", cnf, re.M)}
means = {(int(r), int(c), int(v)): int(x) for r, c, v, x in re.findall(r"^c cell (\d+) (\d+) (\d+) (\S+)$", cnf, re.M)}
rules, printed, cuts, last = map(clauses_in, re.split(r"^c part .*$", cnf, flags=re.M)[1:])
shown, held = ([row.split() if " " in row else row for row in record[grid]["grid"]] for grid in ("puzzle", "answer"))
answer = {(r, c): means[r, c, value[symbol]] for r, row in enumerate(held) for c, symbol in enumerate(row)}
for r, c, literal in {(r, c, answer[r, c]) for r, c, _ in means}:
    same = shown[r][c] == "." or value[shown[r][c]] == value[held[r][c]]
    need(same and ([literal] in printed) == (shown[r][c] != "."), f"given and answer differ in row {r}, column {c}")
    need(-literal in last[0] or [literal] in printed, f"row {r}, column {c} of the answer is not forbidden")
need(len(last) == 1 and {-x for x in last[0]} <= {*answer.values()}, "the last clause forbids more than the answer")
need(not Clauses([[x] for x in answer.values()] + rules + printed + cuts).clash, "the answer breaks a clause")
clauses = Clauses(rules + printed + cuts + last)
for number, lemma in enumerate(lemmas, 1):
    need(clauses.implies(lemma), f"lemma {number} of the proof does not follow")
    clauses.add(lemma)
need([] in lemmas, "the proof does not end in the empty clause")
print("accepted: the puzzle has this answer and no other, if the clauses of puzzle.cnf say what puzzle and rules say")
