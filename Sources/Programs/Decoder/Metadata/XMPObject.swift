internal import Media

/// XMP as a JSON object: properties by prefix and name, `{"dc:subject":["sea"],"xmp:Rating":5}`.
/// Lists are lists, structures objects. A text in several languages is the one for `x-default`,
/// else the first; the other languages are separate members with the language in their name,
/// `dc:title-de`.
struct XMPObject {
  static let largestPacket = 4 << 20
  /// The greatest length of a text; of a longer one, such as a picture in base64, only the size is
  /// shown.
  private static let longestText = 16 << 10

  static func write(
    _ file: UntrustedFile, _ range: ByteRange, extensions: [XMPExtension],
    into writer: inout MetadataWriter
  ) {
    guard let packet = file.bytes(range, limit: largestPacket) else {
      return writer.member("problem") { $0.append("the XMP is larger than 4 MiB, or cut off") }
    }
    write(packet, extensions: extensions, into: &writer)
  }

  static func write(
    _ packet: [UInt8], extensions: [XMPExtension] = [], into writer: inout MetadataWriter
  ) {
    var parser = XMPParser()
    var problem = parser.read(packet)
    if case .text(let identifier)? = parser.properties["xmpNote:HasExtendedXMP"] {
      if let more = XMPExtension.packet(identifier, of: extensions) {
        // The properties of the main packet come first.
        let second = parser.read(more)
        problem = problem ?? second
      } else {
        problem = problem ?? "a part of the extended XMP is missing"
      }
    }
    write(parser.properties, into: &writer)
    if writer.isOverfull { problem = problem ?? "there is more than is shown" }
    if let problem { writer.member("problem") { $0.append(problem) } }
  }

  private static func write(_ structure: XMPStructure, into writer: inout MetadataWriter) {
    for (name, value) in structure.members {
      writer.member(name) { write(value, of: name, into: &$0) }
      guard case .languages(let texts) = value else { continue }
      for (language, text) in texts.dropFirst() {
        let other = "\(name)-\(language)"
        if structure[other] == nil { writer.member(other) { write(text, of: other, into: &$0) } }
      }
    }
  }

  private static func write(_ value: XMPValue, of name: String, into writer: inout MetadataWriter) {
    switch value {
    case .text(let text): write(text, of: name, into: &writer)
    case .languages(let texts): write(texts.first?.text ?? "", of: name, into: &writer)
    case .structure(let structure): writer.object { write(structure, into: &$0) }
    case .list(let items):
      writer.list { writer in
        for item in items { writer.element { write(item, of: name, into: &$0) } }
      }
    }
  }

  private static func write(_ text: String, of name: String, into writer: inout MetadataWriter) {
    if text.utf8.count > longestText {
      writer.append(byteCount: text.utf8.count, nil)
    } else if let number = XMPTypes.number(text, of: name) {
      writer.append(number)
    } else if let truth = XMPTypes.truth(text, of: name) {
      writer.append(truth)
    } else {
      writer.append(text)
    }
  }
}
