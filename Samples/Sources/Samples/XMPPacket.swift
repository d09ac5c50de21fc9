/// An XMP packet with simple properties (XMP part 1, section 7).
package struct XMPPacket: SampleFile {
  /// Qualified names and values, such as `("xmp:Rating", "5")`; the prefixes below are known.
  package var properties: [(name: String, value: String)]

  package init(_ properties: [(name: String, value: String)]) {
    self.properties = properties
  }

  package var text: String {
    let attributes = properties.map { " \($0.name)=\"\(Self.escaped($0.value))\"" }.joined()
    let spaces = Self.namespaces.map { " xmlns:\($0.prefix)=\"\($0.uri)\"" }.joined()
    return """
      <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
      <x:xmpmeta xmlns:x="adobe:ns:meta/">
      <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description rdf:about=""\(spaces)\(attributes)/>
      </rdf:RDF>
      </x:xmpmeta>
      <?xpacket end="w"?>
      """
  }

  package func encoded() -> [UInt8] {
    Array(text.utf8)
  }

  private static let namespaces: [(prefix: String, uri: String)] = [
    ("xmp", "http://ns.adobe.com/xap/1.0/"),
    ("photoshop", "http://ns.adobe.com/photoshop/1.0/"),
    ("exif", "http://ns.adobe.com/exif/1.0/"),
    ("tiff", "http://ns.adobe.com/tiff/1.0/"),
    ("GPano", "http://ns.google.com/photos/1.0/panorama/"),
    ("hdrgm", "http://ns.adobe.com/hdr-gain-map/1.0/"),
  ]

  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text {
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case "\"": escaped += "&quot;"
      default: escaped.append(character)
      }
    }
    return escaped
  }
}
