internal import Media
internal import Platform

/// Puts values into an XMP packet. All other properties stay as they are, byte for byte, and so
/// does a packet that has the values already.
package struct XMPEditor {
  private let packet: [UInt8]
  private let changes: XMPChanges
  private var cuts: [Range<Int>] = []
  /// The offset in bytes of the new properties, before the end of `rdf:RDF`; nil until it is found.
  private var insertion: Int?
  /// The texts around the new properties, which give an empty `<rdf:RDF/>` content and an end tag.
  private var ends = ("", "")
  /// The value of `rdf:about`, which is the same for all parts of a packet.
  private var about: [UInt8] = []
  /// The indexes of those properties in ``changes`` that the packet has.
  private var found: Set<Int> = []
  /// The texts in other languages than `x-default`, by the index of their replaced property.
  private var translations: [Int: [(language: String, text: String)]] = [:]

  private static let skeleton = """
    <x:xmpmeta xmlns:x="adobe:ns:meta/">
     <rdf:RDF xmlns:rdf="\(XMLNamespace.rdf.rawValue)">
     </rdf:RDF>
    </x:xmpmeta>

    """

  /// Returns `existing`, or a new packet, with the values; equal arguments give equal bytes.
  ///
  /// - Parameter existing: what a sidecar has, in UTF-8 or UTF-16; nil for a new one.
  /// - Throws: ``SidecarProblem`` when the packet is not XMP, or is too large.
  package static func merged(
    _ values: XMPValues, into existing: [UInt8]?
  ) throws(SidecarProblem) -> [UInt8] {
    let whole = existing ?? Array(skeleton.utf8)
    guard whole.count <= XMPProperties.sizeLimit else { throw .tooLarge }
    let packet = try checked(whole)
    let changes = try packet.withUnsafeBytes { bytes in
      Result { () throws(SidecarProblem) in values.changes(of: try XMPProperties(whole: bytes)) }
    }.get()
    if changes.isEmpty { return whole }
    var editor = XMPEditor(packet, changes)
    do throws(XMLProblem) {
      try editor.find()
    } catch {
      throw .notXML
    }
    guard let edited = editor.edited else { throw .notXML }
    guard edited.count <= XMPProperties.sizeLimit else { throw .tooLarge }
    return edited
  }

  private init(_ packet: [UInt8], _ changes: XMPChanges) {
    self.packet = packet
    self.changes = changes
  }

  /// Returns the packet in UTF-8; throws ``SidecarProblem`` if it is invalid or encoded otherwise.
  private static func checked(_ packet: [UInt8]) throws(SidecarProblem) -> [UInt8] {
    let packet = plain(packet)
    let start = String(decoding: packet.prefix(200), as: UTF8.self).lowercased()
    if let declaration = start.split(separator: "?>").first, declaration.contains("<?xml "),
      declaration.contains("encoding"), !declaration.contains("utf-8")
    {
      throw .encoding
    }
    guard !packet.contains(0), String(validating: packet, as: UTF8.self) != nil else {
      throw .notXML
    }
    return packet
  }

  /// Returns a packet of UTF-16 in UTF-8 without its XML declaration, any other packet unchanged.
  private static func plain(_ packet: [UInt8]) -> [UInt8] {
    guard let text = packet.withUnsafeBytes({ XMPText.utf8($0) }) else { return packet }
    let content = text[(text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)...]
    guard content.starts(with: "<?xml".utf8), let end = content.firstIndex(of: UInt8(ascii: ">"))
    else { return Array(content) }
    return Array(content[(end + 1)...].drop { $0 <= 0x20 })
  }

  // MARK: - Finding

  /// A description in `rdf:RDF`, whose attributes and children are properties.
  private struct Description {
    let start: Int
    let firstCut: Int
    /// True if a property of the description stays, so that the description does, too.
    var isNeeded = false
  }

  private mutating func find() throws(XMLProblem) {
    try packet.withUnsafeBytes { bytes in
      Result { () throws(XMLProblem) in try find(in: bytes) }
    }.get()
  }

  private mutating func find(in bytes: UnsafeRawBufferPointer) throws(XMLProblem) {
    var reader = XMLReader(bytes)
    var depth = 0
    /// The depth of `rdf:RDF`; nil before it.
    var rdf: Int?
    var description: Description?
    var property: Int?
    /// The index of the current property in ``changes``; nil for one that stays or is removed.
    var number: Int?
    var language: String?
    var text: [UInt8] = []
    while insertion == nil, let event = try reader.next() {
      switch event {
      case .text(let bytes): if language != nil { text += bytes }
      case .begin(let name, let attributes):
        depth += 1
        guard let rdf else {
          if name.isNamed("RDF", in: .rdf) { rdf = depth }
          continue
        }
        if depth == rdf + 1 {
          description = Description(start: reader.start, firstCut: cuts.count)
          if about.isEmpty {
            about = attributes.first { $0.name.isNamed("about", in: .rdf) }?.value ?? []
          }
          description?.isNeeded = cutAttributes(
            attributes.map(\.name), in: reader.start..<reader.place)
        } else if depth == rdf + 2 {
          number = self.number(of: name)
          if note(name) { property = reader.start } else { description?.isNeeded = true }
        } else if number != nil, name.isNamed("li", in: .rdf) {
          let tag = attributes.first { $0.name.isNamed("lang", in: .xml) }?.value
          (language, text) = (tag.map { String(decoding: $0, as: UTF8.self) }, [])
        }
      case .end:
        if depth == rdf { open(at: reader.start, upTo: reader.place) }
        if let number, let spoken = language {
          if spoken.lowercased() != "x-default" {
            translations[number, default: []].append(
              (spoken, String(decoding: text, as: UTF8.self)))
          }
          language = nil
        }
        if let rdf, depth == rdf + 2, let start = property {
          cuts.append(blanksBefore(start)..<reader.place)
          property = nil
        }
        if let rdf, depth == rdf + 1, let done = description {
          if !done.isNeeded, cuts.count > done.firstCut {
            cuts.removeSubrange(done.firstCut...)
            cuts.append(blanksBefore(done.start)..<reader.place)
          }
          description = nil
        }
        depth -= 1
      }
    }
  }

  /// Sets ``insertion`` before the end tag of `rdf:RDF`, which is added if the element is empty.
  private mutating func open(at start: Int, upTo end: Int) {
    guard packet[start + 1] != UInt8(ascii: "/") else {
      insertion = blanksBefore(start)
      return
    }
    let name = packet[(start + 1)...].prefix { $0 > 0x20 && $0 != UInt8(ascii: "/") }
    cuts.append(end - 2..<end)
    insertion = end
    ends = (">", "</\(String(decoding: name, as: UTF8.self))>")
  }

  /// Returns true if a property is replaced or removed, and notes which new ones the packet has.
  private mutating func note(_ name: XMLName) -> Bool {
    if let number = number(of: name) {
      found.insert(number)
      return true
    }
    return changes.removes(name)
  }

  /// Returns the index of a property in ``changes``; nil if it gets no value.
  private func number(of name: XMLName) -> Int? {
    changes.properties.firstIndex { name.isNamed($0.name, in: $0.space) }
  }

  /// Cuts the attributes that are changed properties; returns true if another property is left.
  private mutating func cutAttributes(_ names: [XMLName], in tag: Range<Int>) -> Bool {
    var isNeeded = false
    var names = names[...]
    for range in attributes(in: tag) {
      let text = packet[range].drop { $0 <= 0x20 }
      if text.starts(with: "xmlns:".utf8) || text.starts(with: "xmlns=".utf8) { continue }
      guard let name = names.popFirst() else { break }
      if note(name) {
        cuts.append(range)
      } else if !name.isNamed("about", in: .rdf) {
        isNeeded = true
      }
    }
    return isNeeded
  }

  /// Returns the byte ranges of a well-formed tag's attributes, each with the blanks before it.
  private func attributes(in tag: Range<Int>) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start = packet[tag].firstIndex { $0 <= 0x20 } ?? tag.upperBound
    while let equals = packet[start..<tag.upperBound].firstIndex(of: UInt8(ascii: "=")),
      let open = packet[equals..<tag.upperBound].firstIndex(where: { $0 == 0x22 || $0 == 0x27 }),
      let close = packet[(open + 1)..<tag.upperBound].firstIndex(of: packet[open])
    {
      ranges.append(start..<close + 1)
      start = close + 1
    }
    return ranges
  }

  private func blanksBefore(_ place: Int) -> Int {
    var start = place
    while start > 0, packet[start - 1] <= 0x20 { start -= 1 }
    return start
  }

  // MARK: - Writing

  private var edited: [UInt8]? {
    guard let insertion else { return nil }
    var edited: [UInt8] = []
    var place = 0
    for cut in cuts where cut.lowerBound >= place {
      edited += packet[place..<cut.lowerBound]
      place = cut.upperBound
    }
    // A description that goes may be the last one.
    edited += packet[place..<max(place, insertion)]
    edited += (ends.0 + block + ends.1).utf8
    return edited + packet[max(place, insertion)...]
  }

  /// The new properties as an `rdf:Description` of their own, with the namespaces that it needs.
  private var block: String {
    let properties = changes.properties.enumerated()
      .filter { !$0.element.isReplacement || found.contains($0.offset) }
    let spaces = [XMLNamespace.rdf] + properties.map(\.element.space).removingRepeated()
    var text = "\n  <rdf:Description rdf:about=\""
    text += XMLText.escaped(String(decoding: about, as: UTF8.self)) + "\""
    for space in spaces { text += "\n    xmlns:\(space.prefix)=\"\(space.rawValue)\"" }
    text += ">"
    for (number, property) in properties {
      text += property.element(besides: translations[number] ?? [])
    }
    return text + "\n  </rdf:Description>"
  }
}

