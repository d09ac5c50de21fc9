/// How an original becomes a file for the one who asked.
enum FileTransfer: String, CaseIterable, Sendable {
  /// Stays where it lies.
  case reference
  /// Gets a second name in the output folder; a copy where that can't be.
  case hardLink
  /// Is copied into the output folder.
  case copy
}
