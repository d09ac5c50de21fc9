internal import Platform

/// A record that a ``RecordScanner`` found in a chunk.
struct FoundRecord {
  let line: Range<Int>
  let number: Int
  let extent: RecordScanner.Extent
  let kind: RecordKind
  /// The change that contains the record, as an index into ``FoundRecords/changes``; else nil.
  var change: Int32?
}

/// The records that a ``RecordScanner`` found in the lines of a chunk.
struct FoundRecords {
  private(set) var records: [FoundRecord] = []
  private(set) var changes: [FoundChange] = []
  /// The failures and ``ProgramVerdict``s of other lines, with the index of the following record.
  private(set) var others: [(place: Int, asset: Asset)] = []

  init(capacity: Int) {
    records.reserveCapacity(capacity)
  }

  /// Adds a record of an asset or album, or the one within the record of a change; skips other
  /// kinds.
  ///
  /// - Throws: ``RecordProblem`` with the offset in the line, for a change without an asset or
  ///   album.
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

  /// Adds the record within the record of a change.
  ///
  /// - Throws: ``RecordProblem`` when the change contains no asset or album, or has no type.
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

/// The record of a change, which contains the record of the changed asset or album.
struct FoundChange {
  /// The type of the change, such as `inserted`.
  let type: String
  let extent: RecordScanner.Extent
}

/// The kinds of record, from the member that names the kind.
enum RecordKind {
  case asset, album
  /// A change to an asset or album, whose record is within it.
  case change
  /// Another kind, such as a token, which is skipped.
  case other

  init(_ name: TextSpan) {
    if name.hasSameBytes(as: "asset") {
      self = .asset
    } else if name.hasSameBytes(as: "album") {
      self = .album
    } else if name.hasSameBytes(as: "change") {
      self = .change
    } else {
      self = .other
    }
  }
}

/// The type of a change, for the record in which its asset or album is printed.
struct ChangeFinding: Finding {
  /// The type of the change, such as `inserted`.
  let type: String

  private static let name = "change"

  var recordKeys: [StaticString] { ["change"] }

  func write(into writer: inout RecordWriter) {
    writer.write("change", type)
  }

  /// Stores the type of the change in the field that the rule declares, or else only in the record.
  func note(in asset: Asset, _ fields: FieldTable) {
    let findings = asset.findingsForWriting()
    if let field = fields.field(named: Self.name), [.text, .value].contains(fields.type(of: field))
    {
      findings.set(.string(type), of: field)
    } else {
      findings[ChangeFinding.self] = self
    }
  }
}
