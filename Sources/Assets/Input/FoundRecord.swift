internal import JSON

/// A record that a scanner found.
struct FoundRecord {
  let line: Range<Int>
  let number: Int
  let extent: RecordScanner.Extent
  let kind: RecordKind
  /// The change that it is within, by its place in ``FoundRecords/changes``.
  var change: Int32?
}

/// The records that a scanner found in the lines of a chunk.
struct FoundRecords {
  private(set) var records: [FoundRecord] = []
  private(set) var changes: [FoundChange] = []
  /// Failures and verdicts of lines that are no records, each before the record of that place.
  private(set) var others: [(place: Int, asset: Asset)] = []

  init(capacity: Int) {
    records.reserveCapacity(capacity)
  }

  /// Keeps a record, or the one within it where it is that of a change; passes others over.
  ///
  /// - Throws: ``RecordProblem`` with the place in the line, for a change without an asset or album.
  @inline(__always)
  mutating func append(
    _ extent: RecordScanner.Extent, _ line: Range<Int>, _ number: Int,
    by scanner: inout RecordScanner
  ) throws(RecordProblem) {
    let kind = scanner.kind(of: extent)
    let record = FoundRecord(line: line, number: number, extent: extent, kind: kind)
    switch kind {
    case .asset, .album: records.append(record)
    case .change: try append(changeOf: record, by: &scanner)
    case .other: break
    }
  }

  mutating func append(_ other: Asset) {
    others.append((records.count, other))
  }

  /// Finds the record within the record of a change.
  ///
  /// - Throws: ``RecordProblem`` when there is none, or the change has no type.
  private mutating func append(
    changeOf outer: FoundRecord, by scanner: inout RecordScanner
  ) throws(RecordProblem) {
    guard let type = scanner.member("type", of: outer.extent), type.kind == .text else {
      throw RecordProblem("a change has a type, such as \"inserted\"", at: 0)
    }
    let isAlbum = scanner.member("asset", of: outer.extent) == nil
    guard let inner = scanner.member(isAlbum ? "album" : "asset", of: outer.extent),
      inner.kind == .object
    else { throw RecordProblem("a change has an asset or an album", at: 0) }
    let change = FoundChange(type: scanner.text(type), extent: outer.extent)
    let line = Int(inner.start)..<Int(inner.start + inner.count)
    let extent: RecordScanner.Extent
    do throws(RecordProblem) {
      extent = try scanner.scan(line)
    } catch {
      let place = error.place + line.lowerBound - outer.line.lowerBound
      throw RecordProblem(error.message, at: place)
    }
    records.append(
      FoundRecord(
        line: line, number: outer.number, extent: extent, kind: isAlbum ? .album : .asset,
        change: Int32(truncatingIfNeeded: changes.count)))
    changes.append(change)
  }
}

/// The record of a change, with another within it.
struct FoundChange {
  /// Such as `inserted`.
  let type: String
  let extent: RecordScanner.Extent
}
