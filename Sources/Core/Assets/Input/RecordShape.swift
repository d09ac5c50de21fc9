/// The names of a record's members, in order; most records of one run have the same ones.
package final class RecordShape {
  /// The index of each field's member in the record, or 255; unmanaged memory, as it is read for
  /// each value.
  package let places: UnsafeBufferPointer<UInt8>
  /// The indices of members that hold a field's text in base64, because it is not UTF-8.
  package let bytesPlaces: [Field: UInt8]
  /// True if ``bytesPlaces`` is not empty; stored, as it is read for each value.
  package let hasBytes: Bool
  /// The index of the member `v` with the version, or ``absent``.
  package let versionPlace: UInt8
  /// The index of the member `kind`, or ``absent``.
  package let kindPlace: UInt8
  /// The index of the member `error`, in which a program reports an error, or ``absent``.
  package let errorPlace: UInt8

  /// True if the path is the only field that the record has.
  package let isPathAlone: Bool

  /// The index that represents a missing member.
  package static let absent: UInt8 = 255

  package init(keys: [String], fields: FieldTable) {
    let places = UnsafeMutableBufferPointer<UInt8>.allocate(
      capacity: Field.allCases.count + Field.addedPlaces)
    places.initialize(repeating: Self.absent)
    var bytesPlaces: [Field: UInt8] = [:]
    var versionPlace = Self.absent
    var kindPlace = Self.absent
    var errorPlace = Self.absent
    for (place, key) in keys.enumerated() where place < Int(Self.absent) {
      // The first of two members with one name counts, also when records are rewritten.
      if let field = fields.field(named: key), fields.memberName(of: field) == nil,
        places[Int(field.number)] == Self.absent
      {
        for field in [field] + fields.members(of: field) {
          places[Int(field.number)] = UInt8(place)
        }
      }
      if key.hasSuffix("Bytes"), let field = Field.withBytes.first(where: { $0.bytesName == key }),
        bytesPlaces[field] == nil
      {
        bytesPlaces[field] = UInt8(place)
      }
      if key == "v", versionPlace == Self.absent { versionPlace = UInt8(place) }
      if key == "kind", kindPlace == Self.absent { kindPlace = UInt8(place) }
      if key == "error", errorPlace == Self.absent { errorPlace = UInt8(place) }
    }
    let known = Field.allCases.filter {
      places[Int($0.number)] != Self.absent || bytesPlaces[$0] != nil
    }
    isPathAlone = known == [.path]
    self.places = UnsafeBufferPointer(places)
    self.bytesPlaces = bytesPlaces
    hasBytes = !bytesPlaces.isEmpty
    self.versionPlace = versionPlace
    self.kindPlace = kindPlace
    self.errorPlace = errorPlace
  }

  package var hasVersion: Bool { versionPlace != Self.absent }
  package var hasKind: Bool { kindPlace != Self.absent }

  deinit {
    places.deallocate()
  }
}
