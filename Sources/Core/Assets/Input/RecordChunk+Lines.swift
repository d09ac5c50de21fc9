internal import Platform

extension RecordChunk {
  /// Returns the byte ranges of the chunk's lines that are not empty.
  package func lines() -> [Range<Int>] {
    var lines: [Range<Int>] = []
    lines.reserveCapacity(count / 128 + 1)
    forEachLine { line, _ in lines.append(line) }
    return lines
  }

  /// Returns the records of the chunk, as assets. A line that is no record becomes a failure, and
  /// so does a record of an unknown version.
  ///
  /// For the record of a change, returns the asset or album that changed. Skips records of other
  /// kinds. In a program's answer, lines may also be a ``ProgramVerdict``.
  ///
  /// - Parameters:
  ///   - files: makes assets for the files that records name.
  ///   - keepsLeftOut: true to return a ``ProgramVerdict`` for each asset that a program leaves
  ///     out.
  package func records(
    from files: any FileAssetProvider, keepsLeftOut: Bool = false
  ) -> [Asset] {
    self.files = files
    let found = takeApart(keepsLeftOut: keepsLeftOut)
    var assets: [Asset] = []
    assets.reserveCapacity(found.records.count + found.others.count)
    var waiting = found.others[...]
    for place in found.records.indices {
      while let first = waiting.first, first.place == place {
        assets.append(first.asset)
        waiting.removeFirst()
      }
      let record = found.records[place]
      assets.append(asset(of: record, in: record.change.map { found.changes[Int($0)] }))
    }
    assets += waiting.map(\.asset)
    return assets
  }

  /// Finds the records of the lines, and creates a failure or ``ProgramVerdict`` for other lines.
  private func takeApart(keepsLeftOut: Bool) -> FoundRecords {
    var found = FoundRecords(capacity: count / 200 + 1)
    var scanner = RecordScanner(self)
    var start = 0
    var number = firstLine
    while start < count {
      let alike = scanner.scanAlike(from: start)
      let line = alike?.line ?? self.line(from: start)
      do throws(RecordProblem) {
        if let alike {
          try found.append(alike.extent, line.range, number, by: &scanner)
        } else {
          try takeApart(line.range, number, keepsLeftOut, &scanner, &found)
        }
      } catch {
        let reason = "is no record: \(error.message), at byte \(error.place + 1)"
        found.append(UnreadableAsset(failure(ofLine: number, reason)))
      }
      start = line.next
      number += 1
    }
    scanner.finish()
    return found
  }

  private func takeApart(
    _ line: Range<Int>, _ number: Int, _ keepsLeftOut: Bool, _ scanner: inout RecordScanner,
    _ found: inout FoundRecords
  ) throws(RecordProblem) {
    if line.isEmpty { return }
    if isAnswer, TextSpan(bytes(of: line)).hasSameBytes(as: "null") {
      if keepsLeftOut { found.append(ProgramVerdict(name: name(ofLine: number))) }
      return
    }
    guard bytes(of: line).isValidUTF8 else { throw RecordProblem("is not UTF-8", at: 0) }
    try found.append(try scanner.scan(line), line, number, by: &scanner)
  }

  /// Creates the asset of a record; for an invalid record, the failure or ``ProgramVerdict``.
  @inline(__always)
  private func asset(of record: FoundRecord, in change: FoundChange?) -> Asset {
    if change != nil || !isUsual(record.extent), let problem = problem(with: record, in: change) {
      return problem
    }
    let asset = RecordAsset(self, record.line, record.extent, isAlbum: record.kind == .album)
    if let change { ChangeFinding(type: change.type).note(in: asset, fields) }
    return asset
  }

  /// Returns true if a record needs no further checks: it does not come from a program, has the
  /// supported version, and its path, identifier and media type are texts. Nearly all records do.
  @inline(__always)
  private func isUsual(_ extent: RecordScanner.Extent) -> Bool {
    if isAnswer { return false }
    let members = tape.start + Int(extent.firstMember)
    return Unmanaged.passUnretained(shapes[Int(extent.shape)])._withUnsafeGuaranteedRef { shape in
      if shape.hasBytes { return false }
      if shape.hasVersion {
        let version = members[Int(shape.versionPlace)]
        guard version.kind == .integer, version.count == 1,
          bytes.load(fromByteOffset: Int(version.start), as: UInt8.self) == UInt8(ascii: "1")
        else { return false }
      }
      func isText(_ field: Field) -> Bool {
        let place = shape.places[Int(field.number)]
        return place == RecordShape.absent || members[Int(place)].kind == .text
      }
      return isText(.path) && isText(.localIdentifier) && isText(.mediaType)
    }
  }

  private func problem(with record: FoundRecord, in change: FoundChange?) -> Asset? {
    let version = change.flatMap { strangeVersion($0.extent) } ?? strangeVersion(record.extent)
    if let version {
      let reason = "is a record of version \(version), which needs a later shotflow"
      return UnreadableAsset(failure(ofLine: record.number, reason))
    }
    if isAnswer, let verdict = verdict(record) ?? misdeclared(record) { return verdict }
    return misfit(record.extent).map {
      UnreadableAsset(failure(ofLine: record.number, "is no record: \($0)"))
    }
  }

