package import CSystem
package import Platform

/// One member of a record: the positions of its key and value in the chunk, and the value's type.
package typealias RecordMember = crecords_member

extension RecordMember {
  @inline(__always)
  init(keyStart: Int, keyCount: Int, start: Int, count: Int, kind: JSONKind) {
    self.init(
      key_start: UInt32(truncatingIfNeeded: keyStart),
      key_count: UInt32(truncatingIfNeeded: keyCount),
      value_start: UInt32(truncatingIfNeeded: start),
      value_count: UInt32(truncatingIfNeeded: count),
      value_kind: kind.rawValue)
  }

  @inline(__always) package var keyStart: UInt32 { key_start }
  @inline(__always) package var keyCount: UInt32 { key_count }
  @inline(__always) package var start: UInt32 { value_start }
  @inline(__always) package var count: UInt32 { value_count }

  @inline(__always) package var kind: JSONKind {
    switch Int(value_kind) {
    case CRECORDS_TEXT: .text
    case CRECORDS_ESCAPED_TEXT: .escapedText
    case CRECORDS_INTEGER: .integer
    case CRECORDS_NUMBER: .number
    case CRECORDS_YES: .yes
    case CRECORDS_NO: .no
    case CRECORDS_OBJECT: .object
    case CRECORDS_LIST: .list
    default: .null
    }
  }
}
