internal import Platform

/// An asset that came as a line of JSON. A record with a `mediaType` is complete, as those of runs
/// are. A record without one, such as a `{"path":…}` written by hand, names a file, from which the
/// missing fields are read. A record of an album has no file and only its own fields.
/// `@unchecked Sendable`: confined like every ``Asset`` to the worker that holds its batch.
final class RecordAsset: Asset, @unchecked Sendable {
  private let chunk: RecordChunk
  private let line: Range<Int>
  private let extent: RecordScanner.Extent
  /// The names of the members; kept alive by the chunk.
  private unowned(unsafe) let shape: RecordShape
  /// The record's members, in the memory of the chunk's tape, which does not change any more.
  private let members: UnsafeBufferPointer<RecordMember>
  fileprivate let isAlbum: Bool
  private var file: Asset?
  private var relocation: Relocation?
  /// Texts that came in base64, by their fields; each is decoded on first use.
  private var exactTexts: [Field: OwnedBytes]?

  init(
    _ chunk: RecordChunk, _ line: Range<Int>, _ extent: RecordScanner.Extent,
    isAlbum: Bool = false
  ) {
    self.isAlbum = isAlbum
    self.chunk = chunk
    self.line = line
    self.extent = extent
    shape = chunk.shapes[Int(extent.shape)]
    members = UnsafeBufferPointer(
      start: chunk.tape.start + Int(extent.firstMember), count: Int(extent.memberCount))
    super.init()
  }

  override var creationDateIsMoment: Bool? {
    isComplete || has(.creationDate) ? nil : fileAsset()?.creationDateIsMoment
  }

  override func sourceValue(of field: Field) -> FieldValue {
    if let relocation, let value = relocation.value(of: field) { return value }
    if shape.hasBytes, let text = exactText(of: field) { return .text(text.span) }
    let place = shape.places[Int(field.number)]
    guard place != RecordShape.absent else { return fileValue(of: field) }
    let member = members[Int(place)]
    guard field.addedPlace != nil else {
      return RecordValue(member, in: chunk).value(as: field.type, of: field)
    }
    let type = chunk.fields.type(of: field)
    if let name = chunk.fields.memberName(of: field) {
      return RecordValue(member, in: chunk).value(ofMember: name, as: type)
    }
    return RecordValue(member, in: chunk).value(as: type, of: field)
  }

  package override func recall(
    _ fields: UnsafeBufferPointer<Field>, wanted: UInt32,
    into values: UnsafeMutablePointer<PlainValue>
  ) {
    guard isComplete, relocation == nil, !shape.hasBytes else {
      return super.recall(fields, wanted: wanted, into: values)
    }
    for index in fields.indices {
      if wanted >> UInt32(truncatingIfNeeded: index) & 1 == 0 {
        values[index] = .unread
        continue
      }
      let field = fields[index]
      let place = shape.places[Int(field.number)]
      values[index] =
        place == RecordShape.absent
        ? .absent : RecordValue(members[Int(place)], in: chunk).plain(as: field.type)
    }
  }

  override func descriptiveValue(of field: Field) -> FieldValue {
    let known = sourceValue(of: field)
    // An empty list says that there are none.
    guard case .absent = known, let file = fileAsset() else { return known }
    let value = file.descriptiveValue(of: field)
    if let failure = file.failure { fail(stage: failure.stage, failure.reason) }
    return value
  }

  /// Reads facets of the record's file in advance, if the path is the record's only field.
  override func readAhead(_ facets: FacetSet) { readAhead(facets) { $0.readAhead(facets) } }

  override func readAhead(_ facets: FacetSet, with files: WorkerReadCache) {
    readAhead(facets) { $0.readAhead(facets, with: files) }
  }

  private func readAhead(_ facets: FacetSet, by read: (Asset) -> Void) {
    guard shape.isPathAlone, let file = fileAsset() else { return }
    read(file)
    if let failure = file.failure { fail(stage: failure.stage, failure.reason) }
  }

  private func fileValue(of field: Field) -> FieldValue {
    // Files don't have the fields that stages add.
    guard field.addedPlace == nil, !isComplete, let file = fileAsset() else { return .absent }
    let value = file.sourceValue(of: field)
    if let failure = file.failure { fail(stage: failure.stage, failure.reason) }
    return value
  }

  private var isComplete: Bool {
    isAlbum || shape.places[Int(Field.mediaType.number)] != RecordShape.absent
  }

  private func has(_ field: Field) -> Bool {
    shape.places[Int(field.number)] != RecordShape.absent
  }

  /// Returns the asset of the file that the record names; nil for an album or without a path.
  private func fileAsset() -> Asset? {
    if let file { return file }
    guard !isAlbum, let path = pathBytes(), let files = chunk.files else { return nil }
    let made = files.asset(at: path)
    file = made
    return made
  }

  override func relocate(to place: Relocation) {
    relocation = place
    file = nil
  }

  private func pathBytes() -> [UInt8]? {
    if let relocation { return Array(relocation.path.bytes) }
    if let text = exactText(of: .path) { return Array(text.bytes) }
    guard has(.path), case .text(let text) = sourceValue(of: .path) else { return nil }
    return Array(text.bytes)
  }

  /// Returns a text from the member that has its bytes in base64, as for non-UTF-8 text; else nil.
  private func exactText(of field: Field) -> OwnedBytes? {
    guard let place = shape.bytesPlaces[field] else { return nil }
    if let known = exactTexts?[field] { return known }
    let member = members[Int(place)]
    guard member.kind == .text, let bytes = Base64.decode(chunk.span(member.start, member.count))
    else { return nil }
    let text = OwnedBytes(bytes)
    exactTexts = exactTexts ?? [:]
    exactTexts?[field] = text
    return text
  }

