package import JSON

/// One member of a record: where its key and value lie in the chunk, and what they are.
package struct RecordMember {
  package let keyStart: UInt32
  package let keyCount: UInt32
  /// The value without the quotes of a text, with the brackets of an object or a list.
  package let start: UInt32
  package let count: UInt32
  package let kind: JSONKind
}
