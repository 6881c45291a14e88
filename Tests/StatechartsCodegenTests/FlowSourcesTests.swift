import Foundation
import FxaAuthenticationFlow
import Statecharts
import StatechartsCodegen
import Testing

/// The generated Swift of the shipped flows.
@Suite struct FlowSourcesTests {
  @Test("the committed Swift is what the chart gives today", arguments: ShippedFlow.all)
  func isFresh(flow: ShippedFlow) throws {
    let text = SwiftChart(try flow.written(), file: "charts/\(flow.file).yaml", typeName: flow.name).text
    #expect(text == (try flow.committed()), "Run .ci/flows --write.")
  }

  @Test("the chart in Swift is the chart in the file, to the last part", arguments: ShippedFlow.all)
  func isWhole(flow: ShippedFlow) throws {
    let written = try flow.written()
    let generated = try flow.generated()
    #expect(modelDump(generated.chart) == modelDump(written.chart))
    #expect(generated.stateIDs == written.stateIDs)
    #expect(generated.digest == written.digest)
  }
}
