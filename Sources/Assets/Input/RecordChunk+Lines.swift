internal import JSON
internal import Platform

extension RecordChunk {
  /// The lines of the chunk that are not empty.
  package func lines() -> [Range<Int>] {
    var lines: [Range<Int>] = []
    lines.reserveCapacity(count / 128 + 1)
    forEachLine { line, _ in lines.append(line) }
    return lines
  }

  package func countLines() -> Int {
    var count = 0
    forEachLine(includingEmpty: true) { _, _ in count += 1 }
    return count
  }

  /// The records of the chunk, as assets; a line that is none becomes a failure, and so does a
  /// record of a version that is not known here.
  ///
  /// The record of a change gives the asset or album that changed. Records of other kinds are passed
  /// over. In what a program answers, lines may also be a ``ProgramVerdict``.
  ///
  /// - Parameters:
  ///   - files: makes assets of the files that records name.
  ///   - keepsLeftOut: whether assets that a program leaves out are given, as verdicts.
  package func records(
    from files: any NamedFiles, keepsLeftOut: Bool = false
  ) -> [Asset] {
    var found: [FoundRecord] = []
    found.reserveCapacity(count / 200 + 1)
    var others: [(place: Int, asset: Asset)] = []
    self.files = files
    var scanner = RecordScanner(self)
    forEachLine { line, number in
      do throws(RecordProblem) {
        let bytes = UnsafeRawBufferPointer(start: self.bytes + line.lowerBound, count: line.count)
        if isAnswer, TextSpan(bytes).hasSameBytes(as: "null") {
          if keepsLeftOut {
            others.append((found.count, ProgramVerdict(name: name(ofLine: number))))
          }
          return
        }
        guard bytes.isValidUTF8 else { throw RecordProblem("is not UTF-8", at: 0) }
        let extent = try scanner.scan(line)
        let kind = scanner.kind(of: extent)
        if kind == .other { return }
        var record = FoundRecord(line: line, number: number, extent: extent, kind: kind)
        if kind == .change { try record.enter(&scanner) }
        found.append(record)
      } catch {
        let reason = "is no record: \(error.message), at byte \(error.place + 1)"
        others.append((found.count, UnreadableAsset(failure(ofLine: number, reason))))
      }
    }
    scanner.finish()

    var assets: [Asset] = []
    assets.reserveCapacity(found.count + others.count)
    var waiting = others[...]
    for (place, record) in found.enumerated() {
      while let first = waiting.first, first.place == place {
        assets.append(first.asset)
        waiting.removeFirst()
      }
      if let version = strangeVersion(record.outer) ?? strangeVersion(record.extent) {
        let reason = "is a record of version \(version), which needs a later shotflow"
        assets.append(UnreadableAsset(failure(ofLine: record.number, reason)))
        continue
      }
      if isAnswer, let verdict = verdict(record) ?? misdeclared(record) {
        assets.append(verdict)
        continue
      }
      if let problem = misfit(record.extent) {
        assets.append(UnreadableAsset(failure(ofLine: record.number, "is no record: \(problem)")))
        continue
      }
      let asset = RecordAsset(
        self, record.line, record.extent, isAlbum: record.kind == .album)
      if let change = record.change { ReadChange(type: change).note(in: asset, fields) }
      assets.append(asset)
    }
    assets += waiting.map(\.asset)
    return assets
  }

  private func failure(ofLine number: Int, _ reason: String) -> AssetFailure {
    AssetFailure(asset: name(ofLine: number), stage: "source", reason: reason)
  }

  private func name(ofLine number: Int) -> String {
    origin.isEmpty ? "line \(number)" : "\(origin), line \(number)"
  }

