/// Where the values of a text of JSON stand, so that they can be changed as wholes.
enum JSONSpans {
  enum Kind { case number, text, list, object, word }

  /// One value.
  struct Span {
    let kind: Kind
    let range: Range<Int>
    /// With its name, if it has one.
    let member: Range<Int>

    /// The member with one of the commas around it.
    func withComma(in bytes: [UInt8]) -> Range<Int> {
      let comma = UInt8(ascii: ",")
      if member.upperBound < bytes.count, bytes[member.upperBound] == comma {
        return member.lowerBound..<member.upperBound + 1
      }
      if member.lowerBound > 0, bytes[member.lowerBound - 1] == comma {
        return member.lowerBound - 1..<member.upperBound
      }
      return member
    }
  }

  /// The values in a text without superfluous blanks. Of what is no JSON some are found, or none.
  static func values(in bytes: [UInt8]) -> [Span] {
    var found: [Span] = []
    var open: [(kind: Kind, start: Int, member: Int)] = []
    /// Where the name began that the next value has.
    var name: Int?
    var place = 0
    func add(_ kind: Kind, _ start: Int, _ end: Int) {
      found.append(Span(kind: kind, range: start..<end, member: (name ?? start)..<end))
      name = nil
    }
    while place < bytes.count {
      let start = place
      switch bytes[place] {
      case UInt8(ascii: "\""):
        place += 1
        while place < bytes.count, bytes[place] != UInt8(ascii: "\"") {
          place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
        }
        place = min(place + 1, bytes.count)
        if place < bytes.count, bytes[place] == UInt8(ascii: ":") {
          name = start
          place += 1
        } else {
          add(.text, start, place)
        }
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        open.append((bytes[place] == UInt8(ascii: "{") ? .object : .list, start, name ?? start))
        name = nil
        place += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        place += 1
        if let last = open.popLast() {
          name = last.member
          add(last.kind, last.start, place)
        }
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        while place < bytes.count, isOfNumber(bytes[place]) { place += 1 }
        add(.number, start, place)
      case UInt8(ascii: "a")...UInt8(ascii: "z"):
        while place < bytes.count, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(bytes[place]) {
          place += 1
        }
        add(.word, start, place)
      default: place += 1
      }
    }
    return found
  }

  private static func isOfNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."),
      UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }
}
