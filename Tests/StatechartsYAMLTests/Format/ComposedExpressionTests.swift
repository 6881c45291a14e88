import Testing

@testable import StatechartsYAML

@Suite("Expressions that are put together from several scalars")
struct ComposedExpressionTests {
  @Test("a part of the text is found in the scalar that it comes from")
  func origin() throws {
    var expression = ComposedExpression()
    expression.append("[")
    expression.append(operand: "tries", of: 3)
    expression.append(", ")
    expression.append(operand: "max + 1", of: 5)
    expression.append("]")
    #expect(expression.text == "[tries, (max + 1)]")
    let tries = try #require(expression.origin(of: 1..<6))
    #expect(tries.node == 3 && tries.part == 0..<5)
    let one = try #require(expression.origin(of: 15..<16))
    #expect(one.node == 5 && one.part == 6..<7)
    #expect(expression.origin(of: 0..<6) == nil)
    #expect(expression.origin(of: 4..<10) == nil)
  }

  @Test("a literal has the offsets of its scalar, unless it needs an escape")
  func literal() throws {
    let plain = ComposedExpression(literal: "phone", of: 2)
    #expect(plain.text == "'phone'")
    #expect(try #require(plain.origin(of: 1..<6)).part == 0..<5)
    let escaped = ComposedExpression(literal: "it's", of: 2)
    #expect(escaped.text == #"'it\'s'"#)
    #expect(escaped.origin(of: 1..<3) == nil)
  }
}
