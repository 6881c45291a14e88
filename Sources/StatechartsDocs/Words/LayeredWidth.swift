/// How wide a drawing of boxes in ranks becomes, as an estimate in linear time: boxes with links between them, as `dagre` lays
/// them out for Mermaid.
///
/// Links that lead back are turned round. Each box stands a rank below the lowest one that leads to it. The words of a link
/// stand half-way between its ends. A link over several ranks is straight, so that its words take room on each of them.
struct LayeredWidth {
  /// A link between two boxes, by their numbers.
  struct Link {
    let from: Int
    let to: Int
    /// The width of its words; 0 for none.
    let words: Double
  }

  /// The room between two boxes or links.
  static let gap = 50.0

  private let boxes: [Double]
  private let links: [Link]
  private var ranks: [Int]

  /// Ranks boxes of known widths.
  init(boxes: [Double], links: [Link]) {
    var boxes = boxes
    // A loop stands beside its box.
    for link in links where link.from == link.to { boxes[link.from] += link.words }
    self.boxes = boxes
    self.links = links.filter { $0.from != $0.to }
    ranks = []
    ranks = rank()
  }

  /// The width of the drawing.
  ///
  /// - Parameter isSideways: Whether the ranks stand side by side.
  func width(isSideways: Bool) -> Double {
    let rows = 2 * (ranks.max() ?? 0) + 1
    // Half-way between two ranks there is a row for words.
    var sums = [Double](repeating: 0, count: rows)
    var widest = sums
    for (box, rank) in ranks.enumerated() {
      sums[2 * rank] += boxes[box] + Self.gap
      widest[2 * rank] = max(widest[2 * rank], boxes[box])
    }
    // Where links begin and end that take room on the rows between.
    var passing = [Double](repeating: 0, count: rows + 1)
    for link in links {
      let (top, bottom) = (min(ranks[link.from], ranks[link.to]), max(ranks[link.from], ranks[link.to]))
      guard top < bottom else { continue }
      let room = Self.gap + (top + 1 < bottom ? link.words : 0)
      passing[2 * top + 1] += room
      passing[2 * bottom] -= room
      if top + 1 == bottom { sums[top + bottom] += link.words }
      widest[top + bottom] = max(widest[top + bottom], link.words)
    }
    if isSideways { return widest.reduce(0) { $0 + $1 + Self.gap / 2 } }
    var room = 0.0
    var result = 0.0
    for row in 0..<rows {
      room += passing[row]
      result = max(result, sums[row] + room)
    }
    // No room is left beside the last one.
    return max(0, result - Self.gap)
  }

  /// The rank of each box.
  private func rank() -> [Int] {
    var outgoing = [[Int]](repeating: [], count: boxes.count)
    for link in links { outgoing[link.from].append(link.to) }
    // The order in which a search from the first box on leaves the boxes, last one first: links that lead back in it close a circle.
    var order: [Int] = []
    var place = [Int](repeating: -1, count: boxes.count)
    var known = [Bool](repeating: false, count: boxes.count)
    for start in boxes.indices where !known[start] {
      known[start] = true
      var open = [(box: start, next: 0)]
      while let (box, next) = open.popLast() {
        if let target = outgoing[box].dropFirst(next).first {
          open.append((box, next + 1))
          if !known[target] {
            known[target] = true
            open.append((target, 0))
          }
        } else {
          place[box] = boxes.count - 1 - order.count
          order.append(box)
        }
      }
    }
    // Turned round, a link leads from the earlier to the later box.
    var downward = [[Int]](repeating: [], count: boxes.count)
    var isTarget = [Bool](repeating: false, count: boxes.count)
    for link in links {
      let (top, bottom) = place[link.from] < place[link.to] ? (link.from, link.to) : (link.to, link.from)
      downward[top].append(bottom)
      isTarget[bottom] = true
    }
    var ranks = [Int](repeating: 0, count: boxes.count)
    for box in order.reversed() {
      for target in downward[box] { ranks[target] = max(ranks[target], ranks[box] + 1) }
    }
    // What nothing leads to stands next to what it leads to.
    for box in boxes.indices where !isTarget[box] {
      if let nearest = downward[box].map({ ranks[$0] }).min() { ranks[box] = nearest - 1 }
    }
    return ranks
  }
}
