struct CataloguePageBuilder {
  private let place: CataloguePage.Place
  private var bytes: [UInt8]
  private(set) var count = 0

  init(_ place: CataloguePage.Place) {
    self.place = place
    bytes = Array(repeating: 0, count: CataloguePage.headerSize)
    bytes.reserveCapacity(8192)
  }

  /// Builds the page of `old` and the `fresh` entries, which are in the order of their inodes and,
  /// for one file, of their addition.
  init(_ old: CataloguePage, adding fresh: [CatalogueEntry]) {
    self.init(old.place)
    old.withEntries { entries in
      var (learned, known) = (fresh[...], entries[...])
      while true {
        let inode: UInt64
        switch (learned.first, known.first) {
        case (let one?, let other?): inode = min(one.key.inode, other.key.inode)
        case (let one?, nil), (nil, let one?): inode = one.key.inode
        case (nil, nil): return
        }
        let news = learned.prefix { $0.key.inode == inode }
        let olds = known.prefix { $0.key.inode == inode }
        learned = learned.dropFirst(news.count)
        known = known.dropFirst(olds.count)
        if news.count + olds.count == 1, let entry = news.first ?? olds.first {
          append(entry)
        } else {
          append(news.reversed() + olds)
        }
      }
    }
  }

  /// Combines the entries of files that share an inode, given newest first, and appends them.
  private mutating func append(_ group: [CatalogueEntry]) {
    guard let newest = group.first else { return }
    // Entries of another file with the same inode can't hold any more.
    var names = group.filter { $0.key.isSameFile(as: newest.key) }
    while let entry = names.first {
      append(names.filter { $0.key == entry.key }, of: entry.key)
      names.removeAll { $0.key == entry.key }
    }
  }

  /// Appends one entry that combines the given ones; the first value of a fact counts.
  private mutating func append(_ known: [CatalogueEntry], of key: CatalogueKey) {
    let digests = known.reduce(into: CatalogueEntry.FixedValues()) { $0.formUnion($1.digests) }
    let facts = known.first { $0.readerVersion > 0 }
    let typed = known.first { $0.digests.contains(.description) }
    let length =
      digests.byteCount + (facts?.packedFacts.count ?? 0) + (typed?.packedDescription.count ?? 0)
    guard appendHeader(of: key, facts?.readerVersion ?? 0, digests, payload: length) else { return }
    for (digest, _) in CatalogueEntry.FixedValues.all {
      for entry in known {
        guard let digest = entry.bytes(of: digest) else { continue }
        bytes.append(contentsOf: digest)
        break
      }
    }
    if let facts { bytes.append(contentsOf: facts.packedFacts) }
    if let typed { bytes.append(contentsOf: typed.packedDescription) }
  }

  private mutating func append(_ entry: CatalogueEntry) {
    guard
      appendHeader(
        of: entry.key, entry.readerVersion, entry.digests, payload: entry.payload.count)
    else { return }
    bytes.append(contentsOf: entry.payload)
  }

  /// Appends an entry's header; false if the page is full or the entry exceeds 65,535 bytes.
  private mutating func appendHeader(
    of key: CatalogueKey, _ readerVersion: UInt8, _ digests: CatalogueEntry.FixedValues,
    payload: Int
  ) -> Bool {
    guard count < CataloguePage.entryLimit,
      let length = UInt16(exactly: CataloguePage.entryHeaderSize + payload)
    else { return false }
    append(length)
    bytes.append(readerVersion)
    bytes.append(digests.rawValue)
    append(key.name)
    append(key.inode)
    append(key.size)
    append(key.modified)
    append(key.changed)
    count += 1
    return true
  }

  consuming func finish() -> [UInt8] {
    bytes[0] = CataloguePage.version
    let count = UInt32(truncatingIfNeeded: count).littleEndian
    bytes.withUnsafeMutableBytes { bytes in
      bytes.storeBytes(of: count, toByteOffset: 4, as: UInt32.self)
      let sum = CataloguePage.checksum(UnsafeRawBufferPointer(bytes), at: place)
      bytes.storeBytes(of: sum.littleEndian, toByteOffset: 8, as: UInt64.self)
    }
    return bytes
  }

  private mutating func append(_ value: some FixedWidthInteger & BitwiseCopyable) {
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }
}
