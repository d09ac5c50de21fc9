internal import Media
internal import Platform

/// The title and the description of a scalable vector graphic: the elements `title` and `desc` that
/// are children of the root element (SVG 2, section 5.8). Those of shapes describe these alone.
struct SVGTexts {
  private(set) var description: MediaDescription?

  /// The number of bytes from the beginning in which the elements are sought.
  private static let reach = 256 << 10
  private static let namespace = "http://www.w3.org/2000/svg"

  init(_ window: inout HeaderWindow) throws(MediaError) {
    let range = ByteRange(offset: 0, count: min(window.size, Int64(Self.reach)))
    let found =
      try window.withContent(range, limit: Self.reach) { bytes in
        var texts = SVGTexts()
        texts.read(XMPText.utf8(bytes) ?? Array(bytes))
        return texts.description
      } ?? nil
    description = found
  }

  private init() {}

  private mutating func read(_ document: [UInt8]) {
    let start = Self.rootStart(in: document)
    document.withUnsafeBytes { bytes in
      // What was read in front of a problem stays, as a long document is cut.
      try? read(UnsafeRawBufferPointer(rebasing: bytes[start...]))
    }
  }

  private mutating func read(_ bytes: UnsafeRawBufferPointer) throws(XMLProblem) {
    var reader = XMLReader(bytes)
    var depth = 0
    var member: WritableKeyPath<MediaDescription, String?>?
    var text: [UInt8] = []
    while let event = try reader.next() {
      switch event {
      case .begin(let name, _):
        depth += 1
        guard depth == 2 else { continue }
        text = []
        let isOwn = name.space.isEmpty || name.space.elementsEqual(Self.namespace.utf8)
        member =
          !isOwn
          ? nil
          : name.local.elementsEqual("title".utf8)
            ? \.title : name.local.elementsEqual("desc".utf8) ? \.caption : nil
      case .text(let more):
        if member != nil, text.count + more.count <= MediaDescription.longestText { text += more }
      case .end:
        depth -= 1
        guard depth == 1, let known = member else { continue }
        member = nil
        // Among several languages the first counts.
        if description?[keyPath: known] == nil, let value = MediaDescription.text(text) {
          description.made[keyPath: known] = value
        }
      }
    }
  }

  /// Returns the place behind the document type, of which no entity is resolved; 0 without one.
  private static func rootStart(in document: [UInt8]) -> Int {
    let head = document.prefix(64 << 10)
    guard let type = head.firstRange(of: Array("<!DOCTYPE".utf8)),
      head[..<type.lowerBound].firstRange(of: Array("<svg".utf8)) == nil
    else { return 0 }
    var depth = 0
    for place in type.upperBound..<head.endIndex {
      switch head[place] {
      case UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ">") where depth <= 0: return place + 1
      default: break
      }
    }
    return 0
  }
}
