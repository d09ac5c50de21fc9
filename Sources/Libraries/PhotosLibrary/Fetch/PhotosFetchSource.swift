internal import Platform
internal import Synchronization

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

  var isCurrent: Bool { snapshot.isCurrent }

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
    let size = FetchedRows<PhotosRows>.blockSize
    var assets: [Asset] = []
    // Photos may have replaced pictures without a change of its database.
    snapshot.library.files.forgetChangedNames()
    guard !range.isEmpty else {
      guard snapshot.isCurrent else { throw FetchProblem.changed }
      return []
    }
    for block in range.lowerBound / size...(range.upperBound - 1) / size {
      let rows = try rows(of: block)
      let start = block * size
      let wanted = range.clamped(to: start..<start + rows.count)
      for place in wanted { assets.append(PhotosAsset(rows, place - start)) }
      if rows.count < size { break }
    }
    return assets
  }

  private func rows(of block: Int) throws -> PhotosRows {
    let key = FetchedRows<PhotosRows>.Key(result: number, block: block)
    if let known = blocks.block(key) {
      guard snapshot.isCurrent else { throw FetchProblem.changed }
      return known
    }
    let size = FetchedRows<PhotosRows>.blockSize
    let (start, end) = (block * size, (block + 1) * size)
    let keys = try snapshot.locate(end, of: number) { list in
      let count = list.rows.count
      return list.rows[min(start, count)..<min(end, count)]
    }
    let rows = try snapshot.rows(keys)
    blocks.insert(rows, for: key)
    return rows
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

/// A fetcher for a Photos library, which stays open until its state changes.
final class PhotosFetcher: LibraryFetcher {
  private let settings: FetchSettings
  private let rows: FetchedRows<PhotosRows>
  private let known = Lock<PhotosSnapshot?>(nil)

  init(_ settings: FetchSettings) {
    self.settings = settings
    rows = FetchedRows(bound: settings.bounds.rows)
  }

  func open() throws -> [String] { try snapshot().library.notes }

  var isCurrent: Bool { known.withLock { $0?.isCurrent ?? false } }

  func source(of fetch: AssetFetch, number: Int) throws -> any FetchSource {
    try PhotosFetchSource(snapshot(), fetch, number: number, rows: rows)
  }

  func watch() throws -> () -> Bool {
    let library = try PhotosLibrary(opening: settings.place, for: settings.context)
    let watch = try PhotosLibrary.explain(library.name) { try PhotosChangeDetector(library) }
    return { watch.isUnchanged }
  }

  private func snapshot() throws -> PhotosSnapshot {
    try known.withLock { known in
      if let known, known.isCurrent { return known }
      // Rows of an earlier state are no longer needed.
      rows.removeAll()
      let library = try PhotosLibrary(opening: settings.place, for: settings.context)
      let made = try PhotosSnapshot(library, in: settings.context)
      known = made
      return made
    }
  }

  var heldRows: Int { rows.count * FetchedRows<PhotosRows>.blockSize }
}
