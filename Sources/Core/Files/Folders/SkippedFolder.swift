internal import Assets

/// Names of folders that don't contain the user's own files: thumbnails, trash, indexes. Hidden
/// folders are skipped elsewhere, if hidden files are excluded.
package enum SkippedFolder {
  /// `@eaDir`: Synology's thumbnails. `lost+found`: files that e2fsck recovered. The others are the
  /// trash and the index of Windows, as on memory cards.
  private static let names: [StaticString] = [
    "@eaDir", "#recycle", "lost+found", "$RECYCLE.BIN", "System Volume Information",
  ]

  /// The prefixes of hidden folders that are always skipped: `.Trash-1000`, `.thumbnails`.
  private static let beginnings: [StaticString] = [".Trash", ".thumbnails", ".stversions"]

  package static func has(_ name: UnsafeRawBufferPointer) -> Bool {
    let span = TextSpan(name)
    return names.contains { span.hasSameBytes(as: $0) }
      || beginnings.contains { beginning in
        name.starts(
          with: UnsafeBufferPointer(
            start: beginning.utf8Start, count: beginning.utf8CodeUnitCount))
      }
  }
}
