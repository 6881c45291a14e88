/// What a person can type in a walk besides numbers and answers.
enum ConversationCommand: CaseIterable {
  case time, back, data, guards, save, quit, help

  /// The words for it, the one that help shows first.
  private var words: [String] {
    switch self {
    case .time: ["t"]
    case .back: ["b", "back"]
    case .data: ["d", "data"]
    case .guards: ["g"]
    case .save: ["save"]
    case .quit: ["q", "quit", "exit"]
    case .help: ["?", "h", "help"]
    }
  }

  private var takesArgument: Bool {
    switch self {
    case .time, .guards, .save: true
    case .back, .data, .quit, .help: false
    }
  }

  /// What to type.
  var usage: String {
    let word = words.first ?? ""
    return self == .save ? "\(word) FILE" : word
  }

  /// A word or two for the line above a walk.
  var reminder: String {
    switch self {
    case .time: "\(usage) time"
    case .back: "\(usage) back"
    case .data: "\(usage) data"
    case .guards: "\(usage) conditions"
    case .save: usage
    case .quit: "\(usage) quit"
    case .help: "\(usage) help"
    }
  }

  /// What it does, as the guide says it too.
  var meaning: String {
    switch self {
    case .time: "let time pass until the next timer; `t 30s` for a certain time"
    case .back: "go back one step"
    case .data: "show the data of the flow"
    case .guards: "list the app's conditions; `g NAME` switches one between yes and no"
    case .save: "save this run, to replay it or to show it on a page"
    case .quit: "quit"
    case .help: "show these keys"
    }
  }

  /// The command of a line, with what is typed behind it; nil for any other line.
  static func read(_ line: String) -> (command: ConversationCommand, argument: String?)? {
    let parts = line.split(separator: " ", maxSplits: 1)
    guard let word = parts.first?.lowercased(),
      let command = allCases.first(where: { $0.words.contains(word) })
    else { return nil }
    let argument = parts.count > 1 ? String(parts[1]).trimmingSpaces : ""
    guard argument.isEmpty || command.takesArgument else { return nil }
    return (command, argument.isEmpty ? nil : argument)
  }
}
