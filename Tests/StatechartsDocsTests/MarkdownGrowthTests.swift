import Foundation
import Testing

@testable import StatechartsDocs

@Suite("The time for Markdown grows with its length", .serialized)
struct MarkdownGrowthTests {
  /// The processor time of this thread for a text; that of other threads does not count.
  private func time(_ markdown: String) -> Double {
    func now() -> Double {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
    let start = now()
    var blocks = MarkdownBlocks(MarkdownInline.Targets(link: { $0 }, image: { _, _ in nil }))
    _ = blocks.html(of: markdown)
    return now() - start
  }

  @Test(
    "four times the length takes about four times as long",
    arguments: [
      ["_a ", "b* "], ["*", "a", "*"], ["[", "[a](b) "], ["![", "[a](b) "], ["![", "a", "](b)"],
      ["[![", "a", "](b)"], ["<!--"], ["<!-- a --> "],
    ])
  func growth(_ parts: [String]) {
    func text(_ count: Int) -> String {
      parts.map { $0 == "a" ? $0 : String(repeating: $0, count: count) }.joined()
    }
    let (short, long) = (text(750), text(3_000))
    let few = (0..<3).map { _ in time(short) }.min() ?? 0
    let many = (0..<3).map { _ in time(long) }.min() ?? 0
    // It is 16 times as long where each sign is compared with each.
    #expect(many < 9 * max(few, 0.001), "\(parts): \(many / few)")
  }
}
