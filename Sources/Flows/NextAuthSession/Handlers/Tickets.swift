/// Secrets that wait for the chart. The chart is given a ticket in place of each: it never holds what is secret.
struct Tickets<Item: Sendable>: Sendable {
  // Decision: Docs/decisions/flow-nextauth.md#the-chart-holds-tickets
  private var items: [String: Item] = [:]
  private var last = 0

  /// Takes something in.
  mutating func add(_ item: Item) -> String {
    last += 1
    let ticket = String(last)
    items[ticket] = item
    return ticket
  }

  /// Gives out what a ticket stands for, once.
  mutating func take(_ ticket: String) -> Item? { items.removeValue(forKey: ticket) }
}
