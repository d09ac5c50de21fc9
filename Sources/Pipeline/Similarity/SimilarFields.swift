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
  /// The field for the number of the group; nil if groups are not shown.
  private let group: Field?

  /// Adds the fields for later stages; if that fails, adds a problem and returns nil.
  init?(_ arguments: inout StageArguments, ofGroups: Bool) {
    let added = (ofGroups ? Self.fields : Self.fields.dropLast()).map { arguments.add($0) }
    guard let identifier = added[0], let path = added[1], let distance = added[2] else {
      return nil
    }
    (self.identifier, self.path, self.distance) = (identifier, path, distance)
    group = ofGroups ? added[3] : nil
  }

  func mark(_ asset: Asset, like original: OriginalName, at distance: Int) {
    let findings = asset.findingsForWriting()
    findings.set(.string(original.identifier), of: identifier)
    if let place = original.path { findings.set(.string(place), of: path) }
    findings.set(.integer(Int64(distance)), of: self.distance)
  }

  func mark(_ asset: Asset, group number: Int) {
    guard let group else { return }
    asset.findingsForWriting().set(.integer(Int64(number)), of: group)
  }
}
