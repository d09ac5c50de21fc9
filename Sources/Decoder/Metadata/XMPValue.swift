/// A value of XMP's data model (XMP part 1, section 6.3).
enum XMPValue {
  case text(String)
  case list([XMPValue])
  case structure(XMPStructure)
  /// One text in several languages; the first is the one to show where none is asked for.
  case languages([(language: String, text: String)])
}
