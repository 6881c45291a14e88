import StatechartsLint
import StatechartsYAML
import Testing

@Suite("Bad charts")
struct FixtureTests {
  @Test("each mistake is found at its place, in words that name it, and nothing else", arguments: Fixture.all)
  func findings(_ fixture: Fixture) {
    let found = reportedLines(Linter().lint(fixture.source))
    let expected = fixture.expected.map { "\($0.place) \($0.rule)" }
    let comment = Comment(rawValue: found.joined(separator: "\n"))
    let places = found.map { $0.split(separator: " ").prefix(2).joined(separator: " ") }
    #expect(!expected.isEmpty, "\(fixture.name).expected is missing or says nothing")
    #expect(places == expected, comment)
    for (finding, expectation) in zip(found, fixture.expected) {
      #expect(!expectation.word.isEmpty, "\(fixture.name).expected names no word for \(expectation.place)")
      #expect(finding.contains(expectation.word), comment)
    }
  }

  @Test("there are enough kinds of them")
  func number() { #expect(Fixture.all.count >= 90) }

  @Test("every finding is registered and says what to do")
  func registered() {
    for fixture in Fixture.all {
      for finding in Linter().lint(fixture.source).findings {
        let diagnostic = finding.diagnostic
        #expect(RuleRegistry.standard.rule(diagnostic.rule) != nil, "\(fixture.name): \(diagnostic.rule)")
        #expect(diagnostic.help?.isEmpty == false, "\(fixture.name): \(diagnostic.rule)")
        #expect(diagnostic.message.hasSuffix("."), "\(fixture.name): \(diagnostic.message)")
      }
    }
  }
}
