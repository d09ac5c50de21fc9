/// The identifiers that PhotoKit forms of a row's UUID.
enum PhotosIdentifier {
  static let assetSuffix: StaticString = "/L0/001"
  static let albumSuffix = "/L0/040"
  static let folderSuffix = "/L0/020"

  /// The UUID in an identifier; nil when the identifier is of another form.
  static func uuid(_ identifier: String, suffix: String) -> String? {
    guard identifier.utf8.count > suffix.utf8.count, identifier.hasSuffix(suffix) else {
      return nil
    }
    return String(identifier.dropLast(suffix.count))
  }
}
