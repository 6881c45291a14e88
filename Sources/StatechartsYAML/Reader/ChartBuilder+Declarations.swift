import Statecharts
import StatechartsModel

extension ChartBuilder {
  /// Calls a function with each name of a mapping, the node of its name and its value, which may be nothing.
  private mutating func declarations<Declaration>(
    _ name: FormatName, in fields: Fields,
    _ read: (inout ChartBuilder, ChartName, Fields?) -> Declaration
  ) -> [Declaration]? {
    guard let entry = entry(name, in: fields) else { return nil }
    guard case .mapping(let kind, .described(let object)) = key(entry, in: fields).shape else { return nil }
    guard self.kind(entry.value) == .mapping else {
      reportWrongKind(
        entry, in: fields, help: isEmpty(entry.value) ? "Write `{}` for an empty list." : nil)
      return nil
    }
    var result: [Declaration] = []
    var cursor = chart.walk(entry.value)
    while let (key, value) = chart.next(&cursor) {
      if ask(.declaration(key, of: entry.name, object)) == nil,
        let name = self.name(key, kind)
      {
        result.append(declaration(name, key, value, object, read))
      }
    }
    return result
  }

  private mutating func declaration<Declaration>(
    _ name: ChartName, _ key: Int32, _ value: Int32, _ object: FormatObject,
    _ read: (inout ChartBuilder, ChartName, Fields?) -> Declaration
  ) -> Declaration {
    guard kind(value) == .mapping else {
      if !isEmpty(value) {
        let isTitle = kind(value) == .scalar && object != .handlers
        reportWrongKind(
          value, key: key, expected: .described(object),
          help: isTitle ? "For a title, write `\(text(key)): { title: … }`." : nil)
      }
      return read(&self, name, nil)
    }
    let fields = open(value, as: object, owner: key)
    defer { close(fields) }
    check(fields)
    return read(&self, name, fields)
  }

  mutating func eventDeclarations(in fields: Fields) -> [EventDeclaration]? {
    described(.events, in: fields)?.map {
      EventDeclaration($0.name, title: $0.title, description: $0.description, payload: $0.payload)
    }
  }

  mutating func errorDeclarations(in fields: Fields) -> [ErrorDeclaration]? {
    described(.errors, in: fields)?.map {
      ErrorDeclaration($0.name, title: $0.title, description: $0.description, payload: $0.payload)
    }
  }

  mutating func outputDeclarations(in fields: Fields) -> [OutputDeclaration]? {
    described(.outputs, in: fields)?.map {
      OutputDeclaration($0.name, title: $0.title, description: $0.description, payload: $0.payload)
    }
  }

  /// Reads names with a title, a description and data.
  private mutating func described(
    _ name: FormatName, in fields: Fields
  ) -> [(name: ChartName, title: String?, description: String?, payload: [FieldDeclaration])]? {
    declarations(name, in: fields) { builder, name, fields in
      guard let fields else { return (name, nil, nil, []) }
      return (
        name, builder.string(.title, in: fields), builder.string(.description, in: fields),
        builder.fieldList(.payload, in: fields)
      )
    }
  }

  mutating func handlerCatalogue(in fields: Fields) -> HandlerCatalogue {
    guard let entry = entry(.handlers, in: fields) else { return HandlerCatalogue() }
    guard kind(entry.value) == .mapping else {
      reportWrongKind(entry, in: fields)
      return HandlerCatalogue()
    }
    let inner = open(entry.value, as: .handlers, owner: entry.key)
    defer { close(inner) }
    check(inner)
    let catalogue = HandlerCatalogue(
      guards: handlers(.guards, in: inner), actions: handlers(.actions, in: inner),
      services: handlers(.services, in: inner), queries: handlers(.queries, in: inner))
    for action in catalogue.actions ?? [] where ActionWords.isReserved(action.name.text) {
      report(
        .illegalName, at: range(action.name.origin.rawValue),
        "\(shown(action.name.text)) is not a valid action name: the format uses this word itself.",
        help: "Write another name everywhere, for example `my\(action.name.text.capitalizedFirst)`.")
    }
    return catalogue
  }

  private mutating func handlers(_ name: FormatName, in fields: Fields) -> [HandlerDeclaration]? {
    declarations(name, in: fields) { builder, name, fields in
      guard let fields else { return HandlerDeclaration(name) }
      return HandlerDeclaration(
        name, title: builder.string(.title, in: fields),
        description: builder.string(.description, in: fields),
        payload: builder.fieldList(.payload, in: fields),
        arguments: builder.fieldList(fields.object == .service ? .input : .arguments, in: fields),
        result: builder.type(.result, in: fields), errors: builder.names(.errors, in: fields),
        sends: builder.names(.sends, in: fields))
    }
  }
}
