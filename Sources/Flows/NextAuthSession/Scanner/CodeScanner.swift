public import FlowTransport

/// Looks for a QR code: a camera, a picture, or somebody who types. The vendor's SDK has one that reads codes of bytes,
/// which are smaller than those of text.
public protocol CodeScanner: Sendable {
  /// The first code that is seen.
  func scan() async throws -> ScannedCode
}

/// What stood in a QR code.
public enum ScannedCode: Sendable {
  /// A code of bytes.
  case bytes(Secret)
  /// A code of text: base64 of the bytes.
  case text(Secret)

  /// What a scanner has read, whichever kind of code it is: text where it is base64, else bytes.
  public init(read bytes: Secret) {
    self = StartingData.decoded(bytes) == nil || bytes.isEmpty ? .bytes(bytes) : .text(bytes)
  }
}
