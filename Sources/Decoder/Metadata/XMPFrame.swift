/// An element of a packet while it is open.
struct XMPFrame {
  enum Kind {
    /// Around the RDF, or something in it that says nothing.
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
  /// What a child element said that the value is.
  var value: XMPValue?
  var structure = XMPStructure()
  var items: [(language: String?, value: XMPValue)] = []

  init(_ kind: Kind) {
    self.kind = kind
  }

  /// What the element means, once it ended.
  var finished: XMPValue {
    switch kind {
    case .list: return .list(items.map(\.value))
    case .alternatives: return alternatives
    default: break
    }
    // A value that is given with qualifiers: the qualifiers are left out.
    if let value = structure["rdf:value"] { return value }
    if let value { return value }
    if kind == .node || !structure.members.isEmpty { return .structure(structure) }
    return .text(String(decoding: text, as: UTF8.self))
  }

  /// One text in several languages, `x-default` first; a list where items have no language.
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
