internal import Media

/// The facts that a run read and has not yet written to the catalogue.
struct PendingCatalogueEntries {
  private var notes: [Note] = []
  private var payloads: [UInt8] = []

  private struct Note {
    let key: CatalogueKey
    let readerVersion: UInt8
    let digests: CatalogueEntry.FixedValues
    let start: Int
    let end: Int
  }

  /// The number of entries after which they are written in a transaction; they take about 1 MB.
  static let limit = 4096

  var isEmpty: Bool { notes.isEmpty }
  var isFull: Bool { notes.count >= Self.limit }

  mutating func add(packedFacts: UnsafeRawBufferPointer, of key: CatalogueKey) {
    add(packedFacts, readerVersion: HeaderReader.version, digests: [], key)
  }

  mutating func add(
    packedFacts: UnsafeRawBufferPointer, description: [UInt8], of key: CatalogueKey
  ) {
    let payload =
      CatalogueEntry.descriptionHead(byteCount: description.count) + packedFacts + description
    payload.withUnsafeBytes {
      add($0, readerVersion: HeaderReader.version, digests: .description, key)
    }
  }

  mutating func add(_ digest: ContentDigest, of key: CatalogueKey) {
    digest.bytes.withUnsafeBytes {
      add($0, as: CatalogueEntry.FixedValues(digest.algorithm), of: key)
    }
  }

  mutating func add(_ bytes: [UInt8], as measure: PictureMeasure, of key: CatalogueKey) {
    bytes.withUnsafeBytes { add($0, as: CatalogueEntry.FixedValues(measure), of: key) }
  }

  mutating func add(
    _ bytes: UnsafeRawBufferPointer, as value: CatalogueEntry.FixedValues, of key: CatalogueKey
  ) {
    add(bytes, readerVersion: 0, digests: value, key)
  }

  private mutating func add(
    _ payload: UnsafeRawBufferPointer, readerVersion: UInt8, digests: CatalogueEntry.FixedValues,
    _ key: CatalogueKey
  ) {
    let start = payloads.count
    payloads.append(contentsOf: payload)
    notes.append(
      Note(
        key: key, readerVersion: readerVersion, digests: digests, start: start,
        end: payloads.count))
  }

  /// Calls `body` for each page with new entries, ordered by page, inode and time of addition.
  func forEachPage(
    _ body: (CataloguePage.Place, [CatalogueEntry]) throws -> Void
  ) rethrows {
    let order = notes.indices.map { Position(notes[$0].key, $0) }.sorted()
    var entries: [CatalogueEntry] = []
    try payloads.withUnsafeBytes { payloads in
      var next = 0
      while next < order.count {
        let place = order[next].place
        entries.removeAll(keepingCapacity: true)
        while next < order.count, order[next].place == place {
          let note = notes[order[next].index]
          entries.append(
            CatalogueEntry(
              key: note.key, readerVersion: note.readerVersion, digests: note.digests,
              payload: UnsafeRawBufferPointer(rebasing: payloads[note.start..<note.end])))
          next += 1
        }
        try body(place, entries)
      }
    }
  }

  private struct Position: Comparable {
    private let device: UInt64
    private let inode: UInt64
    let index: Int

    init(_ key: CatalogueKey, _ index: Int) {
      (device, inode, self.index) = (key.device, key.inode, index)
    }

    var place: CataloguePage.Place { CataloguePage.Place(device: device, inode: inode) }

    static func < (left: Position, right: Position) -> Bool {
      if left.device != right.device { return left.device < right.device }
      return left.inode != right.inode ? left.inode < right.inode : left.index < right.index
    }
  }
}
