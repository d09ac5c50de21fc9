/// The absolute path of an existing file or folder, without links, `.` and `..` (realpath(3)).
package struct RealPath: Sendable {
  package let bytes: [UInt8]

  /// Follows a path; returns nil, with the reason in `errno`, if nothing is there.
  package init?(_ path: UnsafePointer<CChar>) {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    bytes = Array(UnsafeRawBufferPointer(start: resolved, count: strlen(resolved)))
  }

  /// The path as a text, with replacement characters for what is not UTF-8.
  package var text: String { String(decoding: bytes, as: UTF8.self) }
}
