/// The members that a record has, in order; records of one run mostly share one.
final class RecordShape {
  /// For each field the place of its member, or 255.
  let places: [UInt8]
  /// The places of members that carry a field's text in base64, as it is no UTF-8.
  let bytesPlaces: [Field: UInt8]
  /// Whether ``bytesPlaces`` has any; asked for each value.
  let hasBytes: Bool
  let hasVersion: Bool
  let hasKind: Bool
  let kindPlace: UInt8

  static let absent: UInt8 = 255

  init(keys: [String]) {
    var places = [UInt8](repeating: Self.absent, count: Field.allCases.count)
    var bytesPlaces: [Field: UInt8] = [:]
    var kindPlace = Self.absent
    for (place, key) in keys.enumerated() where place < Int(Self.absent) {
      // The first of two members with one name counts, as it does for the rewriting of records.
      if let field = Field(name: key), places[Int(field.rawValue)] == Self.absent {
        places[Int(field.rawValue)] = UInt8(place)
      }
      if key.hasSuffix("Bytes"), let field = Field.withBytes.first(where: { $0.bytesName == key }),
        bytesPlaces[field] == nil
      {
        bytesPlaces[field] = UInt8(place)
      }
      if key == "kind", kindPlace == Self.absent { kindPlace = UInt8(place) }
    }
    self.places = places
    self.bytesPlaces = bytesPlaces
    hasBytes = !bytesPlaces.isEmpty
    self.kindPlace = kindPlace
    hasVersion = keys.contains("v")
    hasKind = kindPlace != Self.absent
  }
}
