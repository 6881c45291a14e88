/// Waits until something is so that no clock and no session waits for.
///
/// - Returns: whether it is so, which it is not after thousands of looks.
func eventually(_ isSo: () async throws -> Bool) async rethrows -> Bool {
  for _ in 0..<5_000 {
    if try await isSo() { return true }
    await Task.yield()
    try? await Task.sleep(for: .milliseconds(1))
  }
  return try await isSo()
}
