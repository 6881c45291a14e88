internal import StatechartsYAML

extension RuleRegistry {
  /// Rules about whether what is named exists.
  static let referenceRules: [RuleDescription] = [
    RuleDescription(
      "unknown-target", "A transition leads to a state that does not exist", .error, .references,
      why: "The flow would stop there, for people who are in the middle of it.",
      mend: "Write the id of a state of this chart, or add the state.",
      bad: """
        statechart: 1
        id: door
        initial: open
        states:
          open:
            on: { close: ▸closd, push: closed }
          closed: { type: final }
        """,
      good: """
        statechart: 1
        id: door
        initial: open
        states:
          open:
            on: { close: closed }
          closed: { type: final }
        """),
    RuleDescription(
      "unknown-state", "A list names a state that does not exist", .error, .references,
      why: "What should happen with the state would never happen.",
      mend: "Write the id of a state of this chart.",
      bad: """
        statechart: 1
        id: door
        context: { knocks: { type: int, initial: 0, clear: ▸opn } }
        initial: open
        states:
          open:
            on:
              knock: { actions: { assign: { knocks: knocks + 1 } } }
        """,
      good: """
        statechart: 1
        id: door
        context: { knocks: { type: int, initial: 0, clear: open } }
        initial: open
        states:
          open:
            on:
              knock: { actions: { assign: { knocks: knocks + 1 } } }
        """),
    RuleDescription(
      "unknown-event", "An event that is not declared", .error, .references,
      why: "The app sends only declared events, so this one never comes.",
      mend: "Write the name of a declared event, or declare it under `events:`.",
      bad: """
        statechart: 1
        id: door
        events: { close: }
        initial: open
        states:
          open:
            on: { close: closed, ▸clsoe: closed }
          closed: { type: final }
        """,
      good: """
        statechart: 1
        id: door
        events: { close: }
        initial: open
        states:
          open:
            on: { close: closed }
          closed: { type: final }
        """),
    RuleDescription(
      "unknown-handler", "A handler that is not declared", .error, .references,
      why: "No Swift code would answer to the name, so the chart could not run.",
      mend: "Write the name of a declared handler, or declare it under `handlers:`.",
      bad: """
        statechart: 1
        id: door
        handlers: { actions: { ring: } }
        initial: open
        states:
          open:
            entry: [ring, ▸rign]
        """,
      good: """
        statechart: 1
        id: door
        handlers: { actions: { ring: } }
        initial: open
        states:
          open:
            entry: [ring]
        """),
    RuleDescription(
      "unknown-variable", "A variable that is not declared", .error, .references,
      why: "The chart has only the data that `context:` declares.",
      mend: "Write the name of a declared variable, or declare it under `context:`.",
      bad: """
        statechart: 1
        id: door
        context: { knocks: { type: int, initial: 0 } }
        initial: open
        states:
          open:
            on:
              knock: { actions: { assign: { ▸knoks: knocks + 1 } } }
        """,
      good: """
        statechart: 1
        id: door
        context: { knocks: { type: int, initial: 0 } }
        initial: open
        states:
          open:
            on:
              knock: { actions: { assign: { knocks: knocks + 1 } } }
        """),
    RuleDescription(
      "duplicate-name", "A loop names its item as something that is there already", .error, .references,
      why: "Nobody could tell which of the two is meant.",
      mend: "Choose another name for the item of `foreach:`.",
      bad: """
        statechart: 1
        id: door
        context: { guests: { type: [string], initial: [] }, guest: { type: string, initial: "''" } }
        handlers: { actions: { greet: { arguments: { name: string } } } }
        initial: open
        states:
          open:
            entry: { foreach: guests, as: ▸guest, do: { greet: { name: guest } } }
            on: { knock: { actions: { assign: { guests: "['Anna']", guest: "'Anna'" } } } }
        """,
      good: """
        statechart: 1
        id: door
        context: { guests: { type: [string], initial: [] }, guest: { type: string, initial: "''" } }
        handlers: { actions: { greet: { arguments: { name: string } } } }
        initial: open
        states:
          open:
            entry: { foreach: guests, as: each, do: { greet: { name: each } } }
            on: { knock: { actions: { assign: { guests: "['Anna']", guest: "'Anna'" } } } }
        """),
    RuleDescription(
      "unknown-field", "A field or argument that is not declared", .error, .references,
      why: "Nothing would ever be in it.",
      mend: "Write the name of a declared field, or declare it in the payload or the arguments.",
      bad: """
        statechart: 1
        id: door
        events: { close: { payload: { force: int } } }
        initial: open
        states:
          open:
            on: { close: { guard: event.data.▸forse > 2, target: closed } }
          closed: { type: final }
        """,
      good: """
        statechart: 1
        id: door
        events: { close: { payload: { force: int } } }
        initial: open
        states:
          open:
            on: { close: { guard: event.data.force > 2, target: closed } }
          closed: { type: final }
        """),
    RuleDescription(
      "missing-field", "A field or argument is not given", .error, .references,
      why: "Who receives the data counts on every field that is not optional.",
      mend: "Give it a value, or make it optional with `?` after its type.",
      bad: """
        statechart: 1
        id: door
        outputs: { opened: { payload: { wide: bool } } }
        initial: open
        states:
          open:
            entry: { emit: ▸opened }
        """,
      good: """
        statechart: 1
        id: door
        outputs: { opened: { payload: { wide: bool } } }
        initial: open
        states:
          open:
            entry: { emit: opened, data: { wide: true } }
        """),
    RuleDescription(
      "unknown-error", "An error code that is not declared", .error, .references,
      why: "The list of codes is closed: people are shown only what it holds.",
      mend: "Write a declared code, or declare it under `errors:`.",
      bad: """
        statechart: 1
        id: door
        errors: { jammed: }
        initial: open
        states:
          open: { errors: [jammed, ▸jamed] }
        """,
      good: """
        statechart: 1
        id: door
        errors: { jammed: }
        initial: open
        states:
          open: { errors: [jammed] }
        """),
    RuleDescription(
      "unknown-output", "An output that is not declared", .error, .references,
      why: "The app would not know it.",
      mend: "Write the name of a declared output, or declare it under `outputs:`.",
      bad: """
        statechart: 1
        id: door
        outputs: { opened: }
        initial: open
        states:
          open:
            entry: [{ emit: opened }, { emit: ▸opend }]
        """,
      good: """
        statechart: 1
        id: door
        outputs: { opened: }
        initial: open
        states:
          open:
            entry: { emit: opened }
        """),
    RuleDescription(
      "unknown-send-id", "Nothing is sent or runs under an id", .error, .references,
      why: "What is cancelled by the id would happen all the same.",
      mend: "Write the `id:` of a `send` or of an invocation.",
      bad: """
        statechart: 1
        id: door
        initial: open
        states:
          open:
            entry: { send: close, id: later, delay: 5s }
            exit: { cancel: ▸latr }
            on: { close: closed }
          closed: { type: final }
        """,
      good: """
        statechart: 1
        id: door
        initial: open
        states:
          open:
            entry: { send: close, id: later, delay: 5s }
            exit: { cancel: later }
            on: { close: closed }
          closed: { type: final }
        """),
    RuleDescription(
      "unknown-state-in-expression", "`in(…)` names a state that does not exist", .error, .references,
      why: "The condition could never hold.",
      mend: "Write the id of a state of this chart.",
      bad: """
        statechart: 1
        id: door
        initial: open
        states:
          open:
            initial: ajar
            states: { ajar: { on: { push: wide } }, wide: }
            on: { close: { guard: not in(▸wid), target: closed } }
          closed: { type: final }
        """,
      good: """
        statechart: 1
        id: door
        initial: open
        states:
          open:
            initial: ajar
            states: { ajar: { on: { push: wide } }, wide: }
            on: { close: { guard: not in(wide), target: closed } }
          closed: { type: final }
        """),
    RuleDescription(
      "unknown-chart", "A chart that is to run inside this one cannot be used", .error, .references,
      why: "The flow would fail where it starts the other chart.",
      mend: "Write the path of the file relative to the folder of this chart.",
      bad: """
        statechart: 1
        id: door
        initial: open
        states:
          open:
            invoke: { chart: ▸locks/none.yaml }
        """,
      good: """
        statechart: 1
        id: door
        initial: open
        states:
          open:
            invoke: { service: lock, timeout: 5s, done: locked, failed: { any: locked } }
          locked: { type: final }
        """),
    RuleDescription(
      "chart-cycle", "A chart would run inside itself", .error, .references,
      why: "Each run would start another one, without end.",
      mend: "Let the chart invoke another chart, or go back to a state of its own.",
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
