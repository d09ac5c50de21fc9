/// The trash of a desktop: the place of files that the user may want back.
///
/// A move into it is an operation like any other. The trash only decides which folder takes a file,
/// and keeps the note by which file managers put it back.
protocol DesktopTrash: Sendable {
  /// The trash folder in the user's home; nil without one.
  var homeFolder: String? { get }

  /// Returns the folder for a file.
  ///
  /// - Parameters:
  ///   - path: the file's absolute path, without links among its folders.
  ///   - makes: true to make missing folders.
  /// - Throws: ``FileProblem`` if no trash takes the file.
  func folder(
    for file: OpenFile, at path: [UInt8], makes: Bool
  ) throws(FileProblem) -> TargetFolder

  /// The number of bytes by which a note's name is longer than the file's.
  var noteEnding: Int { get }

  /// True if there is a note for a path in the trash, so that its name is taken.
  func hasNote(for path: [UInt8]) -> Bool

  /// Writes a note, before the file is moved; returns false if there is one already.
  ///
  /// - Parameters:
  ///   - path: the file's future path in the trash.
  ///   - origin: its present path.
  func note(_ origin: [UInt8], for path: [UInt8]) throws(FileProblem) -> Bool

  /// Removes the note for a path in the trash, if it names `origin`.
  func removeNote(of origin: [UInt8], for path: [UInt8])
}

/// The trash of the system that shotflow runs on.
enum SystemTrash {
  /// The trash for files to delete; nil on macOS, of whose trash shotflow does not know.
  static var current: (any DesktopTrash)? {
    #if canImport(Darwin)
      nil
    #else
      FreeDesktopTrash()
    #endif
  }

  static let isMissing = FileProblem("this system has no trash that shotflow knows")
}
