// The compiler numbers the cases only of enums without payloads, and a list of all fields beside
// their declaration could lack one. So the numbers are those of the byte that represents a field:
// first the payload's, then those of the other cases in order, then nil's (Swift's
// docs/ABI/TypeLayout.rst, "Single-Payload Enums").

extension Field: CaseIterable, Hashable {
  @inlinable @inline(__always) package var byte: UInt8 { unsafeBitCast(self, to: UInt8.self) }

  /// The number of the fields that every rule has: `nil` takes the byte after the last one.
  @inlinable @inline(__always) package static var count: UInt8 {
    unsafeBitCast(Field?.none, to: UInt8.self) - AddedPlace.count
  }

  /// The index of the field: first those that every rule has, in order, then added ones.
  @inlinable @inline(__always) package var number: UInt8 {
    byte < AddedPlace.count ? byte + Field.count : byte - AddedPlace.count
  }

  /// Makes the field of a number; nil when no field has it.
  @inlinable @inline(__always) package init?(number: UInt8) {
    guard number < Field.count + AddedPlace.count else { return nil }
    self = unsafeBitCast(
      number < Field.count ? number + AddedPlace.count : number - Field.count, to: Field.self)
  }

  /// The fields that every rule has.
  public static let allCases: [Field] = (0..<count).compactMap(Field.init(number:))

  @inlinable @inline(__always) public static func == (left: Field, right: Field) -> Bool {
    left.byte == right.byte
  }

  @inlinable public func hash(into hasher: inout Hasher) { hasher.combine(byte) }
}

/// The place of an added field among those of its rule.
public enum AddedPlace: UInt8, CaseIterable, Sendable {
  case at0, at1, at2, at3, at4, at5, at6, at7, at8, at9
  case at10, at11, at12, at13, at14, at15, at16, at17, at18, at19
  case at20, at21, at22, at23, at24, at25, at26, at27, at28, at29
  case at30, at31, at32, at33, at34, at35, at36, at37, at38, at39

  /// The number of fields that can be added, with objects and their members.
  @inlinable package static var count: UInt8 { AddedPlace.at39.rawValue + 1 }
}

extension Field {
  /// The number of fields that a rule's stages may add, not counting objects and their members.
  public static let mostAdded = 32

  /// The number of fields that can be added, with objects and their members.
  package static let addedPlaces = Int(AddedPlace.count)

  /// The index of an added field among those of its rule; nil for a field that every rule has.
  package var addedPlace: Int? {
    if case .added(let place) = self { Int(place.rawValue) } else { nil }
  }

  /// Creates an added field from its index, which is below ``addedPlaces``.
  package init(addedAt place: Int) {
    guard let place = UInt8(exactly: place).flatMap(AddedPlace.init(rawValue:)) else {
      preconditionFailure("a rule adds at most \(Field.mostAdded) fields")
    }
    self = .added(place)
  }
}
