/// Where a run of a chart is, what can happen next, and what happened so far, as the page of `preview` shows it.
///
/// It never holds the value of a secret. `Docs/reference/preview.md` describes its JSON.
struct RunView: Encodable {
  /// A value that the page asks for.
  struct Field: Encodable {
    var name: String
    /// How it is typed: `text`, `choice`, `yesNo`, `integer`, `number`, `duration`, `lines` or `json`.
    var kind: String
    /// What is typed, in words: `an integer`.
    var hint: String
    var description: String?
    var isOptional: Bool
    /// Whether the value, or a value inside it, is secret.
    var isSecret: Bool
    /// The only texts that are possible.
    var choices: [String]?
    /// Texts that make a difference in the chart.
    var suggestions: [String]?
    /// What may stand in the field at first.
    var sample: String?
    /// The value in the notation of charts if nothing is given.
    var initial: String?
  }

  /// What a transition would do.
  struct Branch: Encodable {
    /// The id of the state that has it.
    var source: String
    /// Where it leads, in words; nil for one that only acts.
    var place: String?
    var condition: String?
    var label: String?
  }

  struct Event: Encodable {
    var name: String
    var title: String?
    var description: String?
    var fields: [Field]
    /// Whether an active state handles it.
    var isHandled: Bool
    var branches: [Branch]
    /// The states that handle it, in words, if no active one does.
    var places: [String]
  }

  struct Failure: Encodable {
    var code: String
    var title: String?
    var description: String?
    var fields: [Field]
  }

  struct Service: Encodable {
    var id: String
    var title: String?
    var description: String?
    var result: [Field]
    /// Whether the result is the value of its only field, and not an object with fields.
    var isResultWhole: Bool
    var failures: [Failure]
    /// Events that it may send while it runs.
    var events: [Event]
  }

  struct Timer: Encodable {
    var words: String
    /// The time left, in words.
    var left: String
    /// The time left, as a step says it: `15s`.
    var duration: String
  }

  /// A guard that the app answers.
  struct Condition: Encodable {
    var name: String
    var title: String?
    var description: String?
    var answer: Bool
  }

  struct Variable: Encodable {
    var name: String
    var description: String?
    /// The value in the notation of charts; nil for no value.
    var value: String?
    var isSecret: Bool
    /// Whether the last step changed it.
    var isChanged: Bool
  }

  struct State: Encodable {
    var id: String
    /// Its title with those of the states around it.
    var words: String
    var description: String?
    /// Whether no state inside it is active.
    var isInnermost: Bool
  }

  /// A line about a step.
  struct Line: Encodable {
    var words: String
    var isProblem: Bool
  }

  /// Something that goes from one lane of the sequence diagram to another, or a note in one lane.
  struct Message: Encodable {
    /// What it is: `event`, `start`, `done`, `failed`, `output`, `cancel`, `time` or `place`.
    var kind: String
    var from: String
    var to: String
    var words: String
  }

  struct Step: Encodable {
    var words: String
    /// The data that came with it, without secrets.
    var data: String?
    /// The time of the run after it, as a clock shows it.
    var time: String
    /// Where the run is then, in words; nil when the step does not change that.
    var place: String?
    var isIgnored: Bool
    var lines: [Line]
    var messages: [Message]
  }

  /// A column of the sequence diagram.
  struct Lane: Encodable {
    var id: String
    var title: String
  }

  /// Why the run does not go on.
  struct Problem: Encodable {
    /// The number of the step that is not possible; 0 for the start.
    var step: Int
    var message: String
    var help: String?
  }

  /// A state to jump to.
  struct Destination: Encodable {
    var id: String
    var words: String
  }

  var title: String
  var inputs: [Field]
  var destinations: [Destination]
  var problem: Problem?
  /// What follows is missing where the run cannot start.
  var now: Now?

  /// A run that has started.
  struct Now: Encodable {
    var place: String
    var time: String
    /// How the run ended, in words; nil when it goes on.
    var end: String?
    var states: [State]
    /// The ids of all states in which the run was.
    var visited: [String]
    var children: [String]
    var events: [Event]
    /// Whether events with other names may be sent too, because the chart declares none.
    var takesAnyEvent: Bool
    var services: [Service]
    var timers: [Timer]
    var conditions: [Condition]
    var variables: [Variable]
    /// The start, and then the steps.
    var steps: [Step]
    var lanes: [Lane]
    /// The lines of a recorded run that does the same. Made-up values replace secrets.
    var recording: [String]
    /// Whether a made-up value stands in it.
    var hidesSecrets: Bool
    /// The number of the step that does something else with these values; nil when all do the same.
    var divergingStep: Int?
  }
}
