import DiscourseDelegatedAuthFlow
import FirebaseTOTPFlow
import FlowKit
import FxaAuthenticationFlow
import RegistrationFlow
import Testing

@Suite("What the charts of all flows show")
struct FlowChartTests {
  /// A chart and its services.
  struct Chart: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let background: Set<String>
    let services: Set<String>

    init<Flow: FlowChart, Service: CaseIterable & RawRepresentable<String>>(
      _ flow: Flow.Type, _ services: Service.Type
    ) {
      testDescription = "\(flow)"
      background = flow.backgroundServices
      self.services = Set(services.allCases.map(\.rawValue))
    }
  }

  static let charts = [
    Chart(DiscourseDelegatedAuth.self, DiscourseDelegatedAuth.ServiceID.self),
    Chart(FirebaseTOTP.self, FirebaseTOTP.ServiceID.self),
    Chart(FxaAuthentication.self, FxaAuthentication.ServiceID.self),
    Chart(Registration.self, Registration.ServiceID.self),
  ]

  @Test("background services are services of the chart", arguments: charts)
  func backgroundServices(chart: Chart) {
    #expect(chart.background.isSubset(of: chart.services))
    #expect(chart.background != chart.services)
  }
}
