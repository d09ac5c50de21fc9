internal import JSON

/// One member of a record: where its key and value lie in the chunk, and what they are.
struct RecordMember {
  let keyStart: UInt32
  let keyCount: UInt32
  /// The value without the quotes of a text, with the brackets of an object or a list.
  let start: UInt32
  let count: UInt32
  let kind: JSONKind
}