extension [XMLNamespace] {
  fileprivate func removingRepeated() -> [XMLNamespace] {
    var seen: Set<XMLNamespace> = []
    return filter { seen.insert($0).inserted }
  }
}

extension XMPChanges.Property {
  /// Returns the property as XML; `translations` are its texts in other languages.
  fileprivate func element(besides translations: [(language: String, text: String)]) -> String {
    let name = "\(space.prefix):\(name)"
    let content =
      switch value {
      case .text(let text): XMLText.escaped(text)
      case .translated(let text):
        "\n    <rdf:Alt>\n     <rdf:li xml:lang=\"x-default\">\(XMLText.escaped(text))</rdf:li>"
          + translations.map {
            "\n     <rdf:li xml:lang=\"\(XMLText.escaped($0.language))\">"
              + "\(XMLText.escaped($0.text))</rdf:li>"
          }.joined() + "\n    </rdf:Alt>\n   "
      case .list(let texts): Self.list(texts, "rdf:Bag")
      case .sequence(let texts): Self.list(texts, "rdf:Seq")
      }
    return "\n   <\(name)>\(content)</\(name)>"
  }

  private static func list(_ texts: [String], _ kind: String) -> String {
    let items = texts.map { "\n     <rdf:li>\(XMLText.escaped($0))</rdf:li>" }
    return "\n    <\(kind)>\(items.joined())\n    </\(kind)>\n   "
  }
}
