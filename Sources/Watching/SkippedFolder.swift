internal import Assets

/// Folders whose content is no user's: thumbnails, waste, indexes.
///
/// Names that begin with a dot are skipped by whoever asks for no hidden files.
enum SkippedFolder {
  /// `@eaDir`: Synology's thumbnails. `lost+found`: what e2fsck found. The others are the waste and
  /// the index of Windows, as they stand on memory cards.
  private static let names: [StaticString] = [
    "@eaDir", "#recycle", "lost+found", "$RECYCLE.BIN", "System Volume Information",
  ]

  /// Hidden ones that are skipped even where hidden files count: `.Trash`, `.Trash-1000`,
  /// `.Trashes`, `.thumbnails`.
  private static let beginnings: [StaticString] = [".Trash", ".thumbnails", ".stversions"]

  static func has(_ name: UnsafeRawBufferPointer) -> Bool {
    let span = TextSpan(name)
    return names.contains { span.hasSameBytes(as: $0) }
      || beginnings.contains { beginning in
        name.starts(
          with: UnsafeBufferPointer(
            start: beginning.utf8Start, count: beginning.utf8CodeUnitCount))
      }
  }
}
