/// The transfer of one asset's files.
struct TransferRequest {
  let asset: Asset
  let files: TransferFiles
  let kind: FileOperation.Kind
  let stem: [UInt8]
  /// The trash that the folder belongs to; nil for any other folder.
  var trash: FreeDesktopTrash?
  /// Returns the folder that the files go to.
  let folder: () throws -> TargetFolder
  /// Returns the folder for second copies; nil without one.
  var backup: () throws -> TargetFolder? = { nil }
  /// True if nothing follows for the asset that needs the files in place, so that they are copied
  /// with the round.
  var waits = false
}

/// Copies that are carried out together.
struct TransferRound {
  /// The limits: of files, as all are open, and of bytes, as a kill leaves them undone.
  private static let limits = (files: 32, bytes: Int64(64 << 20))

  private(set) var copies: [(request: TransferRequest, item: TransferItem)] = []
  /// The number of files to write, and their size in bytes.
  private(set) var fileCount = 0
  private var byteCount: Int64 = 0

  var isFull: Bool { fileCount >= Self.limits.files || byteCount >= Self.limits.bytes }

  mutating func add(_ request: TransferRequest, _ item: TransferItem) {
    copies.append((request, item))
    fileCount += item.missing.count
    byteCount += item.byteCount
  }
}

/// A round whose files are written, and are read back.
struct WrittenRound {
  let round: TransferRound
  let work: TransferWork
  let begun: TransferWork.Begun
}
