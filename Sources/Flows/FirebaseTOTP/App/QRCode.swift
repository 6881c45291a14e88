public import FlowTransport

/// A QR code as dark and light squares. Its content is secret, so it is never printed.
public struct QRCode: Sendable, CustomStringConvertible, CustomReflectable {
  /// The squares row by row, true for dark ones, without a margin.
  public let rows: [[Bool]]

  /// Makes a code of squares.
  public init(rows: [[Bool]]) { self.rows = rows }

  /// A text of half blocks, two rows in a line, for terminals with light letters on a dark background. It has the
  /// margin of four squares that scanners need.
  public var blocks: String {
    let width = (rows.map(\.count).max() ?? 0) + 8
    let light = [Bool](repeating: false, count: width)
    let margin = [[Bool]](repeating: light, count: 4)
    var all = margin
    for row in rows {
      let right = [Bool](repeating: false, count: max(width - 4 - row.count, 0))
      all.append([Bool](repeating: false, count: 4) + row + right)
    }
    all += margin
    if !all.count.isMultiple(of: 2) { all.append(light) }
    return stride(from: 0, to: all.count, by: 2).map { line in
      zip(all[line], all[line + 1]).map { upper, lower in
        switch (upper, lower) {
        case (false, false): "█"
        case (false, true): "▀"
        case (true, false): "▄"
        case (true, true): " "
        }
      }.joined()
    }.joined(separator: "\n")
  }

  /// A mark.
  public var description: String { "[QR code]" }

  /// Nothing.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Makes QR codes.
public protocol QRCodeRenderer: Sendable {
  /// The code of a text; nil when it is too long for one.
  func code(for text: Secret) throws -> QRCode?
}
