import LoopbackHTTP

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A request of the page, with what is needed to answer it.
struct PreviewCall: Sendable {
  let charts: PreviewCharts
  /// The parameters of the query, decoded; of several with one name the first.
  let query: [String: String]
  let body: [UInt8]

  /// A parameter of the query.
  ///
  /// - Throws: `PreviewProblem` if it is missing.
  func value(_ name: String) throws(PreviewProblem) -> String {
    guard let value = query[name] else {
      throw PreviewProblem(message: "The request has no `\(name)`.", status: 400)
    }
    return value
  }

  /// The path of the chart that the request is about.
  func path() throws(PreviewProblem) -> String { try value("path") }

  /// Reads the query of a target.
  static func query(of target: String) -> [String: String] {
    let items = URLComponents(string: target)?.queryItems ?? []
    return Dictionary(items.map { ($0.name, $0.value ?? "") }, uniquingKeysWith: { first, _ in first })
  }
}
