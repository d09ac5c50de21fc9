/// The stored results of comparing a file's content with that of others.
package struct ComparedContent: Sendable, Hashable {
  /// A checksum of the file's ends: files of one size with different sums differ; nil if unknown.
  package var ends: UInt64?
  /// The identifier of the content: files with equal identifiers have equal bytes; different
  /// identifiers say nothing. Nil if no equal file was found.
  package var name: Name?

  /// A random identifier, different from that of any other content.
  package struct Name: Sendable, Hashable, Comparable {
    private let high: UInt64
    private let low: UInt64

    package init() {
      high = .random(in: .min ... .max)
      low = .random(in: .min ... .max)
    }

    package static func < (left: Name, right: Name) -> Bool {
      (left.high, left.low) < (right.high, right.low)
    }

    fileprivate init(_ bytes: UnsafeRawBufferPointer) {
      high = bytes.little64(0)
      low = bytes.little64(8)
    }

    fileprivate var bytes: [UInt8] { high.littleEndianBytes + low.littleEndianBytes }
  }

  package init(ends: UInt64? = nil, name: Name? = nil) {
    self.ends = ends
    self.name = name
  }
}

extension Catalogue {
  /// Returns the comparison results of an unchanged file; nil if it has to be compared.
  package func compared(_ key: CatalogueKey) -> ComparedContent? {
    entry(of: key) { entry in
      let known = ComparedContent(
        ends: entry.bytes(of: .ends).map { $0.little64(0) },
        name: entry.bytes(of: .content).map(ComparedContent.Name.init))
      return known.ends == nil && known.name == nil ? nil : known
    }
  }

  /// Stores comparison results; see ``note(_:of:name:at:)`` for the parameters.
  package func note(
    _ compared: ComparedContent, of file: FileStatus, name: UnsafeRawBufferPointer,
    at moment: Int64
  ) {
    guard CatalogueClock.isSettled(file, at: moment), isWorthNoting(file) else { return }
    let key = CatalogueKey(file, name: name)
    note { notes in
      if let ends = compared.ends {
        ends.littleEndianBytes.withUnsafeBytes { notes.add($0, as: .ends, of: key) }
      }
      if let name = compared.name {
        name.bytes.withUnsafeBytes { notes.add($0, as: .content, of: key) }
      }
    }
  }
}

extension Catalogue {
  /// Stores that a copy, which was verified and got the time of its source, has the same bytes.
  ///
  /// A copy's last change has just been, but that of its content is the source's: a write since would
  /// have moved it, in however coarse steps. So the copy need not be older to be known.
  ///
  /// - Parameters:
  ///   - source: the open source, unchanged since it was opened.
  ///   - copy: the status of the copy under its name.
  ///   - moment: the time of ``clock`` before the copy was begun, in nanoseconds since 1970.
  package func note(
    copy: FileStatus, named name: [UInt8], of source: OpenFile, named sourceName: [UInt8],
    at moment: Int64
  ) {
    guard copy.size == source.status.size, copy.modified == source.status.modified,
      CatalogueClock.isSettled(source.status, at: moment),
      let ends = try? ContentEnds.sum(of: source)
    else { return }
    let settled = max(copy.changed, moment).addingReportingOverflow(2 * CatalogueClock.grain)
    sourceName.withUnsafeBytes { sourceName in
      let known = compared(CatalogueKey(source.status, name: sourceName))?.name
      let content = ComparedContent(ends: ends, name: known ?? ComparedContent.Name())
      note(content, of: source.status, name: sourceName, at: moment)
      name.withUnsafeBytes { note(content, of: copy, name: $0, at: settled.partialValue) }
    }
  }
}

extension UInt64 {
  fileprivate var littleEndianBytes: [UInt8] { withUnsafeBytes(of: littleEndian, Array.init) }
}
