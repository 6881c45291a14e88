import Statecharts
public import StatechartsModel

/// A state diagram of Mermaid (`stateDiagram-v2`) as the beginning of a chart.
///
/// States, their nesting, where they begin, and transitions are carried over. What stands at an arrow becomes the name of
/// an event, and a label; a condition in brackets or an action behind `/` that is one name becomes a handler. Everything
/// else is named with its line. Also reads the diagrams that charts are drawn as.
public struct MermaidImport: Sendable {
  /// The size of a diagram in bytes that is read.
  public static let maximumBytes = 1 << 20
  /// How deep states may nest.
  public static let deepest = 60

  /// The chart; nil when there is an error.
  public let chart: Statechart?
  /// What was noticed, in the order of the lines.
  public let remarks: [MermaidRemark]

  /// Whether something could not be carried over.
  public var hasLosses: Bool { remarks.contains { $0.severity != .note } }

  /// Reads a diagram.
  ///
  /// - Parameters:
  ///   - bytes: the diagram in UTF-8.
  ///   - name: what remarks call it.
  ///   - base: the chart's id, as far as it can be one.
  public init(_ bytes: [UInt8], name: String, base: String) {
    let text = bytes.count <= Self.maximumBytes ? String(decoding: bytes, as: UTF8.self) : ""
    // Bytes that are not UTF-8 have been replaced.
    guard bytes.count <= Self.maximumBytes, text.utf8.elementsEqual(bytes) else {
      let message =
        bytes.count > Self.maximumBytes
        ? "The diagram has more than \(Self.maximumBytes) bytes."
        : "The diagram is not UTF-8. Save it as UTF-8."
      chart = nil
      remarks = [MermaidRemark(severity: .error, message: message, line: 1, file: name)]
      return
    }
    var reader = MermaidReader(file: name)
    reader.read(text)
    var made: Statechart?
    if !reader.hasErrors {
      var builder = MermaidChartBuilder(reader)
      let chart = builder.chart(base: base)
      reader.remarks = builder.remarks
      for problem in chart.problems() {
        let line = max(1, Int(problem.origin.rawValue))
        reader.remarks.append(
          MermaidRemark(severity: .error, message: problem.message, line: line, file: name))
      }
      made = chart
    }
    chart = reader.hasErrors ? nil : made
    remarks = reader.remarks.enumerated().sorted {
      ($0.element.line, $0.offset) < ($1.element.line, $1.offset)
    }
    .map(\.element)
  }
}
