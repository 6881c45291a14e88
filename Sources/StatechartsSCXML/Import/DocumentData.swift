import StatechartsModel

internal import Statecharts

/// The data model of one document: the variables of its chart, and what gives them their values.
///
/// All variables belong to the chart. Literals are their initial values. Everything else is assigned when the chart
/// starts, each in a block of its own, because an error in one leaves the others alone (SCXML 5.3.3).
struct DocumentData {
  private(set) var variables: [ContextVariable]
  /// What sets variables when the chart starts, each a block of its own.
  private(set) var startBlocks: [ChartAction] = []
  private let isLateBinding: Bool
  private let remarks: DocumentRemarks
  /// The order of the data in the document, by their ids.
  private var order: [String: Int] = [:]
  private var idsRead: Set<String> = []
  /// Indices of variables by their names in the chart.
  private let indices: [String: Int]

  init(_ names: DocumentNames, isLateBinding: Bool, _ remarks: DocumentRemarks) {
    variables = names.declarations
    indices = Dictionary(zip(variables.map(\.field.name.text), 0...), uniquingKeysWith: { first, _ in first })
    self.isLateBinding = isLateBinding
    self.remarks = remarks
  }

  /// Reads the data of a state or the document, and returns what sets them when the state is entered.
  mutating func read(
    _ element: XMLElement, of state: StateNode, _ names: inout DocumentNames,
    _ expressions: inout DocumentExpressions, _ documents: inout DocumentQueue
  ) -> [ChartAction] {
    remarks.checkAttributes(element, [])
    remarks.checkText(element)
    var late: [ChartAction] = []
    for child in element.elements {
      if let id = child["id"], order[id] == nil { order[id] = order.count }
    }
    for child in element.elements {
      guard child.isSCXML, child.name == "data", let id = child["id"], let name = names.variables[id]
      else {
        remarks.refuse(child, in: element.name)
        continue
      }
      remarks.checkAttributes(child, ["id", "expr", "src"])
      if !idsRead.insert(id).inserted {
        remarks.add(.lost, "`\(id)` is the id of two `data` elements. Rename one.", child.place)
      }
      let isTop = names.topLevelData.contains(id)
      guard let value = value(of: child, &expressions, &documents) else {
        // It may be given, and need not be.
        if isTop, let index = indices[name] { variables[index].initial = "unset" }
        continue
      }
      let assign = ChartAction(.assign([NamedExpression(ChartName(name), value.expression)]))
      if isLateBinding, !isTop {
        late.append(assign)
      } else if InlineContent.isLiteral(value.expression.text) {
        if let index = indices[name] { variables[index].initial = value.expression }
      } else {
        checkOrder(id, value.reads, child.place)
        // What the chart is given goes before (SCXML 5.3.3, 6.4).
        startBlocks.append(Self.block(assign, if: isTop ? "not defined(\(name))" : nil))
      }
    }
    guard !late.isEmpty else { return [] }
    // Late binding sets them when the state is entered for the first time.
    let flag = names.newVariable("entered_" + state.id.text)
    variables.append(ContextVariable(FieldDeclaration(ChartName(flag), .bool), initial: "false"))
    return late.map { Self.block($0, if: "not \(flag)") }
      + [Self.block(ChartAction(.assign([NamedExpression(ChartName(flag), "true")])))]
  }

  private static func block(_ action: ChartAction, if condition: String? = nil) -> ChartAction {
    guard let condition else { return ChartAction(.block([action])) }
    return block(ChartAction(.choose([.init(ChartExpression(condition), [action])], otherwise: [])))
  }

  /// Reports variables that are read before they are set: in charts, those with literals have their values from the
  /// start.
  private func checkOrder(_ id: String, _ reads: Set<String>, _ place: TextPlace) {
    for name in reads.sorted() {
      if let order = order[name], let own = self.order[id], order < own { continue }
      remarks.add(
        .differs,
        "`\(name)` is read before it is set: it has no value yet in SCXML, but may have one in a chart.",
        place)
    }
  }

  private func value(
    of element: XMLElement, _ expressions: inout DocumentExpressions, _ documents: inout DocumentQueue
  ) -> DocumentExpressions.Converted? {
    remarks.checkOnlyOne(element, "src", "expr")
    if element["expr"] ?? element["src"] != nil { remarks.checkEmpty(element) }
    if let expression = element["expr"] { return expressions.convert(expression, element.place) }
    guard let reference = element["src"] else { return expressions.inlineValue(element, &documents) }
    let text = documents.text(of: reference, "data file", .lost, element.place, remarks)
    return text.map { expressions.literal($0, element.place) } ?? .failing
  }
}
