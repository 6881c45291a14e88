import StatechartsModel

internal import Statecharts

extension ChartTables {
  /// The events that may be sent to the chart.
  func events() -> String {
    let rows = (flat.chart.events ?? []).map { event in
      [
        Markdown.text(event.title ?? ""), Markdown.code(event.name.text), fields(event.payload),
        Markdown.text(event.description ?? ""),
      ]
    }
    return table(["Event", "Name", "Data", "Meaning"], rows, orElse: "This chart declares no events.\n")
  }

  /// The error codes with the words shown to people, the states that show them and the services that fail
  /// with them.
  func errors() -> String {
    var states: [String: [Int]] = [:]
    for number in flat.states.indices {
      for code in Set(flat.states[number].state.errors.map(\.text)) {
        states[code, default: []].append(number)
      }
    }
    var failing: [String: [HandlerDeclaration]] = [:]
    for service in flat.chart.handlers.services ?? [] {
      for code in Set(service.errors.map(\.text)) { failing[code, default: []].append(service) }
    }
    let rows = (flat.chart.errors ?? []).map { error -> [String] in
      let places = states[error.code.text] ?? []
      let services = failing[error.code.text] ?? []
      return [
        Markdown.text(error.title ?? ""), Markdown.code(error.code.text), fields(error.payload),
        places.map(link).joined(separator: ", "),
        names(of: services), Markdown.text(error.description ?? ""),
      ]
    }
    return table(
      ["Error", "Code", "Data", "Shown in", "Services", "Meaning"], rows,
      orElse: "This chart declares no errors.\n")
  }

  /// The names of services. A list of nearly all of them says which are missing, because it would not fit a page.
  private func names(of services: [HandlerDeclaration]) -> String {
    func list(_ services: [HandlerDeclaration]) -> String {
      services.map { Markdown.code($0.name.text) }.joined(separator: ", ")
    }
    let all = flat.chart.handlers.services ?? []
    guard services.count > 3, all.count - services.count < 3 else { return list(services) }
    let shown = Set(services.map(\.name.text))
    let others = all.filter { !shown.contains($0.name.text) }
    return others.isEmpty ? "all" : "all but \(list(others))"
  }

  /// What the chart sends to the app.
  func outputs() -> String {
    let outputs = flat.chart.outputs ?? []
    let haveTitles = outputs.contains { $0.title != nil }
    let rows = outputs.map { output in
      let name = Markdown.code(output.name.text)
      // Without any title, the table needs no column for them.
      return [
        output.title.map(Markdown.text) ?? (haveTitles ? name : ""), name, fields(output.payload),
        Markdown.text(output.description ?? ""),
      ]
    }
    return table(["Output", "Name", "Data", "Meaning"], rows, orElse: "This chart declares no outputs.\n")
  }

  /// What Swift code must provide: guards, actions, services, queries.
  ///
  /// - Parameter signatures: The Swift of each, by kind and name, such as `service checkPassword`.
  func handlers(_ signatures: [String: String]) -> String {
    let handlers = flat.chart.handlers
    var rows: [[String]] = []
    let kinds = [
      ("guard", handlers.guards), ("action", handlers.actions), ("service", handlers.services),
      ("query", handlers.queries),
    ]
    for (kind, declarations) in kinds {
      for handler in declarations ?? [] {
        rows.append([
          Markdown.code(handler.name.text), kind, fields(handler.arguments + handler.payload),
          handler.result.map { Markdown.text($0.chartText) } ?? "",
          handler.errors.map { Markdown.code($0.text) }.joined(separator: ", "),
          handler.sends.map { Markdown.code($0.text) }.joined(separator: ", "),
          Markdown.text([handler.title, handler.description].compactMap { $0 }.joined(separator: ": ")),
          signatures["\(kind) \(handler.name.text)"].map { Markdown.code($0) } ?? "",
        ])
      }
    }
    return table(
      ["Handler", "Kind", "Takes", "Returns", "Fails with", "Sends", "Meaning", "In Swift"], rows,
      orElse: "This chart declares no handlers.\n")
  }

  private func table(_ columns: [String], _ rows: [[String]], orElse nothing: String) -> String {
    rows.isEmpty ? nothing : Markdown.table(columns, rows)
  }

  private func fields(_ fields: [FieldDeclaration]) -> String {
    fields.map { field in
      var notes: [String] = []
      if field.isSecret { notes.append("secret") }
      if field.isPersonal { notes.append("personal") }
      // The permitted texts of a secret would tell too much about its value.
      if let values = field.values, !field.isSecret {
        notes.append("one of " + values.map(Markdown.text).joined(separator: ", "))
      }
      return Markdown.code(field.name.text) + " " + Markdown.text(field.type.chartText)
        + (notes.isEmpty ? "" : " (\(notes.joined(separator: "; ")))")
    }.joined(separator: ", ")
  }
}
