/// A field's value in 16 bytes that needs neither reading of a file nor allocation.
package struct PlainValue: BitwiseCopyable {
  /// The types of values.
  package enum Kind: UInt8, BitwiseCopyable {
    /// Not known yet; the asset has to read it.
    case unread
    case absent, flag, integer, number
    /// Seconds since 1970, as the bits of a `Double`.
    case date
    case text
  }

  package let kind: Kind
  /// A flag as 0 or 1, a number's bits, or a text's address, valid as long as a ``TextSpan`` is.
  package let bits: UInt64
  /// The number of bytes of a text; 0 for other types.
  package let count: Int

  @inline(__always)
  private init(_ kind: Kind, _ bits: UInt64 = 0, _ count: Int = 0) {
    self.kind = kind
    self.bits = bits
    self.count = count
  }

  package static let unread = PlainValue(.unread)
  package static let absent = PlainValue(.absent)

  /// The longest text in bytes; longer ones are ``unread``.
  package static let longestText = 63

  @inline(__always) static func flag(_ flag: Bool) -> PlainValue {
    PlainValue(.flag, flag ? 1 : 0)
  }

  @inline(__always) static func integer(_ integer: Int64) -> PlainValue {
    PlainValue(.integer, UInt64(bitPattern: integer))
  }

  @inline(__always) static func number(_ number: Double) -> PlainValue {
    PlainValue(.number, number.bitPattern)
  }

  @inline(__always) static func date(_ moment: Instant) -> PlainValue {
    PlainValue(.date, moment.seconds.bitPattern)
  }

  @inline(__always) static func text(_ bytes: UnsafeRawBufferPointer) -> PlainValue {
    bytes.count > longestText
      ? .unread : PlainValue(.text, UInt64(UInt(bitPattern: bytes.baseAddress)), bytes.count)
  }

  /// Returns true if a field can be stored as a ``PlainValue``; false for fields that stages set.
  package static func isPossible(for field: Field) -> Bool {
    guard field.number < Field.localDate.number, !field.isDescriptive else { return false }
    return switch field.type {
    case .flag, .integer, .number, .date, .text: true
    case .texts, .location, .object, .value: false
    }
  }
}
