/// The fields of a picture that name the kept one that it looks like.
struct SimilarFields: Sendable {
  static let identifierField = AddedField.text(
    "similarTo", "the localIdentifier of the picture that looks like it and is kept")
  static let pathField = AddedField.text(
    "similarToPath", "the path of the picture that looks like it and is kept")
  static let distanceField = AddedField.integer(
    "similarDistance",
    "how many of 64 bits differ from the picture that is kept: 0 for the same look"
  )
  static let groupField = AddedField.integer(
    "similarGroup", "the number, from 1, of the group of pictures that look alike")
  static let fields = [identifierField, pathField, distanceField, groupField]

  private let identifier: Field
  private let path: Field
  private let distance: Field
  private let group: Field

  /// Adds the fields for later stages; if that fails, adds a problem and returns nil.
  init?(_ arguments: inout StageArguments) {
    let added = Self.fields.map { arguments.add($0) }
    guard let identifier = added[0], let path = added[1], let distance = added[2],
      let group = added[3]
    else { return nil }
    (self.identifier, self.path, self.distance, self.group) = (identifier, path, distance, group)
  }

  func mark(_ asset: Asset, like original: OriginalName, at distance: Int) {
    let findings = asset.findingsForWriting()
    findings.set(.string(original.identifier), of: identifier)
    if let place = original.path { findings.set(.string(place), of: path) }
    findings.set(.integer(Int64(distance)), of: self.distance)
  }

  func mark(_ asset: Asset, group number: Int) {
    asset.findingsForWriting().set(.integer(Int64(number)), of: group)
  }
}
