import Statecharts
import StatechartsModel
import Testing

@testable import statechart

@Suite("Keys of a terminal")
struct KeyDecoderTests {
  private func keys(_ bytes: [UInt8]) -> [Key] {
    var decoder = KeyDecoder()
    // However the bytes come in parts, the keys are the same.
    let keys = decoder.keys(in: bytes)
    var other = KeyDecoder()
    let single = bytes.flatMap { other.keys(in: [$0]) }
    #expect(single == keys)
    return keys
  }

  private func keys(_ text: String) -> [Key] { keys(Array(text.utf8)) }

  @Test("texts, arrows and other keys")
  func known() {
    #expect(keys("aé日🚪") == [.text("a"), .text("é"), .text("日"), .text("🚪")])
    #expect(keys("\u{1B}[A\u{1B}OB\u{1B}[C\u{1B}[1;5D\u{1B}b") == [.up, .down, .right, .wordLeft, .wordLeft])
    #expect(
      keys("\u{1B}[3~\u{1B}[1~\u{1B}OF\u{7F}\r\u{4}") == [
        .delete, .home, .end, .backspace, .enter, .endOfInput,
      ])
  }

  @Test("an unknown sequence is no text, however long it is")
  func unknown() {
    #expect(keys("\u{1B}[15~a\u{1B}OPb\u{1B}[?1;2c") == [.text("a"), .text("b")])
    #expect(keys("\u{1B}[" + String(repeating: "1;", count: 50) + "mx") == [.text("x")])
  }

  @Test("Escape alone is nothing, and the next key is itself")
  func escape() {
    var decoder = KeyDecoder()
    #expect(decoder.keys(in: [0x1B]) == [])
    #expect(decoder.isInSequence)
    decoder.endSequence()
    #expect(!decoder.isInSequence)
    #expect(decoder.keys(in: Array("[b".utf8)) == [.text("["), .text("b")])
    // A key that follows too fast.
    #expect(keys("\u{1B}\r") == [.enter] && keys("\u{1B}[\r") == [.enter] && keys("\u{1B}O\r") == [.enter])
    #expect(keys("\u{1B}\u{1B}[A") == [.up] && keys("\u{1B}[1\u{1B}[A") == [.up])
  }

  @Test("what is not UTF-8 is told, and swallows no key")
  func invalid() {
    #expect(
      keys([0xFF]) == [.noText] && keys([0x80]) == [.noText] && keys([0xC0, 0x80]) == [.noText, .noText])
    #expect(keys([0xC3, 0x0D]) == [.noText, .enter])
    #expect(keys([0xE2, 0x82, 0x61]) == [.noText, .text("a")])
    #expect(keys([0xC3, 0x1B, 0x5B, 0x41]) == [.noText, .up])
    #expect(keys([0xC3, 0xC3, 0xA9]) == [.noText, .text("é")])
    // A surrogate, which UTF-8 does not have.
    #expect(keys([0xED, 0xA0, 0x80]) == [.noText])
  }

  @Test("pasted text is one line, and no key of it counts")
  func paste() {
    #expect(keys("\u{1B}[200~\na\r\nq\tb\u{3}\n\u{1B}[201~\r") == [.paste("a q b"), .enter])
  }

  @Test("pasted text is taken whole or not at all")
  func longPaste() {
    func paste(_ text: String) -> [UInt8] { Array("\u{1B}[200~\(text)\u{1B}[201~".utf8) }
    let longest = String(repeating: "é", count: KeyDecoder.longestPaste / 2)
    #expect(keys(paste(longest)) == [.paste(longest)])
    #expect(keys(paste(longest + "x")) == [.longPaste])
    #expect(keys(paste(longest + longest + longest) + paste("a")) == [.longPaste, .paste("a")])
    // No part of it is text.
    #expect(keys(Array("\u{1B}[200~a".utf8) + [0xC3] + Array("\u{1B}[201~b".utf8)) == [.noText, .text("b")])
  }
}

@Suite("The line that a person types")
struct LineEditorTests {
  private func typed(_ keys: [Key], history: [String] = []) -> LineEditor {
    var editor = LineEditor(history: history)
    for key in keys {
      let outcome = editor.apply(key)
      #expect(outcome == .editing)
    }
    return editor
  }

