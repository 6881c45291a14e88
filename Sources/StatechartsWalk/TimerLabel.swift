extension String {
  /// The event that a timer with this label sends; nil for another timer.
  package var eventOfSendTimer: String? {
    let mark = "send "
    return hasPrefix(mark) ? String(dropFirst(mark.count)) : nil
  }
}
