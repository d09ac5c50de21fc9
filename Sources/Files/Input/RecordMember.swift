/// One member of a record: where its key and value lie in the chunk, and what they are.
struct RecordMember {
  enum Kind: UInt8 {
    case text, escapedText, integer, number, yes, no, null, object, list
  }

  let keyStart: UInt32
  let keyCount: UInt32
  /// The value without the quotes of a text, with the brackets of an object or a list.
  let start: UInt32
  let count: UInt32
  let kind: Kind
}
