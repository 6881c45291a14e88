import ArgumentParser
import Statecharts
import StatechartsYAML

/// The questions of `statechart new` in a terminal.
struct NewQuestions {
  private let screen: Screen
  private var reader: PromptReader

  init(_ screen: Screen) {
    self.screen = screen
    reader = PromptReader(screen)
  }

  /// Asks for what was not given, and for the titles of the states.
  ///
  /// - Parameter hasFile: Whether the id does not name the file.
  /// - Throws: `ExitCode(2)` when the input ends before.
  mutating func answers(
    title: String?, id: String?, hasFile: Bool
  ) throws -> (ChartTemplate, id: String) {
    screen.show([.text("Press Return to take what stands in brackets, Ctrl-C to stop.", .faint), .empty])
    var template = ChartTemplate(try askForKind())
    template.title = try title?.oneLine ?? askForTitle("Title", template.title)
    let id = try id ?? askForID(template, title, hasFile: hasFile)
    screen.show([.empty, .text("The states, with the titles that people read:")])
    for index in template.states.indices {
      let state = template.states[index]
      template.states[index].title = try askForTitle("  \(state.id)", state.title)
    }
    screen.show([.empty])
    return (template, id)
  }

  private mutating func askForKind() throws -> ChartTemplate.Kind {
    let kinds = ChartTemplate.Kind.allCases
    screen.show([.text("What is the flow about?")])
    screen.show(
      kinds.enumerated().map { .choice($0 + 1, ChartTemplate($1).summary, name: $1.rawValue) })
    while true {
      let answer = try ask("Number", "1")
      if let number = Int(answer), number >= 1, number <= kinds.count { return kinds[number - 1] }
      if let kind = ChartTemplate.Kind(rawValue: answer.lowercased()) { return kind }
      screen.show([.text("That is not one of the choices. Type a number from 1 to \(kinds.count).")])
    }
  }

  private mutating func askForID(
    _ template: ChartTemplate, _ title: String?, hasFile: Bool
  ) throws -> String {
    let suggestion = ChartTemplate.id(from: template.title) ?? template.id
    while true {
      let id = try ask(hasFile ? "Id" : "Id, for the file ID.yaml", suggestion)
      if let problem = IDProblem(id) {
        screen.show(problem.text.split(separator: "\n").map { .text(String($0)) })
        continue
      }
      if hasFile { return id }
      do {
        try New.refuseExisting("\(id).yaml")
        return id
      } catch {
        // It was reported, and another id may do.
        continue
      }
    }
  }

  private mutating func askForTitle(_ question: String, _ suggestion: String) throws -> String {
    while true {
      let title = try ask(question, suggestion)
      guard let problem = TitleProblem(title) else { return title.oneLine }
      screen.show([.text(problem.text)])
    }
  }

  /// Asks for a text.
  private mutating func ask(_ question: String, _ suggestion: String) throws -> String {
    while true {
      do {
        let prompt = Prompt(text: "\(question) [\(suggestion)]: ", history: question)
        guard let line = try reader.line(prompt) else {
          Output.report("error: The input ended, so nothing was written.")
          throw ExitCode(2)
        }
        let answer = line.trimmingSpaces
        return answer.isEmpty ? suggestion : answer
      } catch InputLines.Problem.noText {
        screen.show([.text("That is not UTF-8 text. Set the terminal to UTF-8, and type it again.")])
      } catch let problem as InputLines.Problem {
        if case .unreadable(let problem) = problem { Output.report("error: \(problem.message)") }
        throw ExitCode(2)
      }
    }
  }
}
