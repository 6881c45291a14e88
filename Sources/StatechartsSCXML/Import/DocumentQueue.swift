import StatechartsModel

internal import Statecharts

/// The documents of one import, in the order in which they are converted: the first one, and those that it invokes.
struct DocumentQueue {
  /// A document that becomes a chart.
  struct Document {
    /// The path of the chart's file.
    var path: String
    var element: XMLElement
    /// What remarks call it.
    var name: String
    /// What the files of inline documents begin with.
    var base: String
  }

  private let resolve: SCXMLImporter.Resolver
  private let limits: XMLLimits
  private var documents: [Document]
  private var converted = 0
  /// The document that is being converted.
  private(set) var current: Document
  /// The paths of charts, by the names of their files in documents.
  private var paths: [String: String]
  private var pathsInUse = FreshNames()
  /// Whether the documents are more than are converted.
  private var isFull = false
  /// The top-level data of each document, by the path of its chart.
  private(set) var data: [String: Set<String>] = [:]

  init(_ first: Document, limits: XMLLimits, resolve: @escaping SCXMLImporter.Resolver) {
    self.resolve = resolve
    self.limits = limits
    documents = [first]
    current = first
    paths = [first.name.split(separator: "/").last.map(String.init) ?? first.name: first.path]
  }

  /// Makes the next document the current one, and returns it; nil if there is no other, or there are too many.
  mutating func next() -> Document? {
    guard converted < documents.count, !isFull else { return nil }
    current = documents[converted]
    converted += 1
    // The path of a file that could not be read is free again.
    pathsInUse = FreshNames(Set(documents.map(\.path)))
    return current
  }

  /// The text of a file that the current document names; nil, after a remark, when it cannot be read.
  func text(
    of reference: String, _ kind: String, _ severity: SCXMLRemark.Severity, _ place: TextPlace,
    _ remarks: DocumentRemarks
  ) -> String? {
    if let bytes = resolve(reference), let text = String(utf8: bytes) { return text }
    let reason = "Only files in the document's folder and below it are."
    remarks.add(severity, "The \(kind) `\(reference)` cannot be read. \(reason)", place)
    return nil
  }

  /// Adds an inline document of the current one, and returns its path; nil, after a remark, if there are too many.
  mutating func add(_ element: XMLElement, named name: String, _ remarks: DocumentRemarks) -> String? {
    guard hasSpace(element.place, remarks) else { return nil }
    let path = newPath(DocumentNames.identifier(from: "\(current.base)-\(name)"))
    append(Document(path: path, element: element, name: current.name, base: String(path.dropLast(5))))
    return path
  }

  /// Adds the document of a file, and returns the path of its chart; nil, after a remark, if it cannot be read.
  mutating func add(file reference: String, _ place: TextPlace, _ remarks: DocumentRemarks) -> String? {
    // `./k.scxml` is `k.scxml`.
    let name = (reference.hasPrefix("file:") ? reference.dropFirst(5) : reference[...])
      .split(separator: "/", omittingEmptySubsequences: false).filter { $0 != "." }.joined(separator: "/")
    if let path = paths[name] { return path }
    guard hasSpace(place, remarks) else { return nil }
    guard let bytes = resolve(reference) else {
      remarks.add(
        .lost,
        "The document `\(reference)` cannot be read. Only files in this document's folder and below it are.",
        place)
      return nil
    }
    let base =
      name.split(separator: "/").last.map { $0.split(separator: ".").first.map(String.init) ?? "" } ?? ""
    let stem = DocumentNames.identifier(from: base)
    let path = newPath(stem)
    // Noted before it is known whether it is any document, so that a wrong one is read once.
    paths[name] = path
    do throws(XMLProblem) {
      append(Document(path: path, element: try XMLReader.read(bytes, limits: limits), name: name, base: stem))
      return path
    } catch {
      remarks.add(.error, error.message, error.place, document: reference)
      return nil
    }
  }

  private mutating func newPath(_ stem: String) -> String { pathsInUse.new(stem, "-", ending: ".yaml") }

  private mutating func append(_ document: Document) {
    documents.append(document)
    for model in document.element.elements where model.isSCXML && model.name == "datamodel" {
      data[document.path, default: []].formUnion(model.elements.compactMap { $0["id"] })
    }
  }

  /// Whether there may be one more document. That there may not is reported once.
  private mutating func hasSpace(_ place: TextPlace, _ remarks: DocumentRemarks) -> Bool {
    // The first document is in use, too.
    if pathsInUse.count <= SCXMLImporter.maximumDocuments { return true }
    if !isFull {
      remarks.add(.error, "The document invokes more than \(SCXMLImporter.maximumDocuments) others.", place)
    }
    isFull = true
    return false
  }
}
