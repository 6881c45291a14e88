package import Statecharts

/// Does the work of a service. What goes wrong is the failure of that service that the chart declares for it.
///
/// - Parameter other: the failure for a problem that the service does not declare.
package func withDeclaredFailures<Failure: DeclaredFailure, Problem: CodedError, Answer>(
  other: (Problem) -> Failure, _ work: () async throws(Problem) -> Answer
) async throws(Failure) -> Answer {
  do throws(Problem) {
    return try await work()
  } catch {
    throw Failure(error) ?? other(error)
  }
}

/// Does the work of a service, with one failure for all problems that the service does not declare.
package func withDeclaredFailures<Failure: DeclaredFailure, Problem: CodedError, Answer>(
  other: Failure, _ work: () async throws(Problem) -> Answer
) async throws(Failure) -> Answer {
  try await withDeclaredFailures(other: { (_: Problem) in other }, work)
}
