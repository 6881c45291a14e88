#!/usr/bin/env python3
"""transitions, python-statemachine and Sismic on W1 and W2. Prints RESULT lines."""
import logging
import statistics
import time

logging.disable(logging.CRITICAL)
EVENTS = ["submitEmail", "accountExists", "submitPassword", "totpRequired", "submitCode", "codeOk", "reset"]
STATES = ["Start", "CheckingAccount", "SignIn", "SigningIn", "TOTPVerificationNeeded", "VerifyingSessionTOTPCode",
          "Finalize"]


def measure(peer, workload, count, body):
    body()
    runs = []
    for _ in range(5):
        start = time.thread_time_ns()
        body()
        runs.append((time.thread_time_ns() - start) / count)
    runs.sort()
    print("RESULT", peer, workload, "ns/event", *(f"{x:.0f}" for x in (statistics.median(runs), runs[0], runs[-1])),
          5, sep="\t", flush=True)


class Counter:
    guards = 0
    actions = 0

    def guard(self, *_):
        self.guards += 1
        return True

    def action(self, *_):
        self.actions += 1


def run_transitions():
    from transitions import Machine

    ring = Counter()
    Machine(ring, states=["A", "B", "C"], initial="A", auto_transitions=False,
            transitions=[["next", "A", "B"], ["next", "B", "C"], ["next", "C", "A"]])
    measure("transitions", "W1", 9000, lambda: [ring.next() for _ in range(9000)])
    model = Counter()
    Machine(model, states=STATES, initial="Start", auto_transitions=False, transitions=[
        {"trigger": event, "source": STATES[i], "dest": STATES[(i + 1) % 7], "conditions": "guard", "after": "action"}
        for i, event in enumerate(EVENTS)])
    measure("transitions", "W2", 7000, lambda: [getattr(model, e)() for _ in range(1000) for e in EVENTS])
    assert model.actions == model.guards == 42000 and model.state == "Start"


def run_statemachine():
    from statemachine import State, StateMachine

    class Ring(StateMachine):
        a, b, c = State(initial=True), State(), State()
        next = a.to(b) | b.to(c) | c.to(a)

    ring = Ring()
    measure("python-statemachine", "W1", 3000, lambda: [ring.send("next") for _ in range(3000)])


def run_sismic():
    from sismic.interpreter import Interpreter
    from sismic.io import import_from_yaml

    def chart(states):
        return "statechart:\n  name: w\n  root state:\n    name: root\n    initial: " + states[0][0] \
            + "\n    states:\n" + "".join(
                f"    - name: {name}\n      transitions:\n      - event: {event}\n        target: {target}\n"
                + (f"        guard: {guard}\n        action: {action}\n" if guard else "")
                for name, event, target, guard, action in states)

    ring = Interpreter(import_from_yaml(chart([(a, "next", b, "", "") for a, b in ("AB", "BC", "CA")])))
    ring.execute()

    def loop(interpreter, events):
        for event in events:
            interpreter.queue(event)
            interpreter.execute()

    measure("Sismic", "W1", 1500, lambda: loop(ring, ["next"] * 1500))
    counter = Counter()
    steps = [(STATES[i], event, STATES[(i + 1) % 7], "guard()", "action()") for i, event in enumerate(EVENTS)]
    sign_in = Interpreter(import_from_yaml(chart(steps)),
                          initial_context={"guard": counter.guard, "action": counter.action})
    sign_in.execute()
    measure("Sismic", "W2", 1400, lambda: loop(sign_in, EVENTS * 200))
    assert counter.actions == 8400 and "Start" in sign_in.configuration


for run in (run_transitions, run_statemachine, run_sismic):
    run()
