/// What changes between two versions of a file, in the form that `git apply` and reviewers read.
package struct UnifiedDifference: Sendable {
  /// The difference; empty when the versions are equal.
  package let text: String

  private enum Mark: String { case kept = " ", removed = "-", added = "+" }

  /// Compares two versions line by line.
  ///
  /// - Parameters:
  ///   - old: The version that is there.
  ///   - new: The version that should be there.
  ///   - path: The file's path, for the heading.
  package init(from old: [UInt8], to new: [UInt8], path: String) {
    let oldLines = Self.lines(old)
    let newLines = Self.lines(new)
    guard oldLines != newLines else {
      text = ""
      return
    }
    let (removed, added) = Self.changes(from: oldLines, to: newLines)
    // All lines of both versions in turn, each with the numbers of lines that precede it.
    var all: [(mark: Mark, line: ArraySlice<UInt8>, old: Int, new: Int)] = []
    var (oldIndex, newIndex) = (0, 0)
    while oldIndex < oldLines.count || newIndex < newLines.count {
      if removed.contains(oldIndex) {
        all.append((.removed, oldLines[oldIndex], oldIndex, newIndex))
        oldIndex += 1
      } else if added.contains(newIndex) {
        all.append((.added, newLines[newIndex], oldIndex, newIndex))
        newIndex += 1
      } else {
        all.append((.kept, oldLines[oldIndex], oldIndex, newIndex))
        oldIndex += 1
        newIndex += 1
      }
    }
    let name = String(path.drop { $0 == "/" })
    var result = "--- \(Self.quoted("a/" + name))\n+++ \(Self.quoted("b/" + name))\n"
    for hunk in Self.hunks(all.map { $0.mark != .kept }) {
      let lines = all[hunk]
      let oldCount = lines.count { $0.mark != .added }
      let newCount = lines.count { $0.mark != .removed }
      let (oldStart, newStart) = (all[hunk.lowerBound].old, all[hunk.lowerBound].new)
      // The start of an empty range is the line before it.
      result += "@@ -\(oldStart + (oldCount > 0 ? 1 : 0)),\(oldCount)"
      result += " +\(newStart + (newCount > 0 ? 1 : 0)),\(newCount) @@\n"
      for (mark, line, _, _) in lines {
        result += mark.rawValue + String(decoding: line, as: UTF8.self)
        if line.last != 0x0A { result += "\n\\ No newline at end of file\n" }
      }
    }
    text = result
  }

  /// A path as Git writes it: in quotes where it has characters that would end the line or the quotes, and with a tab behind
  /// it where it has spaces.
  private static func quoted(_ path: String) -> String {
    func isSpecial(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x7F || byte == 0x22 || byte == 0x5C }
    guard path.utf8.contains(where: isSpecial) else { return path.contains(" ") ? path + "\t" : path }
    var bytes: [UInt8] = []
    for byte in path.utf8 {
      if isSpecial(byte) {
        let digits = String(byte, radix: 8)
        bytes += Array(("\\" + String(repeating: "0", count: 3 - digits.count) + digits).utf8)
      } else {
        bytes.append(byte)
      }
    }
    return "\"" + String(decoding: bytes, as: UTF8.self) + "\""
  }

  /// The numbers of the lines that go and that come.
  private static func changes(
    from old: [ArraySlice<UInt8>], to new: [ArraySlice<UInt8>]
  ) -> (removed: Set<Int>, added: Set<Int>) {
    // Equal lines have equal numbers, which are quick to compare.
    var numbers: [ArraySlice<UInt8>: Int] = [:]
    func number(_ line: ArraySlice<UInt8>) -> Int {
      if let known = numbers[line] { return known }
      numbers[line] = numbers.count
      return numbers.count - 1
    }
    var comparison = LineComparison(old: old.map(number), new: new.map(number))
    comparison.run()
    return (comparison.removed, comparison.added)
  }

  /// The lines with their line breaks.
  private static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    var result: [ArraySlice<UInt8>] = []
    var start = 0
    for (index, byte) in bytes.enumerated() where byte == 0x0A {
      result.append(bytes[start...index])
      start = index + 1
    }
    if start < bytes.count { result.append(bytes[start...]) }
    return result
  }

  /// The stretches around changes, with up to three lines before and after, joined where they meet.
  private static func hunks(_ changed: [Bool]) -> [Range<Int>] {
    var result: [Range<Int>] = []
    for index in changed.indices where changed[index] {
      let range = max(0, index - 3)..<min(changed.count, index + 4)
      if let last = result.last, last.upperBound >= range.lowerBound {
        result[result.count - 1] = last.lowerBound..<range.upperBound
      } else {
        result.append(range)
      }
    }
    return result
  }
}
