import Charts
import Combine
import ComposableArchitecture
import Foundation
import Observation
import Statecharts
import StatechartsModel
import StatechartsObservation
import StatechartsTesting
import SwiftUI

// An app that imports these frameworks uses their names and the names of this package without a module in front.

/// The names of the frameworks.
struct Screen: View {
  @State var text = ""
  var binding = Binding(value: 1)
  var effect = Effect<Int>.none
  var predicate: Expression<Int, Bool>
  var transition: (any Transition)?
  var publisher: Publisher.Type
  var chart: Chart.Type
  var registrar = ObservationRegistrar()
}

/// An app's own types with general names.
enum Event { case tapped }
struct Action { var event: Event }
struct Value { var action: Action }

/// The names of a chart as data.
let root = StateNode("flow", on: [EventTransition("go", ChartTransition([], guard: ChartExpression("true")))])

/// The names of this package.
struct Flow: Sendable {
  var session: ChartSession
  var event = ChartEvent("go", data: .map(["code": "4711"]))
  var value: ChartValue = .unset
  var outcome: EventOutcome = .taken
  var outputs: [NamedData] = []
  var handlers = ChartHandlers()

  func preview() async -> EventOutcome { await session.preview(event) }
  func post() -> PostResult { session.post(event) }
  func effects(of machine: inout Machine) -> [ChartEffect] { machine.send(event).effects }
}
