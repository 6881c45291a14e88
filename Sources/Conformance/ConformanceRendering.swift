internal import StatechartsSCXML

/// Renders what the tests leave to the data model (their `conf:` parts) in `ecmascript`.
package struct ConformanceRendering {
  /// Whether an illegal expression is one that cannot be read, instead of one that fails when it is evaluated.
  package var isRefused: Bool

  /// Makes a rendering.
  package init(isRefused: Bool = false) { self.isRefused = isRefused }

  private static let conformance = "http://www.w3.org/2005/scxml-conformance"
  private static let scxml = "http://www.w3.org/2005/07/scxml"

  /// The document.
  ///
  /// - Throws: what of it cannot be read or is not known.
  package func document(_ bytes: [UInt8]) throws(ConformanceProblem) -> String {
    let root: XMLElement
    do throws(XMLProblem) {
      root = try XMLReader.read(bytes)
    } catch {
      throw ConformanceProblem(text: "\(error.place.line):\(error.place.column): \(error.message)")
    }
    return XMLWriter.document(try rendered(root))
  }

  private func variable(_ text: String) -> String { "Var" + text.filter { !$0.isWhitespace } }

  private func rendered(_ element: XMLElement) throws(ConformanceProblem) -> XMLElement {
    var result = element.namespace == Self.conformance ? try replacement(of: element) : element
    var attributes: [XMLElement.Attribute] = []
    for attribute in result.attributes {
      if attribute.namespace == Self.conformance {
        guard let (name, value) = rendered(attribute.name, attribute.value) else {
          throw ConformanceProblem(
            text: "\(attribute.place.line):\(attribute.place.column): `conf:\(attribute.name)` is not known")
        }
        attributes.append(.init(name: name, value: value))
      } else {
        attributes.append(attribute)
      }
    }
    result.attributes = attributes
    var content: [XMLElement.Node] = []
    for node in result.content {
      switch node {
      case .text: content.append(node)
      case .element(let inner):
        switch (inner.namespace, inner.name) {
        case (Self.conformance, "array123"): content.append(.text("[1, 2, 3]", inner.place))
        case (Self.conformance, "someInlineVal"): content.append(.text("123", inner.place))
        default: content.append(.element(try rendered(inner)))
        }
      }
    }
    result.content = content
    return result
  }

  private func replacement(of element: XMLElement) throws(ConformanceProblem) -> XMLElement {
    func make(_ name: String, _ attributes: [(String, String)], text: String? = nil) -> XMLElement {
      XMLElement(
        name: name, namespace: Self.scxml, attributes: attributes.map { .init(name: $0.0, value: $0.1) },
        content: text.map { [.text($0, element.place)] } ?? [], place: element.place)
    }
    let id = variable(element["id"] ?? element["id1"] ?? "")
    let other = variable(element["id2"] ?? "")
    switch element.name {
    case "pass", "fail": return make("final", [("id", element.name)])
    case "incrementID": return make("assign", [("location", id), ("expr", "\(id) + 1")])
    case "concatVars", "sumVars": return make("assign", [("location", id), ("expr", "\(id) + \(other)")])
    case "extendArray": return make("assign", [("location", id), ("expr", "\(id).concat([4])")])
    case "contentFoo": return make("content", [("expr", "'foo'")])
    case "script": return make("script", [], text: "Var1 = 1")
    case "sendToSender":
      return make("send", [("event", element["name"] ?? ""), ("targetexpr", "_event.origin")])
    default:
      throw ConformanceProblem(
        text: "\(element.place.line):\(element.place.column): `conf:\(element.name)` is not known")
    }
  }

  /// The attribute that stands for one of the conformance namespace; nil for one that is not known.
  private func rendered(_ name: String, _ value: String) -> (String, String)? {
    let words = value.split(whereSeparator: \.isWhitespace).map(String.init)
    let plain = words.joined(separator: " ")
    switch name {
    case "targetpass": return ("target", "pass")
    case "targetfail": return ("target", "fail")
    case "datamodel": return ("datamodel", "ecmascript")
    case "id": return ("id", variable(value))
    case "name": return ("name", variable(value))
    case "expr": return ("expr", value)
    case "quoteExpr": return ("expr", "'\(value)'")
    case "varExpr", "varChildExpr": return ("expr", variable(value))
    case "varNonexistentStruct": return ("expr", variable(value) + ".bar")
    case "eventField": return ("expr", "_event.\(plain)")
    case "eventName": return ("expr", "_event.name")
    case "eventType": return ("expr", "_event.type")
    case "eventSendid": return ("expr", "_event.sendid")
    case "eventRaw": return ("expr", "_event.raw")
    case "eventDataFieldValue", "eventDataParamValue": return ("expr", "_event.data.\(plain)")
    case "eventDataNamelistValue": return ("expr", "_event.data.\(variable(value))")
    case "systemVarExpr": return ("expr", plain)
    case "scxmlEventIOLocation": return ("expr", "_ioprocessors['scxml'].location")
    case "illegalExpr": return ("expr", isRefused ? "!" : "fail()")
    case "illegalArray": return ("expr", "7")
    case "invalidSessionID", "invalidSendTypeExpr": return ("expr", "27")
    case "location": return ("location", variable(value))
    case "invalidLocation": return ("location", "foo.bar.baz")
    case "systemVarLocation": return ("location", plain)
    case "arrayVar", "arrayTextVar": return ("array", variable(value))
    case "item": return ("item", variable(value))
    case "illegalItem": return ("item", "continue")
    case "index": return ("index", variable(value))
    case "delay": return ("delay", plain + "s")
    case "delayFromVar": return ("delayexpr", variable(value))
    case "idlocation": return ("idlocation", variable(value))
    case "namelist": return ("namelist", words.map(variable).joined(separator: " "))
    case "invalidNamelist": return ("namelist", "undeclared")
    case "targetVar", "targetExpr": return ("targetexpr", variable(value))
    case "illegalTarget": return ("target", "baz")
    case "unreachableTarget": return ("target", "#_scxml_foo")
    case "eventExpr": return ("eventexpr", variable(value))
    case "typeExpr": return ("typeexpr", variable(value))
    case "invalidSendType": return ("type", "27")
    case "sendIDExpr": return ("sendidexpr", variable(value))
    case "srcExpr": return ("srcexpr", variable(value))
    case "scriptBadSrc": return ("src", "file:nowhere.js")
    default: return condition(name, value, words).map { ("cond", $0) }
    }
  }

  private func condition(_ name: String, _ value: String, _ words: [String]) -> String? {
    let plain = words.joined(separator: " ")
    switch name {
    case "true", "false": return name
    // In ECMAScript everything can be made boolean, so only a failure is left.
    case "nonBoolean": return "fail()"
    case "isBound": return "typeof \(variable(value)) !== 'undefined'"
    case "unboundVar", "noValue": return "typeof \(variable(value)) === 'undefined'"
    case "systemVarIsBound": return "typeof \(plain) !== 'undefined'"
    case "eventFieldHasNoValue": return "typeof _event.\(plain) === 'undefined'"
    case "emptyEventData": return "typeof _event.data === 'undefined'"
    case "eventFieldsAreBound":
      return ["name", "type", "sendid", "origin", "origintype", "invokeid", "data"]
        .map { "'\($0)' in _event" }.joined(separator: " && ")
    case "inState": return "In('\(plain)')"
    case "eventdataVal": return "_event.data == \(plain)"
    case "eventdataSomeVal": return "_event.data == 123"
    case "eventNameVal": return "_event.name === '\(plain)'"
    case "nameVarVal": return "_name === '\(plain)'"
    case "originTypeEq": return "_event.origintype == '\(plain)'"
    case "VarEqVar" where words.count == 2, "VarEqVarStruct" where words.count == 2:
      return "\(variable(words[0])) === \(variable(words[1]))"
    case "varPrefix" where words.count == 2:
      return "\(variable(words[1])).indexOf(\(variable(words[0]))) === 0"
    case "idVal", "namelistIdVal", "compareIDVal", "idQuoteVal", "eventvarVal", "idSystemVarVal":
      return comparison(name, value)
    default: return nil
    }
  }

  /// `1=2`, `1 < 2` and the like.
  private func comparison(_ name: String, _ value: String) -> String? {
    guard let start = value.firstIndex(where: { "=<>!".contains($0) }) else { return nil }
    let rest = value[start...]
    let sign = rest.prefix { "=<>!".contains($0) }
    let right = rest.dropFirst(sign.count).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let left = variable(String(value[..<start]))
    let comparison = sign == "=" ? "===" : String(sign)
    switch name {
    case "compareIDVal": return "\(left) \(comparison) \(variable(right))"
    case "idQuoteVal": return "\(left) \(comparison) '\(right)'"
    case "eventvarVal": return "_event.data.\(left) \(comparison) \(right)"
    default: return "\(left) \(comparison) \(right)"
    }
  }
}
