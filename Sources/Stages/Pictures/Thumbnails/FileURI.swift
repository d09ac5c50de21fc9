internal import Platform

/// A file's name as a `file:` URI, letter for letter as GLib's `g_filename_to_uri` writes it, by
/// which file managers find a thumbnail. Bytes other than the unreserved characters and the
/// delimiters that GLib allows in a path are escaped as `%` and two capital hexadecimal digits.
package struct FileURI: Hashable, Sendable {
  /// The URI in ASCII, such as `file:///home/ann/a%20b.jpg`.
  package let bytes: [UInt8]

  /// Creates the URI of an absolute path, or of one from the working folder; nil for an empty path,
  /// or if the working folder is unknown.
  package init?(path: [UInt8]) {
    guard let absolute = Self.absolute(path) else { return nil }
    bytes =
      Array("file://".utf8)
      + Self.withoutDots(absolute).percentEncoded(keeping: "-_.~!$&'()*+,=:@/")
  }

  /// The thumbnail's name: the URI's MD5 in hexadecimal, and `.png` (Thumbnail Managing Standard,
  /// "Thumbnail Saving"); nil if the system has no MD5.
  package var thumbnailName: String? { MD5Digest.hexadecimal(of: bytes).map { $0 + ".png" } }

  /// The URI as a string.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  private static func absolute(_ path: [UInt8]) -> [UInt8]? {
    guard let first = path.first else { return nil }
    let slash = UInt8(ascii: "/")
    let parts = path.split(separator: slash)
    if parts.contains(where: { $0.elementsEqual("..".utf8) }) {
      // After a link, `..` is not the folder before it: only the kernel can resolve it.
      let folder = parts.dropLast().joined(separator: [slash])
      guard let name = parts.last, !name.elementsEqual("..".utf8),
        let resolved = resolved((first == slash ? [slash] : []) + folder)
      else { return nil }
      return resolved + [slash] + name
    }
    if first == slash { return path }
    guard let current = getcwd(nil, 0) else { return nil }
    defer { free(current) }
    let folder = UnsafeRawBufferPointer(start: current, count: strlen(current))
    return Array(folder) + [slash] + path
  }

  private static func resolved(_ folder: [UInt8]) -> [UInt8]? {
    OwnedBytes(folder).withCString { RealPath($0)?.bytes }
  }

  private static func withoutDots(_ path: [UInt8]) -> [UInt8] {
    var plain: [UInt8] = []
    for part in path.split(separator: UInt8(ascii: "/")) where !part.elementsEqual(".".utf8) {
      plain.append(UInt8(ascii: "/"))
      plain += part
    }
    return plain
  }
}
