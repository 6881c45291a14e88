internal import StatechartsYAML

extension RuleRegistry {
  /// Rules about whether what is named exists.
  static let referenceRules: [RuleDescription] = [
    RuleDescription(
      "unknown-target", "Transition goes to a state that does not exist", .error, .references,
      why: "The flow would stop there while somebody is using it.",
      howToFix: "Write the id of a state in this chart, or add the state.",
      bad: """
        states:
          open:
            on: { close: ▸closd, push: closed }
          closed: { type: final }
        """,
      good: """
        states:
          open:
            on: { close: closed }
          closed: { type: final }
        """),
    RuleDescription(
      "unknown-state", "List names a state that does not exist", .error, .references,
      why: "The entry has no effect.",
      howToFix: "Write the id of a state in this chart.",
      bad: """
        context: { knocks: { type: int, initial: 0, clear: ▸opn } }
        states:
          open:
            on:
              knock: { actions: { assign: { knocks: knocks + 1 } } }
        """,
      good: """
        context: { knocks: { type: int, initial: 0, clear: open } }
        states:
          open:
            on:
              knock: { actions: { assign: { knocks: knocks + 1 } } }
        """),
    RuleDescription(
      "unknown-event", "Event is not declared", .error, .references,
      why: "The app sends only declared events, so this event never arrives.",
      howToFix: "Write the name of a declared event, or declare this one under `events:`.",
      bad: """
        events: { close: }
        states:
          open:
            on: { close: closed, ▸clsoe: closed }
          closed: { type: final }
        """,
      good: """
        events: { close: }
        states:
          open:
            on: { close: closed }
          closed: { type: final }
        """),
    RuleDescription(
      "unknown-handler", "Handler is not declared", .error, .references,
      why: "The app has no Swift code for this name, so the chart cannot run.",
      howToFix: "Write the name of a declared handler, or declare this one under `handlers:`.",
      bad: """
        handlers: { actions: { ring: } }
        states:
          open:
            entry: [ring, ▸rign]
        """,
      good: """
        handlers: { actions: { ring: } }
        states:
          open:
            entry: [ring]
        """),
    RuleDescription(
      "unknown-variable", "Variable is not declared", .error, .references,
      why: "A chart has only the variables that `context:` declares.",
      howToFix: "Write the name of a declared variable, or declare this one under `context:`.",
      bad: """
        context: { knocks: { type: int, initial: 0 } }
        states:
          open:
            on:
              knock: { actions: { assign: { ▸knoks: knocks + 1 } } }
        """,
      good: """
        context: { knocks: { type: int, initial: 0 } }
        states:
          open:
            on:
              knock: { actions: { assign: { knocks: knocks + 1 } } }
        """),
    RuleDescription(
      "duplicate-name", "Name is already taken", .error, .references,
      why: "An expression with this name could mean either of the two.",
      howToFix: "Choose another name, or delete one of the two.",
      bad: """
        context: { guests: { type: [string], initial: [] }, guest: { type: string, initial: "''" } }
        handlers: { actions: { greet: { arguments: { name: string } } } }
        states:
          open:
            entry: { foreach: guests, as: ▸guest, do: { greet: { name: guest } } }
            on: { knock: { actions: { assign: { guests: "['Anna']", guest: "'Anna'" } } } }
        """,
      good: """
        context: { guests: { type: [string], initial: [] }, guest: { type: string, initial: "''" } }
        handlers: { actions: { greet: { arguments: { name: string } } } }
        states:
          open:
            entry: { foreach: guests, as: each, do: { greet: { name: each } } }
            on: { knock: { actions: { assign: { guests: "['Anna']", guest: "'Anna'" } } } }
        """),
    RuleDescription(
      "unknown-field", "Field or argument is not declared", .error, .references,
      why: "A field that is not declared never has a value.",
      howToFix: "Write the name of a declared field. Or declare this one in the payload or the arguments.",
      bad: """
        events: { close: { payload: { force: int } } }
        states:
          open:
            on: { close: { guard: event.data.▸forse > 2, target: closed } }
          closed: { type: final }
        """,
      good: """
        events: { close: { payload: { force: int } } }
        states:
          open:
            on: { close: { guard: event.data.force > 2, target: closed } }
          closed: { type: final }
        """),
    RuleDescription(
      "missing-field", "Required field or argument is missing", .error, .references,
      why: "The receiver relies on every field that is not optional.",
      howToFix: "Give the field a value, or make it optional with `?` after its type.",
      bad: """
        outputs: { opened: { payload: { wide: bool } } }
        states:
          open:
            entry: { emit: ▸opened }
        """,
      good: """
        outputs: { opened: { payload: { wide: bool } } }
        states:
          open:
            entry: { emit: opened, data: { wide: true } }
        """),
    RuleDescription(
      "unknown-error", "Error code is not declared", .error, .references,
      why: "The list of error codes is complete. People are shown only the codes in it.",
      howToFix: "Write a declared error code, or declare this one under `errors:`.",
      bad: """
        errors: { jammed: }
        states:
          open: { errors: [jammed, ▸jamed] }
        """,
      good: """
        errors: { jammed: }
        states:
          open: { errors: [jammed] }
        """),
    RuleDescription(
      "unknown-output", "Output is not declared", .error, .references,
      why: "The app does not know an output that is not declared.",
      howToFix: "Write the name of a declared output, or declare this one under `outputs:`.",
      bad: """
        outputs: { opened: }
        states:
          open:
            entry: [{ emit: opened }, { emit: ▸opend }]
        """,
      good: """
        outputs: { opened: }
        states:
          open:
            entry: { emit: opened }
        """),
    RuleDescription(
      "unknown-send-id", "Id belongs to no sent event and no service", .error, .references,
      why: "An action with an unknown id has no effect.",
      howToFix: "Write the `id:` of a `send:` or of a service under `invoke:`.",
      bad: """
        states:
          open:
            entry: { send: close, id: later, delay: 5s }
            exit: { cancel: ▸latr }
            on: { close: closed }
          closed: { type: final }
        """,
      good: """
        states:
          open:
            entry: { send: close, id: later, delay: 5s }
            exit: { cancel: later }
            on: { close: closed }
          closed: { type: final }
        """),
    RuleDescription(
      "unknown-state-in-expression", "`in(…)` names a state that does not exist", .error, .references,
      why: "The condition could never be true.",
      howToFix: "Write the id of a state in this chart.",
      bad: """
        states:
          open:
            initial: ajar
            states: { ajar: { on: { push: wide } }, wide: }
            on: { close: { guard: not in(▸wid), target: closed } }
          closed: { type: final }
        """,
      good: """
        states:
          open:
            initial: ajar
            states: { ajar: { on: { push: wide } }, wide: }
            on: { close: { guard: not in(wide), target: closed } }
          closed: { type: final }
        """),
    RuleDescription(
      "unknown-chart", "Invoked chart cannot be used", .error, .references,
      why: "The flow would fail when it starts the other chart.",
      howToFix: "Write the path of the chart file, relative to the folder of this chart.",
      bad: """
        states:
          open:
            invoke: { chart: ▸locks/none.yaml }
        """,
      good: """
        states:
          open:
            invoke: { service: lock, timeout: 5s, done: locked, failed: { any: locked } }
          locked: { type: final }
        """),
    RuleDescription(
      "chart-cycle", "Chart runs inside itself", .error, .references,
      why: "Each run would start another one, without end.",
      howToFix: "Invoke a different chart, or use a transition to a state of this chart.",
      bad: """
        # door.yaml
        statechart: 1
        id: door
        initial: open
        states:
          open:
            invoke: { chart: ▸door.yaml }
        """,
      good: """
        # door.yaml
        statechart: 1
        id: door
        initial: open
        states:
          open:
            on: { close: closed }
          closed: { on: { reopen: open } }
        """),
  ]
}