  private func failure(ofLine number: Int, _ reason: String) -> AssetFailure {
    AssetFailure(asset: name(ofLine: number), stage: "source", reason: reason)
  }

  private func name(ofLine number: Int) -> String {
    origin.isEmpty ? "line \(number)" : "\(origin), line \(number)"
  }

  /// Returns the failure that a program's line reports; nil for the record of an asset.
  private func verdict(_ record: FoundRecord) -> ProgramVerdict? {
    let shape = shapes[Int(record.extent.shape)]
    guard shape.errorPlace != RecordShape.absent, !shape.hasKind,
      shape.places[Int(Field.mediaType.number)] == RecordShape.absent,
      let reason = text(of: record.extent, at: shape.errorPlace)
    else { return nil }
    return ProgramVerdict(
      about: identifier(of: record),
      reason: reason.isEmpty ? "no reason was given" : String(reason.prefix(500)),
      name: name(ofLine: record.number))
  }

  /// Returns a failure if a field that the rule declares has a value of another type; else nil.
  private func misdeclared(_ record: FoundRecord) -> ProgramVerdict? {
    let shape = shapes[Int(record.extent.shape)]
    for field in declared {
      let place = shape.places[Int(field.number)]
      guard place != RecordShape.absent else { continue }
      let type = fields.type(of: field)
      let member = tape[Int(record.extent.firstMember) + Int(place)]
      guard let other = RecordValue(member, in: self).misfit(type, of: field) else { continue }
      return ProgramVerdict(
        about: identifier(of: record),
        reason: "\(origin) gives \"\(fields.name(of: field))\" as \(other), and the rule declares"
          + " \(type.phrase)",
        name: name(ofLine: record.number))
    }
    return nil
  }

  private func identifier(of record: FoundRecord) -> String? {
    let places = shapes[Int(record.extent.shape)].places
    return text(of: record.extent, at: places[Int(Field.localIdentifier.number)])
  }

  private func text(of extent: RecordScanner.Extent, at place: UInt8) -> String? {
    guard place != RecordShape.absent else { return nil }
    let member = tape[Int(extent.firstMember) + Int(place)]
    return switch member.kind {
    case .text: TextSpan(span(member.start, member.count)).string
    case .escapedText: TextSpan(unescape(member)).string
    default: nil
    }
  }

  private func strangeVersion(_ extent: RecordScanner.Extent) -> String? {
    let shape = shapes[Int(extent.shape)]
    guard shape.hasVersion else { return nil }
    let member = tape[Int(extent.firstMember) + Int(shape.versionPlace)]
    let version = TextSpan(span(member.start, member.count))
    if member.kind == .integer, version.hasSameBytes(as: "1") { return nil }
    return "\"\(version.string.prefix(20))\""
  }

  /// Returns a message if a field in ``texts`` is not a text; nil if all are.
  private func misfit(_ extent: RecordScanner.Extent) -> String? {
    let shape = shapes[Int(extent.shape)]
    for field in Self.texts {
      if let problem = misfit(extent, field.name, shape.places[Int(field.number)]) {
        return problem
      }
    }
    guard shape.hasBytes, let place = shape.bytesPlaces[.path] else { return nil }
    return misfit(extent, "pathBytes", place)
  }

  private static let texts = [Field.path, .localIdentifier, .mediaType]

  private func misfit(
    _ extent: RecordScanner.Extent, _ name: @autoclosure () -> String, _ place: UInt8
  ) -> String? {
    guard place != RecordShape.absent else { return nil }
    let member = tape[Int(extent.firstMember) + Int(place)]
    switch member.kind {
    case .text, .escapedText, .null: return nil
    default:
      let value = TextSpan(span(member.start, member.count)).string
      return "\"\(name())\" is a text, not \(value.prefix(40))"
    }
  }
}

/// A line of a program's output that is not a record: it says that the program left an asset out,
/// or failed at it. A line `null` leaves an asset out, and
/// `{"v":1,"error":"why","localIdentifier":…}` reports a failure. An error without the name of an
/// asset is about the first one that waits for an answer. `@unchecked Sendable`: confined like
/// every ``Asset`` to the worker that holds its batch.
package final class ProgramVerdict: Asset, @unchecked Sendable {
  /// The identifier of the asset; nil if the line does not name one.
  package let identifier: String?
  /// The reason of the failure; nil if the program left the asset out.
  package let reason: String?
  private let name: String

  /// - Parameter name: the line's name in messages, for an error that names no asset.
  init(about identifier: String? = nil, reason: String? = nil, name: String) {
    self.identifier = identifier
    self.reason = reason
    self.name = identifier ?? name
    super.init()
    if let reason { fail(stage: "exec", reason) }
  }

  override package var displayName: String { name }
}
