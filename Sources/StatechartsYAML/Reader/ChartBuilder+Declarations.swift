import Statecharts
import StatechartsModel

extension ChartBuilder {
  /// What is declared of an event, an error code or an output, besides its name.
  private struct Described {
    var title: String?
    var description: String?
    var payload: [FieldDeclaration] = []
  }

  mutating func eventDeclarations(in fields: Fields) -> [EventDeclaration]? {
    described(.events, in: fields) {
      EventDeclaration($0, title: $1.title, description: $1.description, payload: $1.payload)
    }
  }

  mutating func errorDeclarations(in fields: Fields) -> [ErrorDeclaration]? {
    described(.errors, in: fields) {
      ErrorDeclaration($0, title: $1.title, description: $1.description, payload: $1.payload)
    }
  }

  mutating func outputDeclarations(in fields: Fields) -> [OutputDeclaration]? {
    described(.outputs, in: fields) {
      OutputDeclaration($0, title: $1.title, description: $1.description, payload: $1.payload)
    }
  }

  mutating func handlerCatalogue(in fields: Fields) -> HandlerCatalogue {
    guard let inner = open(.handlers, in: fields) else { return HandlerCatalogue() }
    defer { close(inner) }
    let catalogue = HandlerCatalogue(
      guards: handlers(.guards, in: inner), actions: handlers(.actions, in: inner),
      services: handlers(.services, in: inner), queries: handlers(.queries, in: inner))
    for action in catalogue.actions ?? [] where ActionWords.isReserved(action.name.text) {
      report(.reservedAction(action.name))
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

  private mutating func described<Declaration>(
    _ name: FormatName, in fields: Fields, _ make: (ChartName, Described) -> Declaration
  ) -> [Declaration]? {
    declarations(name, in: fields) { builder, name, fields in
      guard let fields else { return make(name, Described()) }
      return make(
        name,
        Described(
          title: builder.string(.title, in: fields), description: builder.string(.description, in: fields),
          payload: builder.fieldList(.payload, in: fields)))
    }
  }

  /// Reads a mapping of names to what is said of them, which may be nothing.
  private mutating func declarations<Declaration>(
    _ name: FormatName, in fields: Fields,
    _ read: (inout ChartBuilder, ChartName, Fields?) -> Declaration
  ) -> [Declaration]? {
    guard let entry = value(name, in: fields),
      case .mapping(let kind, .described(let object)) = index.key(entry.format).shape
    else { return nil }
    return entries(of: entry.value) { builder, key, value in
      guard builder.ask(.declaration(key, of: entry.name, object)) == nil, let name = builder.name(key, kind)
      else { return nil }
      guard builder.kind(value) == .mapping else {
        if !builder.isEmpty(value) { builder.reportWrongKind(value, key: key, expected: .described(object)) }
        return read(&builder, name, nil)
      }
      let fields = builder.open(value, as: object, owner: key)
      defer { builder.close(fields) }
      return read(&builder, name, fields)
    }
  }
}
