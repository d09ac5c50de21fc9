struct CorpusFile: Sendable {
  let path: String
  let bytes: [UInt8]
  /// Seconds since 1970.
  let modified: Int

  private init(path: String, bytes: [UInt8], modified: Int) {
    self.path = path
    self.bytes = bytes
    self.modified = modified
  }

  init(number: Int, generator: inout SeededGenerator) {
    let time = Int.random(in: 1_325_376_000..<1_760_000_000, using: &generator)
    var maker = CorpusContent(number: number, time: time, generator: generator)
    let (suffix, bytes) = maker.content()
    generator = maker.generator
    self.init(
      path: "\(Self.folder(number))/\(Self.stem(number, time: time)).\(suffix)", bytes: bytes,
      modified: time)
  }

  func copy(number: Int) -> CorpusFile {
    CorpusFile(
      path: "\(Self.folder(number))/copy-\(number).\(suffix)", bytes: bytes,
      modified: modified + 86400)
  }

  /// Returns as many bytes, of which one differs, in the first 4 KiB or in the last; nil for a
  /// short file, and for any but a JPEG, whose two places are known to be padding.
  func partner(number: Int, differsInHead: Bool) -> CorpusFile? {
    guard suffix == "jpg", bytes.count > 16_384 else { return nil }
    var other = bytes
    let index = differsInHead ? CorpusContent.headPadding : other.count - 100
    other[index] ^= 0x55
    return CorpusFile(
      path: "\(Self.folder(number))/twin-\(number).\(suffix)", bytes: other,
      modified: modified + 1)
  }

  private var suffix: Substring {
    path.split(separator: ".").last ?? ""
  }

  /// A hundred files a folder, folders of two depths.
  private static func folder(_ number: Int) -> String {
    let group = number / 100
    return group.isMultiple(of: 3) ? "album-\(group)" : "year-\(2012 + group % 12)/trip-\(group)"
  }

  private static func stem(_ number: Int, time: Int) -> String {
    switch number % 4 {
    case 0: "IMG_\(number)"
    case 1: "PXL_\(time)_\(number)"
    case 2: "DSC0\(number)"
    default: "photo \(number)"
    }
  }
}
