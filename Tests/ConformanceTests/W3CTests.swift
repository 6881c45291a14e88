import Conformance
import Foundation
import TestExtent
import Testing

@Suite("The tests of the W3C")
struct W3CTests {
  static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  static let suite = ConformanceSuite.find(package: package)

  @Test("the tests are there, or it is said that they do not run")
  func presence() throws {
    guard let suite = Self.suite else {
      let message = """

        ======== THE W3C TESTS DID NOT RUN ========
        They are neither in ../shared/w3c-irp nor where \(ConformanceSuite.variable) says.

        """
      FileHandle.standardError.write(Data(message.utf8))
      // A folder that was named and is not there is a mistake.
      #expect(ProcessInfo.processInfo.environment[ConformanceSuite.variable] == nil)
      return
    }
    #expect(suite.tests.count > 190)
  }

  @Test("every test in scope passes", arguments: suite?.tests.filter { $0.reasonForLeavingOut == nil } ?? [])
  func passes(_ test: ConformanceCase) throws {
    let result = try #require(Self.suite).run(test)
    #expect(result.passed == true, "\(test.name): \(result.detail)")
  }

  @Test(
    "a test still passes after SCXML, YAML, SCXML and back",
    arguments: TestExtent.of(
      suite?.tests.filter { $0.reasonForLeavingOut == nil && !$0.isRefused } ?? [], every: 4))
  func roundTrip(_ test: ConformanceCase) throws {
    let suite = try #require(Self.suite)
    let result = try #require(suite.roundTrip(test))
    #expect(result.passed == true, "\(test.name): \(result.detail)")
  }

  @Test("the counts are those that are claimed", .enabled(if: suite != nil))
  func counts() throws {
    let table = ConformanceTable(try #require(Self.suite))
    #expect(table.passed { $0.isMandatory && $0.isAutomatic } == 160)
    #expect(table.passed { !$0.isMandatory } == 15)
    #expect(table.passed { $0.isRefused } == 2)
    #expect(!table.hasFailures)
    #expect(table.results.allSatisfy { $0.passed != nil || !$0.detail.isEmpty })
  }
}
