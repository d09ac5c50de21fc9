/// A box of the ISO base media file format, or an atom of QuickTime (ISO/IEC 14496-12, section 4.2).
struct Box: SampleFile {
  let type: String
  private(set) var content: [UInt8] = []

  init(_ type: String, _ content: [UInt8]) {
    self.type = type
    self.content = content
  }

  init(_ type: String, _ children: [Box]) {
    self.init(type, children.flatMap { $0.encoded() })
  }

  /// A full box: the version and the flags come before the content.
  init(_ type: String, version: UInt8, flags: Int = 0, fill: (inout [UInt8]) -> Void) {
    self.type = type
    content = [version]
    content.append24(flags, .big)
    fill(&content)
  }

  func encoded() -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(UInt32(content.count + 8), .big)
    bytes.append(type)
    return bytes + content
  }
}
