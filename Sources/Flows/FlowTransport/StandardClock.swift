/// What deadlines go by where no clock is given.
package enum StandardClock {
  /// The system's clock. Tests of code that gives no clock put one there that they move themselves.
  @TaskLocal package static var current: any Clock<Duration> = ContinuousClock()
}
