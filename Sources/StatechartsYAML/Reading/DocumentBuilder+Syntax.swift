extension DocumentBuilder {
  /// Reports why libyaml stopped.
  mutating func takeFailure(_ failure: LibYAML.Failure) {
    let place = min(offsets.offset(of: failure.problemIndex), bytes.count)
    findings.add(
      .syntax, .error, place..<min(place + 1, bytes.count), "This is not YAML: \(failure.problem).",
      help: "Nothing after this place was checked.")
  }
}