  /// The failure that a program reports; nil for the record of an asset, which may have any members.
  private func verdict(_ record: FoundRecord) -> ProgramVerdict? {
    let shape = shapes[Int(record.extent.shape)]
    guard shape.errorPlace != RecordShape.absent, !shape.hasKind,
      shape.places[Int(Field.mediaType.rawValue)] == RecordShape.absent,
      let reason = text(of: record.extent, at: shape.errorPlace)
    else { return nil }
    return ProgramVerdict(
      about: identifier(of: record),
      reason: reason.isEmpty ? "no reason was given" : String(reason.prefix(500)),
      name: name(ofLine: record.number))
  }

  /// The failure of a record in which a declared field is of another type; nil where all fit.
  private func misdeclared(_ record: FoundRecord) -> ProgramVerdict? {
    let shape = shapes[Int(record.extent.shape)]
    for field in declared {
      let place = shape.places[Int(field.rawValue)]
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
    return text(of: record.extent, at: places[Int(Field.localIdentifier.rawValue)])
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

  /// The version that a record names when it is not 1, the only one that there is.
  private func strangeVersion(_ extent: RecordScanner.Extent) -> String? {
    let shape = shapes[Int(extent.shape)]
    guard shape.hasVersion else { return nil }
    let member = tape[Int(extent.firstMember) + Int(shape.versionPlace)]
    let version = TextSpan(span(member.start, member.count))
    if member.kind == .integer, version.hasSameBytes(as: "1") { return nil }
    return "\"\(version.string.prefix(20))\""
  }

  /// What is wrong with a record that names its asset, or the asset's file, by what is no text.
  private func misfit(_ extent: RecordScanner.Extent) -> String? {
    let shape = shapes[Int(extent.shape)]
    for field in Self.texts {
      if let problem = misfit(extent, field.name, shape.places[Int(field.rawValue)]) {
        return problem
      }
    }
    guard shape.hasBytes, let place = shape.bytesPlaces[.path] else { return nil }
    return misfit(extent, "pathBytes", place)
  }

  /// The fields that have to be texts where a record has them.
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

  package func forEachLine(
    includingEmpty: Bool = false, _ body: (Range<Int>, Int) -> Void
  ) {
    var start = 0
    var number = firstLine
    while start < count {
      let found = memchr(bytes + start, Int32(separator), count - start)
      let end = found.map { bytes.distance(to: UnsafeMutableRawPointer($0)) } ?? count
      var trimmed = end
      if separator != 0, trimmed > start,
        bytes.load(fromByteOffset: trimmed - 1, as: UInt8.self) == 13
      {
        trimmed -= 1
      }
      if includingEmpty || trimmed > start { body(start..<trimmed, number) }
      number += 1
      start = end + 1
    }
  }
}

/// A record that a scanner found.
private struct FoundRecord {
  var line: Range<Int>
  let number: Int
  /// Of the whole line.
  let outer: RecordScanner.Extent
  var extent: RecordScanner.Extent
  var kind: RecordKind
  /// What became of it, where it is the asset of a change.
  var change: String?

  init(line: Range<Int>, number: Int, extent: RecordScanner.Extent, kind: RecordKind) {
    self.line = line
    self.number = number
    outer = extent
    self.extent = extent
    self.kind = kind
  }

  /// Goes on with the record within the record of a change.
  ///
  /// - Throws: ``RecordProblem`` when there is none, or nothing says what became of it.
  mutating func enter(_ scanner: inout RecordScanner) throws(RecordProblem) {
    guard let type = scanner.member("type", of: extent), type.kind == .text else {
      throw RecordProblem("a change has a type, such as \"inserted\"", at: 0)
    }
    let isAlbum = scanner.member("asset", of: extent) == nil
    guard let inner = scanner.member(isAlbum ? "album" : "asset", of: extent),
      inner.kind == .object
    else { throw RecordProblem("a change has an asset or an album", at: 0) }
    change = scanner.text(type)
    let start = Int(inner.start)
    do throws(RecordProblem) {
      extent = try scanner.scan(start..<start + Int(inner.count))
    } catch {
      throw RecordProblem(error.message, at: error.place + start - line.lowerBound)
    }
    line = start..<start + Int(inner.count)
    kind = isAlbum ? .album : .asset
  }
}
