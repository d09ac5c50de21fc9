/// A page in the making.
struct CataloguePageDraft {
  private let place: CataloguePage.Place
  private var bytes: [UInt8]
  private(set) var count = 0

  init(_ place: CataloguePage.Place) {
    self.place = place
    bytes = Array(repeating: 0, count: CataloguePage.headerSize)
    bytes.reserveCapacity(8192)
  }

  /// The page that `old` and what was learned since make up.
  ///
  /// - Parameter fresh: entries of files that belong on the page, in the order in which they were
  ///   learned; a file may come several times.
  init(_ old: CataloguePage, adding fresh: [CatalogueEntry]) {
    self.init(old.place)
    old.withEntries { entries in
      let all = fresh.reversed() + entries
      let order = all.indices.sorted {
        (all[$0].key.inode, $0) < (all[$1].key.inode, $1)
      }
      var rest = order[...]
      while let first = rest.first {
        let inode = all[first].key.inode
        let group = rest.prefix { all[$0].key.inode == inode }
        rest = rest.dropFirst(group.count)
        append(group.map { all[$0] })
      }
    }
  }

  /// Adds what is known of one inode number, the newest first.
  private mutating func append(_ group: [CatalogueEntry]) {
    guard let newest = group.first else { return }
    // What is known of another file of the same number can't hold any more.
    var names = group.filter { $0.key.isSameFile(as: newest.key) }
    while let entry = names.first {
      append(names.filter { $0.key == entry.key }, of: entry.key)
      names.removeAll { $0.key == entry.key }
    }
  }

  /// Adds one entry that says what the given ones do; of two answers the first counts.
  private mutating func append(_ known: [CatalogueEntry], of key: CatalogueKey) {
    let digests = known.reduce(into: CatalogueEntry.Digests()) { $0.formUnion($1.digests) }
    let facts = known.first { $0.readerVersion > 0 }
    let length = CataloguePage.entryHeaderSize + digests.byteCount + (facts?.packedFacts.count ?? 0)
    guard count < CataloguePage.entryLimit, let length = UInt16(exactly: length) else { return }
    append(length)
    bytes.append(facts?.readerVersion ?? 0)
    bytes.append(digests.rawValue)
    append(key.name)
    append(key.inode)
    append(key.size)
    append(key.modified)
    append(key.changed)
    for (digest, _) in CatalogueEntry.Digests.all {
      for entry in known {
        guard let digest = entry.bytes(of: digest) else { continue }
        bytes.append(contentsOf: digest)
        break
      }
    }
    if let facts { bytes.append(contentsOf: facts.packedFacts) }
    count += 1
  }

  /// The page's bytes.
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
