import Statecharts
import StatechartsModel

extension ChartBuilder {
  /// Reads names with a title, a description and data: events, error codes or outputs.
  mutating func described<Declaration>(
    _ name: FormatName, in fields: Fields,
    _ make: (ChartName, String?, String?, [FieldDeclaration]) -> Declaration
  ) -> [Declaration]? {
    declarations(name, in: fields) { builder, name, fields in
      guard let fields else { return make(name, nil, nil, []) }
      return make(
        name, builder.string(.title, in: fields), builder.string(.description, in: fields),
        builder.fieldList(.payload, in: fields))
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
        if !builder.isEmpty(value) {
          builder.report(.wrongKind(value, key: key, expected: .described(object)))
        }
        return read(&builder, name, nil)
      }
      let fields = builder.open(value, as: object, owner: key)
      defer { builder.close(fields) }
      return read(&builder, name, fields)
    }
  }
}
