/// Finds markers line by line.
struct RegionScanner {
  private let bytes: [UInt8]
  private(set) var regions: [DocumentRegion] = []
  private(set) var problems: [DocumentProblem] = []
  /// The opening marker that waits for its end.
  private var open: (marker: RegionMarker, line: Line)?
  /// Whether a region goes on whose opening marker was reported: its end is no mistake of its own.
  private var isInBrokenRegion = false
  /// The fence of the code block that is open.
  private var fence: (sign: UInt8, length: Int, indentation: Int)?

  private struct Line {
    var number: Int
    /// Without the spaces at its ends and the line break.
    var text: Range<Int>
    var indentation: Range<Int>
    var lineEnd: Range<Int>
  }

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func scan() {
    var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var number = 1
    while start < bytes.count {
      let line = line(at: start, number: number)
      read(line)
      start = line.lineEnd.upperBound
      number += 1
    }
    if let open {
      report(
        "This region has no end marker.", "Add the line <!-- /statechart -->.", open.line.text)
    }
  }

  private func line(at start: Int, number: Int) -> Line {
    var end = start
    bytes.withUnsafeBufferPointer { bytes in
      while end < bytes.count, bytes[end] != 0x0A { end += 1 }
    }
    let next = min(end + 1, bytes.count)
    if end > start, end < bytes.count, bytes[end - 1] == 0x0D { end -= 1 }
    var first = start
    while first < end, bytes[first] == 0x20 || bytes[first] == 0x09 { first += 1 }
    var last = end
    while last > first, bytes[last - 1] == 0x20 || bytes[last - 1] == 0x09 { last -= 1 }
    return Line(number: number, text: first..<last, indentation: start..<first, lineEnd: end..<next)
  }

  private mutating func read(_ line: Line) {
    guard !line.text.isEmpty else { return }
    // Nearly all lines differ in their first sign.
    guard "<`~".utf8.contains(bytes[line.text.lowerBound]) else { return reportHidden(in: line) }
    // A region is replaced as a whole, so a fence that somebody broke in it must not hide its end.
    if open == nil, !isInBrokenRegion, isInFence(line) { return }
    let start = String(decoding: bytes[line.text].prefix(40), as: UTF8.self)
    if let (message, help, isEnd) = MarkerRepair.dash(in: start[...]) {
      return reportWrong(message, help, isEnd: isEnd, line)
    }
    guard bytes[line.text].starts(with: "<!--".utf8) else { return reportHidden(in: line) }
    let text = String(decoding: bytes[line.text], as: UTF8.self)
    let reading = RegionMarker.read(text)
    // Four spaces make it code, but in a list they may not be meant to.
    // Decision: Docs/decisions/diagrams-and-pages.md#a-marker-that-is-indented-too-far-is-reported
    guard line.indentation.count < 4, !bytes[line.indentation].contains(0x09) else {
      if case .none = reading { return }
      report(
        "This marker is ignored, because it is indented by more than three spaces.",
        "Indent it by at most three spaces. If it is an example, put it in a code fence (```).", line.text)
      return
    }
    switch reading {
    case .none: break
    case .problem(let message, let help, let isEnd): reportWrong(message, help, isEnd: isEnd, line)
    case .opening(let marker):
      isInBrokenRegion = false
      if let open {
        report(
          "This region begins inside the region of line \(open.line.number).",
          "Add <!-- /statechart --> before this line.", line.text)
      } else {
        open = (marker, line)
      }
    case .closing:
      if isInBrokenRegion {
        isInBrokenRegion = false
        return
      }
      guard let (marker, first) = open else {
        report(
          "This end marker has no start marker.",
          "Remove it, or add <!-- statechart: FILE view=diagram --> before it.", line.text)
        return
      }
      open = nil
      regions.append(
        DocumentRegion(
          chart: marker.chart, view: marker.view, settings: marker.settings, run: marker.run,
          marker: first.text, content: first.lineEnd.upperBound..<line.indentation.lowerBound,
          lineEnd: Array(bytes[first.lineEnd]), indentation: Array(bytes[first.indentation])))
    }
  }

  /// Reports a marker that cannot be followed.
  private mutating func reportWrong(_ message: String, _ help: String, isEnd: Bool, _ line: Line) {
    report(message, help, line.text)
    // One mistake is reported once: neither an end too many nor an end too few follows from it.
    if isEnd {
      open = nil
      isInBrokenRegion = false
    } else if open == nil {
      isInBrokenRegion = true
    }
  }

  /// Reports a marker behind other text, such as the sign of a quotation or of a list, unless it is code.
  private mutating func reportHidden(in line: Line) {
    guard open == nil, !isInBrokenRegion, fence == nil, line.indentation.count < 4,
      !bytes[line.indentation].contains(0x09)
    else { return }
    var ticks = 0
    for start in line.text {
      if bytes[start] == UInt8(ascii: "`") { ticks += 1 }
      guard bytes[start] == UInt8(ascii: "<"), ticks % 2 == 0 else { continue }
      let rest = start..<line.text.upperBound
      guard bytes[rest].starts(with: "<!--".utf8) else { continue }
      if case .none = RegionMarker.read(String(decoding: bytes[rest], as: UTF8.self)) { continue }
      return report(
        "This marker is ignored, because there is other text before it.",
        "Put the marker on a line of its own.", rest)
    }
  }

  /// Whether a line belongs to a fenced code block, its fences included.
  private mutating func isInFence(_ line: Line) -> Bool {
    let text = bytes[line.text]
    let sign = text.first ?? 0
    let length = text.prefix { $0 == sign }.count
    let isFence = (sign == UInt8(ascii: "`") || sign == UInt8(ascii: "~")) && length >= 3
    if let fence {
      if isFence, sign == fence.sign, length >= fence.length, text.count == length,
        line.indentation.count < fence.indentation + 4
      {
        self.fence = nil
      }
      return true
    }
    // An info string with backticks would make it a code span.
    let isSpan = sign == UInt8(ascii: "`") && text.dropFirst(length).contains(sign)
    guard isFence, !isSpan else { return false }
    fence = (sign, length, line.indentation.count)
    return true
  }

  private mutating func report(_ message: String, _ help: String, _ range: Range<Int>) {
    problems.append(DocumentProblem(message: message, help: help, range: range))
  }
}
