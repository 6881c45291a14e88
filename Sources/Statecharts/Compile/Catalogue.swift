import StatechartsModel

/// What a chart declares, by name. A kind that is nil is not catalogued, so names of it are not checked.
struct Catalogue {
  let context: [ContextVariable]
  /// The variables' numbers, which are their slots.
  var variables: [String: Int] = [:]
  var events: [String: [FieldDeclaration]]?
  /// How many declared events begin with a name, the event itself included.
  var eventPrefixes: [String: Int] = [:]
  var errors: [String: [FieldDeclaration]]?
  var outputs: [String: [FieldDeclaration]]?
  var actions: [String: HandlerDeclaration]?
  var services: [String: HandlerDeclaration]?
  var queries: [String: HandlerDeclaration]?

  /// The fields that come with a failure. The platform itself fails without any, whatever is declared.
  func payload(ofError code: String) -> [FieldDeclaration]? {
    guard let errors else { return nil }
    guard ExpressionScope.platformErrorCodes.contains(code) else { return errors[code] }
    return (errors[code] ?? []).map { field in
      var field = field
      field.type = .optional(StaticType(field.type).type)
      return field
    }
  }

  /// Whether a code may be used.
  func hasError(_ code: String) -> Bool {
    guard let errors else { return true }
    return errors[code] != nil || ExpressionScope.platformErrorCodes.contains(code)
  }
}
