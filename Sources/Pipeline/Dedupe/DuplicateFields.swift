/// The fields of a duplicate that name the kept asset with the same bytes.
struct DuplicateFields: Sendable {
  static let identifierField = AddedField.text(
    "duplicateOf", "the localIdentifier of the asset with the same bytes that is kept")
  static let pathField = AddedField.text(
    "duplicateOfPath", "the path of the asset with the same bytes that is kept")
  static let groupField = AddedField.integer(
    "duplicateGroup", "the number, from 1, of the group of assets with the same bytes")
  static let reasonField = AddedField.text(
    "duplicateReason", "what decided for the asset that is kept: one of the words in the guide")
  static let fields = [identifierField, pathField, groupField, reasonField]

  private let identifier: Field
  private let path: Field
  /// The field for the number of the group; nil if groups are not shown.
  private let group: Field?
  /// The field for the reason why the other asset is kept; nil if groups are not shown.
  private let reason: Field?

  /// Adds the fields for later stages; if that fails, adds a problem and returns nil.
  init?(_ arguments: inout StageArguments, ofGroups: Bool) {
    let fields =
      [Self.identifierField, Self.pathField]
      + (ofGroups ? [Self.groupField, Self.reasonField] : [])
    let added = fields.map { arguments.add($0) }
    guard let identifier = added[0], let path = added[1] else { return nil }
    self.identifier = identifier
    self.path = path
    group = ofGroups ? added[2] : nil
    reason = ofGroups ? added[3] : nil
  }

  func mark(_ asset: Asset, as original: OriginalName) {
    let findings = asset.findingsForWriting()
    findings.set(.string(original.identifier), of: identifier)
    if let place = original.path { findings.set(.string(place), of: path) }
  }

  /// Returns the path of the asset that is kept for a marked one, else its identifier; nil for an
  /// asset that is kept itself.
  func original(of asset: Asset) -> String? {
    [path, identifier].map { asset.string(of: $0) }.first { !$0.isEmpty }
  }

  func mark(_ asset: Asset, group number: Int) {
    guard let group else { return }
    asset.findingsForWriting().set(.integer(Int64(number)), of: group)
  }

  func mark(_ asset: Asset, because decisive: DuplicateReason) {
    guard let reason else { return }
    asset.findingsForWriting().set(.string(decisive.rawValue), of: reason)
  }
}
