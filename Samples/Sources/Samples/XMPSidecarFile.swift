/// An XMP file as programs put it beside a picture.
///
///     XMPSidecarFile { $0.subjects = ["Sea"]; $0.attributes = ["xmp:Rating": "5"] }
package struct XMPSidecarFile: SampleFile {
  /// Simple properties, which Lightroom writes as attributes.
  package var attributes: [String: String] = [:]
  /// Simple properties, which Apple Photos and exiftool write as elements.
  package var elements: [String: String] = [:]
  package var title: String?
  /// Descriptions by language.
  package var descriptions: [(language: String, text: String)] = []
  package var subjects: [String] = []
  /// `dc:creator`, a list in order.
  package var creators: [String] = []
  /// `dc:rights`.
  package var rights: String?
  /// IPTC's place that the picture shows: the members of `Iptc4xmpExt:LocationShown`.
  package var shownPlace: [String: String] = [:]
  package var personsInImage: [String] = []
  package var hierarchy: [String] = []
  /// Face regions of the Metadata Working Group.
  package var regions: [(name: String, type: String)] = []
  /// Faces as Windows' programs keep them.
  package var microsoftFaces: [String] = []
  /// The bytes before the document.
  package var prologue = "<?xpacket begin='' id='W5M0MpCehiHzreSzNTczkc9d'?>\n"

  package init(_ fill: (inout XMPSidecarFile) -> Void = { _ in }) {
    fill(&self)
  }

  package func encoded() -> [UInt8] {
    let written = attributes.sorted { $0.key < $1.key }
      .map { "\n    \($0.key)=\"\(Self.escaped($0.value))\"" }.joined()
    var body = elements.sorted { $0.key < $1.key }
      .map { "<\($0.key)>\(Self.escaped($0.value))</\($0.key)>\n" }.joined()
    if let title { body += Self.alternatives("dc:title", [("x-default", title)]) }
    if !descriptions.isEmpty { body += Self.alternatives("dc:description", descriptions) }
    if !subjects.isEmpty { body += Self.bag("dc:subject", subjects) }
    if !creators.isEmpty { body += Self.list("dc:creator", "Seq", creators) }
    if let rights { body += Self.alternatives("dc:rights", [("x-default", rights)]) }
    if !personsInImage.isEmpty { body += Self.bag("Iptc4xmpExt:PersonInImage", personsInImage) }
    if !shownPlace.isEmpty {
      let members = shownPlace.sorted { $0.key < $1.key }
        .map { "<\($0.key)>\(Self.escaped($0.value))</\($0.key)>" }.joined()
      body += """
        <Iptc4xmpExt:LocationShown><rdf:Bag><rdf:li rdf:parseType="Resource">\(members)</rdf:li>\
        </rdf:Bag></Iptc4xmpExt:LocationShown>

        """
    }
    if !hierarchy.isEmpty { body += Self.bag("lr:hierarchicalSubject", hierarchy) }
    if !regions.isEmpty {
      let items = regions.map { region in
        """
        <rdf:li><rdf:Description mwg-rs:Name="\(Self.escaped(region.name))" \
        mwg-rs:Type="\(region.type)"><mwg-rs:Area stArea:x="0.5" stArea:y="0.5"/>\
        </rdf:Description></rdf:li>
        """
      }
      body += """
        <mwg-rs:Regions rdf:parseType="Resource"><mwg-rs:RegionList><rdf:Bag>
        \(items.joined(separator: "\n"))
        </rdf:Bag></mwg-rs:RegionList></mwg-rs:Regions>

        """
    }
    if !microsoftFaces.isEmpty {
      let items = microsoftFaces.map {
        "<rdf:li MPReg:PersonDisplayName=\"\(Self.escaped($0))\" MPReg:Rectangle=\"0, 0, 1, 1\"/>"
      }
      body += """
        <MP:RegionInfo><rdf:Description><MPRI:Regions><rdf:Bag>\(items.joined())</rdf:Bag>\
        </MPRI:Regions></rdf:Description></MP:RegionInfo>

        """
    }
    return Array(
      """
      \(prologue)<x:xmpmeta xmlns:x="adobe:ns:meta/">
      <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description rdf:about=""\(Self.namespaces)\(written)>
      \(body)</rdf:Description>
      </rdf:RDF>
      </x:xmpmeta>

      """.utf8)
  }

  private static func alternatives(
    _ name: String, _ texts: [(language: String, text: String)]
  ) -> String {
    let items = texts.map {
      "<rdf:li xml:lang=\"\($0.language)\">\(escaped($0.text))</rdf:li>"
    }
    return "<\(name)>\n <rdf:Alt>\n  \(items.joined())\n </rdf:Alt>\n</\(name)>\n"
  }

  private static func bag(_ name: String, _ texts: [String]) -> String { list(name, "Bag", texts) }

  private static func list(_ name: String, _ kind: String, _ texts: [String]) -> String {
    let items = texts.map { "<rdf:li>\(escaped($0))</rdf:li>" }.joined(separator: "\n  ")
    return "<\(name)>\n <rdf:\(kind)>\n  \(items)\n </rdf:\(kind)>\n</\(name)>\n"
  }

  private static func escaped(_ text: String) -> String {
    text.map { character in
      switch character {
      case "&": "&amp;"
      case "<": "&lt;"
      case "\"": "&quot;"
      default: String(character)
      }
    }.joined()
  }

  private static let namespaces = [
    ("dc", "http://purl.org/dc/elements/1.1/"),
    ("exif", "http://ns.adobe.com/exif/1.0/"),
    ("photoshop", "http://ns.adobe.com/photoshop/1.0/"),
    ("xmp", "http://ns.adobe.com/xap/1.0/"),
    ("tiff", "http://ns.adobe.com/tiff/1.0/"),
    ("lr", "http://ns.adobe.com/lightroom/1.0/"),
    ("mwg-rs", "http://www.metadataworkinggroup.com/schemas/regions/"),
    ("stArea", "http://ns.adobe.com/xmp/sType/Area#"),
    ("Iptc4xmpCore", "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/"),
    ("Iptc4xmpExt", "http://iptc.org/std/Iptc4xmpExt/2008-02-29/"),
    ("MicrosoftPhoto", "http://ns.microsoft.com/photo/1.0/"),
    ("MP", "http://ns.microsoft.com/photo/1.2/"),
    ("MPRI", "http://ns.microsoft.com/photo/1.2/t/RegionInfo#"),
    ("MPReg", "http://ns.microsoft.com/photo/1.2/t/Region#"),
  ].map { "\n    xmlns:\($0.0)=\"\($0.1)\"" }.joined()
}
