internal import Media

/// What a run learned of files and has not yet put into the catalogue.
struct CatalogueNotes {
  private var notes: [Note] = []
  private var payloads: [UInt8] = []

  private struct Note {
    let key: CatalogueKey
    let readerVersion: UInt8
    let digests: CatalogueEntry.Digests
    let start: Int
    let end: Int
  }

  /// So many notes make it worth to begin a transaction; they take about 3 MB.
  static let limit = 16_384

  var isEmpty: Bool { notes.isEmpty }
  var isFull: Bool { notes.count >= Self.limit }

  mutating func add(packedFacts: UnsafeRawBufferPointer, of key: CatalogueKey) {
    add(packedFacts, readerVersion: HeaderReader.version, digests: [], key)
  }

  mutating func add(_ digest: ContentDigest, of key: CatalogueKey) {
    digest.bytes.withUnsafeBytes {
      add($0, as: CatalogueEntry.Digests(digest.algorithm), of: key)
    }
  }

  mutating func add(_ bytes: [UInt8], as measure: PictureMeasure, of key: CatalogueKey) {
    bytes.withUnsafeBytes { add($0, as: CatalogueEntry.Digests(measure), of: key) }
  }

  mutating func add(
    _ bytes: UnsafeRawBufferPointer, as value: CatalogueEntry.Digests, of key: CatalogueKey
  ) {
    add(bytes, readerVersion: 0, digests: value, key)
  }

  private mutating func add(
    _ payload: UnsafeRawBufferPointer, readerVersion: UInt8, digests: CatalogueEntry.Digests,
    _ key: CatalogueKey
  ) {
    let start = payloads.count
    payloads.append(contentsOf: payload)
    notes.append(
      Note(
        key: key, readerVersion: readerVersion, digests: digests, start: start,
        end: payloads.count))
  }

  /// Calls `body` for each page that something was learned for, in the order of the pages; entries
  /// come in the order in which they were noted.
  func forEachPage(
    _ body: (CataloguePage.Place, [CatalogueEntry]) throws -> Void
  ) rethrows {
    let order = notes.indices.sorted { left, right in
      let (one, other) = (notes[left].key, notes[right].key)
      if one.device != other.device { return one.device < other.device }
      let (range, otherRange) = (
        one.inode >> CataloguePage.rangeBits, other.inode >> CataloguePage.rangeBits
      )
      return range != otherRange ? range < otherRange : left < right
    }
    try payloads.withUnsafeBytes { payloads in
      var next = 0
      while next < order.count {
        let place = CataloguePage.Place(notes[order[next]].key)
        var entries: [CatalogueEntry] = []
        while next < order.count, CataloguePage.Place(notes[order[next]].key) == place {
          let note = notes[order[next]]
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
}
