package import StatechartsModel

/// What a value must not be shown for, and where: it follows data from the declaration to wherever they go.
package struct Taint: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Never shown, logged or stored.
  package static let secret = Taint(rawValue: 1)
  /// Shown to people, kept out of logs.
  package static let personal = Taint(rawValue: 2)
}

extension FieldDeclaration {
  /// What the declaration says of the whole field.
  package var taint: Taint {
    var result: Taint = []
    if isSecret { result.insert(.secret) }
    if isPersonal { result.insert(.personal) }
    return result
  }
}

extension ContextVariable {
  /// Whether a snapshot leaves the variable out whatever its value is: the chart says so, or it or a part of it is secret.
  package var isLeftOut: Bool { persistence == .never || field.type.heldTaint.contains(.secret) }
}

// Types nest at most `DeclarationLimits.deepestType` levels, or the compiler stops before it looks at them.
extension ChartValueType {
  /// What parts of a value of the type are declared to be.
  package var heldTaint: Taint {
    switch self {
    case .list(let element): element.heldTaint
    case .optional(let type): type.heldTaint
    case .record(let fields): fields.reduce(into: []) { $0.formUnion($1.taint.union($1.type.heldTaint)) }
    default: []
    }
  }

  /// What parts of a value of this type are declared to be, and would not be any more in a place of the type `target`.
  package func taintEscaping(into target: ChartValueType) -> Taint {
    switch (self, target) {
    case (.optional(let type), _): type.taintEscaping(into: target)
    case (_, .optional(let type)): taintEscaping(into: type)
    case (.list(let type), .list(let wanted)): type.taintEscaping(into: wanted)
    case (.record(let fields), .record(let wanted)): fields.taintEscaping(into: wanted)
    default: heldTaint
    }
  }
}

extension [FieldDeclaration] {
  fileprivate func taintEscaping(into wanted: [FieldDeclaration]) -> Taint {
    var result: Taint = []
    var finder = FieldFinder(wanted)
    for (place, field) in enumerated() where !field.taint.union(field.type.heldTaint).isEmpty {
      let target = finder.field(field.name.text, near: place)
      result.formUnion(
        field.taint.union(field.type.taintEscaping(into: target?.type ?? .any))
          .subtracting(target?.taint ?? []))
    }
    return result
  }
}