  @Test(
    "keys change the line where the cursor is",
    arguments: [
      ([.text("b"), .left, .text("a"), .end, .text("c")], "abc"),
      ([.paste("one two"), .deleteWord], "one "),
      ([.paste("one two"), .wordLeft, .deleteToEnd], "one "),
      ([.paste("one two"), .wordLeft, .deleteToStart], "two"),
      ([.paste("abc"), .home, .delete, .right, .backspace, .backspace], "c"),
      ([.text("e"), .text("\u{301}"), .backspace], ""),
      ([.paste("ab"), .left, .endOfInput], "a"),
      ([.left, .right, .backspace, .delete, .wordRight, .up, .down, .redraw], ""),
    ] as [([Key], String)])
  func editing(keys: [Key], text: String) {
    #expect(typed(keys).text == text)
  }

  @Test("earlier lines come back, and the new one too")
  func history() {
    let editor = typed([.text("x"), .up, .up, .up], history: ["one", "two"])
    #expect(editor.text == "one")
    #expect(typed([.text("x"), .up, .down, .down], history: ["one"]).text == "x")
  }

  @Test("the end of the input ends an empty line only, and bytes that are not text are remembered")
  func ends() {
    var editor = LineEditor()
    #expect(editor.apply(.endOfInput) == .ended)
    #expect(editor.apply(.enter) == .done)
    #expect(!editor.hasNoText)
    #expect(typed([.noText, .text("a")]).hasNoText)
  }

  @Test("a long line is shown around the cursor, and wide characters take two columns")
  func window() {
    func shown(_ keys: [Key], _ width: Int) -> String {
      let (text, column) = typed(keys).window(width)
      return "\(text) \(column)"
    }
    let digits = Key.paste("0123456789")
    #expect(shown([digits], 20) == "0123456789 10")
    #expect(shown([digits], 5) == "6789 4")
    #expect(shown([digits, .home], 5) == "01234 0")
    #expect(shown([.paste("日本")], 20) == "日本 4")
    #expect(shown([.paste("日本")], 1) == " 0")
  }
}

@Suite("Lines on the screen")
struct ScreenLineTests {
  private func text(_ line: ScreenLine, width: Int?, usesColor: Bool = false) -> String {
    Screen(usesColor: usesColor).text(of: [line], width: width)
  }

  @Test("lines are broken between words, with the indent of their text")
  func breaking() {
    let line = ScreenLine.choice(1, "a person types an address", name: "submit")
    #expect(text(line, width: nil) == "  1  a person types an address (submit)\n")
    #expect(text(line, width: 20) == "  1  a person types\n     an address\n     (submit)\n")
    #expect(text(.text("日本日本日本日本日本日本", indent: 2), width: 20) == "  日本日本日本日本日\n  本日本\n")
    #expect(text(.empty, width: 20) == "\n")
  }

  @Test("styles do not count as columns, and no text steers the terminal")
  func styles() {
    let line = ScreenLine.place("Signed in", after: "0:15")
    #expect(
      text(line, width: 40, usesColor: true)
        == "\u{1B}[2m0:15  \u{1B}[0mNow in: \u{1B}[1mSigned in\u{1B}[0m\n")
    #expect(!text(.text("\u{1B}[2J"), width: 40).contains("\u{1B}"))
  }
}

@Suite("Values that stand for secrets")
struct MadeUpValuesTests {
  @Test("the same secret has the same value, and another one another")
  func same() {
    var values = MadeUpValues()
    let type = ChartValueType.record([
      FieldDeclaration("a", .string, isSecret: true), FieldDeclaration("b", .string),
    ])
    func hidden(_ text: String) -> ChartValue { values.hiding(["a": .string(text), "b": "x"], in: type) }
    #expect(values.isEmpty)
    #expect(hidden("one") == ["a": "made-up-1", "b": "x"])
    #expect(hidden("two") == ["a": "made-up-2", "b": "x"])
    #expect(hidden("one") == ["a": "made-up-1", "b": "x"])
    #expect(!values.isEmpty)
  }

  @Test("both answers of a secret question look alike, and what is not there stays away")
  func few() {
    var values = MadeUpValues()
    let fields = [
      FieldDeclaration("ok", .optional(.bool), isSecret: true),
      FieldDeclaration("n", .optional(.int), isSecret: true),
    ]
    #expect(values.hiding(["ok": true], in: .record(fields)) == ["ok": false])
    #expect(values.hiding(["ok": false, "n": .unset], in: .record(fields)) == ["ok": false, "n": .unset])
  }
}
