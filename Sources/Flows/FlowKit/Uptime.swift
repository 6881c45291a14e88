extension Clock where Duration == Swift.Duration {
  /// The seconds that have passed by this clock since the property was read.
  package var uptime: @Sendable () -> Double {
    let start = now
    return { start.duration(to: now) / .seconds(1) }
  }
}
