/// Names that programs give to incomplete files: Firefox (`.part`), Chromium (`.crdownload`),
/// Safari (`.download`), ExifTool (`_exiftool_tmp`), Syncthing, GLib (`.goutputstream-`), rsync (a
/// dot in front, six letters behind), editors (`~` at the end) and others (`.tmp`, `.partial`) give
/// the final name when everything is written. An NFS client keeps removed files as `.nfs…`.
enum UnfinishedName {
  private static let endings: [StaticString] = [
    ".part", ".partial", ".crdownload", ".download", ".tmp", "_exiftool_tmp", "~",
  ]
  private static let beginnings: [StaticString] = [
    ".goutputstream-", ".syncthing.", "~syncthing~", ".nfs",
  ]

  static func has(_ name: UnsafeRawBufferPointer) -> Bool {
    endings.contains { ending in
      name.count > ending.utf8CodeUnitCount
        && name.suffix(ending.utf8CodeUnitCount).elementsEqual(bytes(ending))
    } || beginnings.contains { name.starts(with: bytes($0)) } || isOfRsync(name)
  }

  private static func bytes(_ text: StaticString) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
  }

  /// Returns true for `.name.XXXXXX`, with letters and digits as mkstemp(3) chooses them.
  private static func isOfRsync(_ name: UnsafeRawBufferPointer) -> Bool {
    let letters = name.suffix(6)
    return name.count > 8 && name.first == UInt8(ascii: ".")
      && name[name.count - 7] == UInt8(ascii: ".")
      && letters.allSatisfy { (65...90).contains($0 & ~0x20) || (48...57).contains($0) }
  }
}
