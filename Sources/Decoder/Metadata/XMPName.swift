/// A name in a packet, and what it is called in JSON.
struct XMPName {
  let namespace: String
  let local: String
  let key: String

  func isRDF(_ name: String) -> Bool { local == name && namespace == XMPNames.rdf }
  var isLanguage: Bool { local == "lang" && namespace == XMPNames.xml }
  /// RDF's own attributes and `xml:lang` say how a property is to be read; they are no properties.
  var isSyntax: Bool { namespace == XMPNames.rdf || namespace == XMPNames.xml }
}
