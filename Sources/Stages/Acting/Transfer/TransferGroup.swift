internal import Platform

/// Assets of one folder that have one stem, such as a RAW picture and its JPEG, and the place and the
/// stem that they get: all of them get one number.
struct TransferGroup: Hashable {
  private let folder: [UInt8]
  private let stem: EquivalentName
  private let target: [UInt8]
  private let newStem: EquivalentName

  /// Creates the group of an asset's files; nil for a picture that was made.
  init?(_ files: TransferFiles, in target: TargetFolder, as newStem: [UInt8]) {
    guard let main = files.files.first, !main.isMade else { return nil }
    folder = main.from.folderPath
    stem = files.presentStem.withUnsafeBytes { EquivalentName(FilenameStem.sharedByPair($0)) }
    self.target = target.path
    self.newStem = EquivalentName(newStem)
  }
}
