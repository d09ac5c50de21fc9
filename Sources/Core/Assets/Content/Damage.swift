/// Damage of a file that its header and its end show, or that a decoder found.
package enum Damage: CaseIterable, Sendable {
  /// The file has no bytes, and the name of a picture or a movie.
  case empty
  /// The file lacks the end that its format requires.
  case cutShort
  /// The name is that of a picture or a movie, and the content of no known format.
  case unknownFormat
  /// The start and the end are whole, and a decoder can't decode all pixels.
  case undecodable

  /// The text in records and rules.
  package var name: StaticString {
    switch self {
    case .empty: "empty"
    case .cutShort: "cut short"
    case .unknownFormat: "unknown format"
    case .undecodable: "undecodable"
    }
  }
}

/// The state of an original's bytes.
package enum OriginalState: Equatable, Sendable {
  /// No damage is visible.
  case whole
  case damaged(Damage)
  /// The file is incomplete, and a program still writes it or did so a moment ago.
  case beingWritten
}

/// A reader of originals that finds damage.
package protocol DamageReader: OriginalReader {
  /// Examines the header and the end of a file.
  ///
  /// - Parameter name: the file's name, which may promise a picture or movie.
  /// - Throws: ``FileProblem`` when the file can't be read.
  func state(
    of file: OpenFile, name: UnsafeRawBufferPointer
  ) throws(FileProblem) -> OriginalState
}
