internal import Media

/// The reason why a sidecar can't be read.
package enum SidecarProblem: Error, Hashable, Sendable, CaseIterable {
  case tooLarge
  case notJSON
  case notXML
  /// The XML declares another encoding than UTF-8 and UTF-16.
  case encoding
  /// The XML has a document type declaration, which could define entities that expand without end.
  case documentType
  /// The content is nested deeper, or has more members, than any program writes.
  case tooComplex
}

extension SidecarProblem: CustomStringConvertible {
  package var description: String {
    switch self {
    case .tooLarge: "is larger than a sidecar can be"
    case .notJSON: "is not JSON"
    case .notXML: "is not XMP in well-formed XML"
    case .encoding: "is neither in UTF-8 nor in UTF-16"
    case .documentType: "has a document type, which is not read"
    case .tooComplex: "is nested too deeply or has too many members"
    }
  }
}
