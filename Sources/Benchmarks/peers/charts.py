#!/usr/bin/env python3
"""Writes the charts of W1, W2 and W3 for the peers: SCXML with the null data model, and YAML for Sismic.

usage: charts.py FOLDER
"""
import sys
from pathlib import Path

SIGN_IN = [
    ("Start", "submitEmail"), ("CheckingAccount", "accountExists"), ("SignIn", "submitPassword"),
    ("SigningIn", "totpRequired"), ("TOTPVerificationNeeded", "submitCode"),
    ("VerifyingSessionTOTPCode", "codeOk"), ("Finalize", "reset"),
]


def scxml(initial, body):
    return (f'<scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" datamodel="null" initial="{initial}">\n'
            f"{body}</scxml>\n")


def edge(event, target, more=""):
    return f'<transition event="{event}" target="{target}"{more}/>'


def ring(ids, entry=None):
    entry = entry or {}
    return "".join(
        f'<state id="{one}">{entry.get(one, "")}{edge("step", ids[(i + 1) % len(ids)])}</state>\n'
        for i, one in enumerate(ids))


def w1():
    return scxml("A", "".join(f'<state id="{a}">{edge("next", b)}</state>\n' for a, b in ("AB", "BC", "CA")))


def w2():
    return scxml("Start", "".join(
        f'<state id="{state}">{edge(event, SIGN_IN[(i + 1) % 7][0])}</state>\n'
        for i, (state, event) in enumerate(SIGN_IN)))


def w3():
    inner = ring(["A", "B"])
    for state, initial, more in (("N4", "A", edge("inner", "A", ' type="internal"')), ("N3", "N4", ""),
                                 ("N2", "N3", edge("again", "N2")), ("N1", "N2", "")):
        inner = f'<state id="{state}" initial="{initial}">{more}\n{inner}</state>\n'
    history = '<history id="HN" type="deep"><transition target="N1"/></history>\n'
    n = f'<state id="N" initial="N1"><transition event="tick"/>{edge("toP", "P")}\n{history}{inner}</state>\n'
    regions = "".join(
        f'<state id="R{r}" initial="R{r}_1">\n'
        + ring([f"R{r}_{i}" for i in range(1, 5)], {"R1_3": '<onentry><raise event="ping"/></onentry>'})
        + "</state>\n" for r in range(1, 5))
    return scxml("N", f'{n}<parallel id="P">{edge("back", "HN")}<transition event="ping"/>\n{regions}</parallel>\n')


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in (("w1", w1()), ("w2", w2()), ("w3", w3())):
        (folder / f"{name}.scxml").write_text(text)
