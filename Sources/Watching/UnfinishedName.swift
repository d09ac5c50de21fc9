internal import Assets

/// Names that programs give to files that they are not done with.
///
/// Firefox (`.part`), Chromium (`.crdownload`), Safari (`.download`), rsync (a dot in front), editors
/// (`~` behind) and many others (`.tmp`, `.partial`) give the last name when all is written.
enum UnfinishedName {
  private static let endings: [StaticString] = [
    ".part", ".partial", ".crdownload", ".download", ".tmp", "~",
  ]

  static func has(_ name: UnsafeRawBufferPointer) -> Bool {
    endings.contains { ending in
      let count = ending.utf8CodeUnitCount
      guard name.count > count else { return false }
      return name.suffix(count).elementsEqual(
        UnsafeBufferPointer(start: ending.utf8Start, count: count))
    }
  }
}
