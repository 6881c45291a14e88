import Statecharts

/// What the chart asks of Swift.
struct Lock: Door.Handlers {
  func codeIsRight(code: String) -> Bool { code == "4711" }
  func ring() { print("ring") }
}

/// Runs the door once.
@main
struct Main {
  static func main() throws {
    var door = try Door.machine(Lock(), sessionID: "door-1")
    _ = door.start()
    for event in [Door.Event.enter(code: "0000"), .enter(code: "4711"), .close] {
      let step = door.send(event)
      let states = Door.configuration(of: door).map(\.rawValue).joined(separator: ", ")
      print("\(event): \(states)")
      for case .output(let payload) in step.effects { print(try Door.Output(payload)) }
    }
    print("opened \(Door.Context(door.context).openings) times")
    let restored = try Door.machine(
      Lock(), restoring: door.snapshot(), sessionID: "door-1", keyPrefix: "door-1-again")
    print("restored: \(Door.configuration(of: restored).map(\.rawValue).joined(separator: ", "))")
  }
}