  override func place(of version: PictureVersion) -> PictureVersion.Place {
    if !isComplete, let file = fileAsset() { return file.place(of: version) }
    return NamedResources(of: self).place(of: version)
  }

  override func companions(of version: PictureVersion?) -> [AssetResource] {
    if !isComplete, let file = fileAsset() { return file.companions(of: version) }
    return NamedResources(of: self).companions(of: version)
  }

  override var pictureBesideRaw: (any Original)? { fileAsset()?.pictureBesideRaw }

  override var carriesFrames: Bool {
    !isOtherFrame && fileAsset()?.carriesFrames == true
  }

  override var otherFrames: [any Original] {
    isOtherFrame ? [] : fileAsset()?.otherFrames ?? []
  }

  /// True if the record says that another frame represents the burst.
  private var isOtherFrame: Bool {
    guard has(.representsBurst), case .flag(false) = sourceValue(of: .representsBurst) else {
      return false
    }
    return true
  }

  override var reader: (any OriginalReader)? { chunk.files }

  override var original: (any Original)? { fileAsset()?.original }

  override func openOriginal() throws(AssetFailure) -> OpenFile {
    guard let file = fileAsset() else {
      throw AssetFailure(
        asset: displayName, stage: "read",
        reason: isAlbum ? "is an album, which has no file" : "the record has no path")
    }
    return try file.openOriginal()
  }

  override func readDigest(_ algorithm: DigestAlgorithm) throws(AssetFailure) -> ContentDigest {
    guard let file = fileAsset() else { return try super.readDigest(algorithm) }
    return try file.readDigest(algorithm)
  }

  /// Adds the record's line to a fingerprint, and for an incomplete record its file's state.
  override func addVersion(to fingerprint: inout Fingerprint) {
    fingerprint.add(
      UnsafeRawBufferPointer(start: chunk.bytes + line.lowerBound, count: line.count))
    if !isComplete, let file = fileAsset() {
      file.addVersion(to: &fingerprint)
      if let failure = file.failure { fail(stage: failure.stage, failure.reason) }
    }
  }

  override func writeRecord(into writer: inout RecordWriter) {
    if findings == nil, file == nil, relocation == nil, writer.opening.isEmpty,
      !shape.isPathAlone, writeUnchanged(into: &writer)
    {
      return
    }
    let replaced = findings?.recordKeys ?? []
    writer.begin(kind: isAlbum ? "album" : "asset")
    for member in members {
      let key = TextSpan(chunk.span(member.keyStart, member.keyCount))
      if key.hasSameBytes(as: "v") || key.hasSameBytes(as: "kind")
        || replaced.contains(where: { key.hasSameBytes(as: $0) }) || isReplaced(key)
        || isRelocated(key)
      {
        continue
      }
      write(member, key, into: &writer)
    }
    if let relocation {
      for field in Relocation.fields {
        if let value = relocation.value(of: field) { writer.write(field, value) }
      }
    }
    if shape.isPathAlone { _ = fileAsset() }
    if !isComplete, let file {
      for field in Field.allCases
      where !has(field) && relocation?.value(of: field) == nil
        && findings?.value(of: field) == nil
      {
        writer.write(field, file.sourceValue(of: field))
      }
      if !has(.localDate) { writer.writeLocalDate(of: self) }
    }
    if let findings { writer.write(findings) }
    writer.end()
  }

  private func isReplaced(_ key: TextSpan) -> Bool {
    findings?.values.contains { key.string == chunk.fields.name(of: $0.field) } ?? false
  }

  /// Returns true if the member gives a path or name that moving the asset changed.
  private func isRelocated(_ key: TextSpan) -> Bool {
    guard let relocation else { return false }
    return Relocation.fields.contains { field in
      (key.string == field.name || key.string == "\(field.name)Bytes")
        && relocation.value(of: field) != nil
    }
  }

  /// Writes the line as it was read, after the members that begin every record; returns false
  /// without writing if a stage changed other members.
  private func writeUnchanged(into writer: inout RecordWriter) -> Bool {
    let bytes = UnsafeRawBufferPointer(start: chunk.bytes + line.lowerBound, count: line.count)
    let beginning: StaticString =
      isAlbum ? "{\"v\":1,\"kind\":\"album\"" : "{\"v\":1,\"kind\":\"asset\""
    if bytes.starts(with: beginning) {
      writer.buffer.append(bytes)
    } else if !shape.hasVersion, !shape.hasKind, extent.memberCount > 0,
      bytes.first == UInt8(ascii: "{")
    {
      writer.buffer.append("{\"v\":1,\"kind\":\"asset\",")
      writer.buffer.append(UnsafeRawBufferPointer(rebasing: bytes.dropFirst()))
    } else {
      return false
    }
    writer.buffer.append(UInt8(ascii: "\n"))
    return true
  }

  private func write(_ member: RecordMember, _ key: TextSpan, into writer: inout RecordWriter) {
    writer.buffer.append(",\"")
    writer.buffer.append(key.bytes)
    writer.buffer.append("\":")
    let isText = member.kind == .text || member.kind == .escapedText
    if isText { writer.buffer.append(UInt8(ascii: "\"")) }
    writer.buffer.append(chunk.span(member.start, member.count))
    if isText { writer.buffer.append(UInt8(ascii: "\"")) }
  }
}

extension Asset {
  /// True if the asset was read from the record of an album.
  package var isAlbumRecord: Bool { (self as? RecordAsset)?.isAlbum ?? false }
}

/// A reader that creates assets for files that records name.
package protocol FileAssetProvider: AnyObject, OriginalReader {
  /// Returns an asset for the file at a path, absolute or relative to the working folder.
  func asset(at path: [UInt8]) -> Asset
}
