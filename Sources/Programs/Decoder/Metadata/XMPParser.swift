internal import Media
internal import Platform

/// Parses the RDF of an XMP packet (XMP part 1, section 7): properties as attributes and as
/// elements, lists, structures, languages.
struct XMPParser {
  /// The properties of all top-level descriptions.
  private(set) var properties = XMPStructure()
  private var frames: [XMPFrame] = []

  /// The maximum depth of nesting; XMP's own examples use ten levels.
  private static let deepest = 64

  /// Parses a packet; returns its first problem, if any, after keeping the properties before it.
  mutating func read(_ packet: [UInt8]) -> String? {
    // Some programs write NULs behind the packet, which are not XML.
    var packet = packet[...]
    while packet.last == 0 { packet.removeLast() }
    frames = [XMPFrame(kind: .outside)]
    let text = packet.withUnsafeBytes { XMPText.utf8($0) } ?? Array(packet)
    return text.withUnsafeBytes { bytes in
      do throws(XMLProblem) {
        try read(bytes)
        return nil
      } catch {
        return switch error {
        case .malformed: "the XMP is not well-formed XML"
        case .documentType: "the XMP has a document type, which is not read"
        case .tooComplex: "the XMP is nested too deeply or has too many elements"
        }
      }
    }
  }

  private mutating func read(_ bytes: UnsafeRawBufferPointer) throws(XMLProblem) {
    var reader = XMLReader(bytes, isStrict: true)
    while let event = try reader.next() {
      switch event {
      case .begin(let name, let attributes):
        guard frames.count < Self.deepest else { throw .tooComplex }
        begin(
          XMPName(name),
          attributes.map { (XMPName($0.name), String(decoding: $0.value, as: UTF8.self)) })
      case .text(let text):
        let top = frames.count - 1
        if top >= 0, frames[top].kind == .property { frames[top].text += text }
      case .end: end()
      }
    }
  }

  private mutating func begin(_ name: XMPName, _ attributes: [(XMPName, String)]) {
    switch frames[frames.count - 1].kind {
    case .outside: frames.append(XMPFrame(kind: name.isRDF("RDF") ? .descriptions : .outside))
    case .descriptions:
      for (name, value) in node(attributes).structure.members { properties.add(name, value) }
      frames.append(XMPFrame(kind: .node))
    case .node: frames.append(property(name, attributes))
    case .property:
      if let kind = listKind(name) {
        frames.append(XMPFrame(kind: kind))
      } else {
        frames.append(node(attributes))
      }
    case .list, .alternatives:
      frames.append(property(name, attributes))
    }
  }

  private func listKind(_ name: XMPName) -> XMPFrame.Kind? {
    if name.isRDF("Bag") || name.isRDF("Seq") { return .list }
    return name.isRDF("Alt") ? .alternatives : nil
  }

  private func node(_ attributes: [(XMPName, String)]) -> XMPFrame {
    var frame = XMPFrame(kind: .node)
    for (name, value) in attributes where !name.isSyntax || name.isRDF("value") {
      frame.structure.add(name.key, .text(value))
    }
    return frame
  }

  private func property(_ name: XMPName, _ attributes: [(XMPName, String)]) -> XMPFrame {
    let isResource = attributes.contains { $0.0.isRDF("parseType") && $0.1 == "Resource" }
    var frame = node(attributes)
    if !isResource { frame.kind = .property }
    frame.key = name.key
    frame.language = attributes.first { $0.0.isLanguage }?.1
    if let resource = attributes.first(where: { $0.0.isRDF("resource") })?.1 {
      frame.value = .text(resource)
    }
    return frame
  }

  private mutating func end() {
    guard let frame = frames.popLast(), let above = frames.indices.last else { return }
    switch frames[above].kind {
    case .outside, .descriptions: break
    case .node:
      // Added at once, so that the property survives a truncated packet.
      if frames.indices.contains(above - 1), frames[above - 1].kind == .descriptions {
        properties.add(frame.key, frame.finished)
      } else {
        frames[above].structure.add(frame.key, frame.finished)
      }
    case .property: frames[above].value = frame.finished
    case .list, .alternatives: frames[above].items.append((frame.language, frame.finished))
    }
  }
}

/// An open element of a packet.
struct XMPFrame {
  enum Kind {
    /// An element around the RDF, or an unknown one beside it.
    case outside
    /// `rdf:RDF`, whose children are descriptions.
    case descriptions
    /// A description or another resource, whose children are properties.
    case node
    /// A property or an item of a list, whose content is a text, a list or a resource.
    case property
    /// `rdf:Bag` or `rdf:Seq`.
    case list
    /// `rdf:Alt`.
    case alternatives
  }

  var kind: Kind
  var key = ""
  var language: String?
  var text: [UInt8] = []
  /// The value that a child element has; nil without one.
  var value: XMPValue?
  var structure = XMPStructure()
  var items: [(language: String?, value: XMPValue)] = []

  /// The value of the element, once all of it was read.
  var finished: XMPValue {
    switch kind {
    case .list: return .list(items.map(\.value))
    case .alternatives: return alternatives
    default: break
    }
    // A value with qualifiers, which are left out.
    if let value = structure["rdf:value"] { return value }
    if let value { return value }
    if kind == .node || !structure.members.isEmpty { return .structure(structure) }
    return .text(String(decoding: text, as: UTF8.self))
  }

  /// One text in several languages, `x-default` first; a list if the items have no language.
  private var alternatives: XMPValue {
    var texts: [(language: String, text: String)] = []
    for (language, value) in items {
      guard let language, case .text(let text) = value else { return .list(items.map(\.value)) }
      texts.append((language, text))
    }
    if let standard = texts.firstIndex(where: { $0.language == "x-default" }) {
      texts.insert(texts.remove(at: standard), at: 0)
    }
    return .languages(texts)
  }
}

/// Named values in order; of two with the same name the first is kept.
struct XMPStructure {
  private(set) var members: [(name: String, value: XMPValue)] = []
  private var names: Set<String> = []

  mutating func add(_ name: String, _ value: XMPValue) {
    if names.insert(name).inserted { members.append((name, value)) }
  }

  subscript(name: String) -> XMPValue? {
    guard names.contains(name) else { return nil }
    return members.first { $0.name == name }?.value
  }
}

/// A value of XMP's data model (XMP part 1, section 6.3).
enum XMPValue {
  case text(String)
  case list([XMPValue])
  case structure(XMPStructure)
  /// One text in several languages; the first is the one to show by default.
  case languages([(language: String, text: String)])
}
