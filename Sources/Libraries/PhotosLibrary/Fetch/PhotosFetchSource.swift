/// The assets of one fetch of a Photos library, whose rows are read on access.
final class PhotosFetchSource: FetchSource {
  private let snapshot: PhotosSnapshot
  private let number: Int
  private let blocks: FetchedRows<PhotosRows>

  /// - Parameter number: the number of this result, unique among the results with rows in `blocks`.
  init(
    _ snapshot: PhotosSnapshot, _ fetch: AssetFetch, number: Int,
    rows blocks: FetchedRows<PhotosRows>
  ) throws {
    self.snapshot = snapshot
    self.number = number
    self.blocks = blocks
    var asked = fetch
    asked.predicate = .conjunction([fetch.membership, fetch.predicate])
    try snapshot.begin(number, fetch, asked.selection(of: snapshot.library))
  }

  deinit {
    snapshot.forget(number)
  }

  var isCurrent: Bool { snapshot.holds(number) }

  func locateMore() throws -> Bool {
    let known = try snapshot.locate(0, of: number) { $0.rows.count }
    return try snapshot.locate(known + PhotosRowList.step, of: number) { !$0.isComplete }
  }

  var knownCount: Int? {
    (try? snapshot.locate(0, of: number) { $0.knownCount }) ?? nil
  }

  func count() throws -> Int { try snapshot.locate(0, of: number) { try $0.count() } }

  var failures: [AssetFailure] {
    (try? snapshot.locate(0, of: number) { $0.failures }) ?? []
  }

  func assets(_ range: Range<Int>) throws -> [Asset] {
    // Photos may have replaced pictures without a change of its database.
    snapshot.library.files.forgetChangedNames()
    guard snapshot.isCurrent else { throw FetchProblem.changed }
    return try blocks.assets(range, of: number) { places in
      try snapshot.rows(
        snapshot.locate(places.upperBound, of: number) { list in
          list.rows[places.clamped(to: list.rows.indices)]
        })
    }
  }

  func looked(at range: Range<Int>) throws -> [Asset] {
    let rows = try snapshot.rows(
      snapshot.locate(range.upperBound, of: number) { list in
        list.rows[range.clamped(to: list.rows.indices)]
      })
    return (0..<rows.count).map { PhotosAsset(rows, $0) }
  }

  func index(of localIdentifier: [UInt8]) throws -> Int? {
    let identifier = String(decoding: localIdentifier, as: UTF8.self)
    let suffix = "\(PhotosIdentifier.assetSuffix)"
    guard let uuid = PhotosIdentifier.uuid(identifier, suffix: suffix),
      let row = try snapshot.row(ofUUID: uuid)
    else { return nil }
    return try snapshot.locate(.max, of: number) { $0.rows.firstIndex(of: row) }
  }
}
