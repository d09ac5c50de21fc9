internal import Media
internal import Platform

/// One photo or video on its way through a run.
///
/// A class, so that moving an asset costs one reference count. Sources make subclasses that read
/// what is known in steps (``Facet``), each on first use; the results of stages are kept in
/// ``findings``.
///
/// `@unchecked Sendable`: an asset is confined to the worker that holds its batch; batches are
/// passed on under the runner's lock.
open class Asset: @unchecked Sendable {
  /// The results of the rule's stages; nil until a stage has one.
  ///
  /// Read for each asset in each step. The check for overlapping accesses would cost more than a
  /// test does, and confinement to a worker rules them out.
  @exclusivity(unchecked)
  @usableFromInline package final var findings: Findings?

  /// The reason why the asset can't go on, once reading it failed.
  @inlinable package final var failure: AssetFailure? { findings?.failure }

  public init() {}

  /// Returns the value of a field; reads what has to be read.
  @inlinable @inline(__always)
  public final func value(of field: Field) -> FieldValue {
    if field.rawValue < Field.localDate.rawValue, !field.isDescriptive {
      return sourceValue(of: field)
    }
    return foundValue(of: field)
  }

  /// Returns a value that the source alone may not know.
  @usableFromInline package final func foundValue(of field: Field) -> FieldValue {
    switch field {
    case .labels:
      guard let labels = findings?.labels, !labels.isEmpty else { return sourceValue(of: field) }
      return .texts(labels)
    case .localDate: return localDate
    case .sha1: return digestValue(.sha1)
    case .sha256: return digestValue(.sha256)
    case .exif, .xmp, .iptc: return metadataValue(of: field)
    case _ where field.isDescriptive:
      return findings?.value(of: field) ?? descriptiveValue(of: field)
    default: return findings?.value(of: field) ?? sourceValue(of: field)
    }
  }

  /// Returns the hash of the original's bytes, as text; hashes the file when that was not done
  /// before.
  private func digestValue(_ algorithm: DigestAlgorithm) -> FieldValue {
    if case .text(let known) = sourceValue(of: algorithm.field) { return .text(known) }
    do {
      return .string(try digest(algorithm).hexadecimal)
    } catch {
      fail(stage: error.stage, error.reason)
      return .absent
    }
  }

  /// Returns the source's value of a field; subclasses answer from the facet that holds it.
  open func sourceValue(of field: Field) -> FieldValue { .absent }

  /// Returns a value of a descriptive field: that of the source, else what people typed into the
  /// file, which is read on first use.
  ///
  /// Sources that keep such a field themselves don't take it from files.
  package func descriptiveValue(of field: Field) -> FieldValue { sourceValue(of: field) }

  /// Writes the values of fields, for which ``PlainValue/isPossible(for:)``, as far as they are
  /// known without reading anything; they are those of ``value(of:)``. All others are
  /// ``PlainValue/unread``.
  ///
  /// - Parameter wanted: has a bit set for the index of each field that is needed.
  package func recall(
    _ fields: UnsafeBufferPointer<Field>, wanted: UInt32,
    into values: UnsafeMutablePointer<PlainValue>
  ) {
    for place in fields.indices { values[place] = .unread }
  }

  /// Reads facets that will be needed, when reading them takes the file.
  open func readAhead(_ facets: FacetSet) {}

  /// Does the same in a worker, with the state that the worker keeps of the files that it read
  /// last.
  open func readAhead(_ facets: FacetSet, with files: WorkerReadCache) { readAhead(facets) }

  /// Called before reads that will come from a slow disk.
  open func expectSlowReads() {}

  /// Returns the original file, opened for reading.
  ///
  /// - Throws: ``AssetFailure`` when the file does not exist any more or can't be read.
  open func openOriginal() throws(AssetFailure) -> OpenFile {
    throw AssetFailure(asset: displayName, stage: "read", reason: "has no file to read")
  }

  /// Adds a label that a classify stage gave; labels that came with the asset stay.
  package final func addLabel(_ label: String) {
    let findings = findingsForWriting()
    if findings.labels.isEmpty, case .texts(let earlier) = sourceValue(of: .labels) {
      findings.labels = earlier
    }
    if !findings.labels.contains(label) { findings.labels.append(label) }
  }

  /// Returns the hash of the original's bytes; it is computed once.
  ///
  /// - Throws: ``AssetFailure`` when the original can't be read.
  package final func digest(_ algorithm: DigestAlgorithm) throws(AssetFailure) -> ContentDigest {
    if let known = findings?.digests.first(where: { $0.algorithm == algorithm }) { return known }
    let digest = try readDigest(algorithm)
    findingsForWriting().digests.append(digest)
    return digest
  }

  /// Computes the hash, or finds it where it was kept.
  open func readDigest(_ algorithm: DigestAlgorithm) throws(AssetFailure) -> ContentDigest {
    try hashOriginal(algorithm).digest
  }

  /// Computes the hash of the original's bytes.
  package final func hashOriginal(
    _ algorithm: DigestAlgorithm
  ) throws(AssetFailure) -> (digest: ContentDigest, file: OpenFile) {
    let file = try openOriginal()
    do {
      let progress = progress(of: reader?.run)
      let size = file.status.size
      let digest = try progress.during(.hash, of: size) { () throws(FileProblem) in
        try ContentHasher.digest(algorithm, of: file, progress)
      }
      return (digest, file)
    } catch {
      throw AssetFailure(asset: displayName, stage: "digest", reason: error.reason)
    }
  }

  /// Returns the same asset for another thread, without the results of stages; nil where nothing is
  /// known that could be shared.
  open func another() -> Asset? { nil }

  /// Returns smaller pictures that the library keeps of a version of the asset, such as those that
  /// Photos makes.
  open func derivatives(of version: PictureVersion) -> [any Original] { [] }

  /// Returns the place of a version of the asset, in a library that keeps edited ones.
  open func place(of version: PictureVersion) -> PictureVersion.Place { .original }

  /// Returns the files that belong to a version beside its main one. These are the movie of a live
  /// photo and, of all that was imported, the RAW picture of a pair.
  ///
  /// - Parameter version: nil for all that was imported, of which the original is the main file.
  open func companions(of version: PictureVersion?) -> [AssetResource] { [] }

  /// Records that the asset's files were moved; later reads use the new places.
  open func relocate(to place: Relocation) {}

  /// True if other files refer to the asset by its name, as those of an export do.
  open var isAccountedFor: Bool { false }

  /// Files beside the original that describe it and have other names, such as a Takeout's JSON.
  open var documents: [any Original] { [] }

  /// The reader of the original's metadata; nil when there is no original.
  open var reader: (any OriginalReader)? { nil }

  /// The place of the original, for code that opens it from another thread; nil without an
  /// original.
  open var original: (any Original)? { nil }

  /// The original's status, if it was read before.
  open var knownStatus: FileStatus? { nil }

  /// Returns the progress of the work on the asset; it is made when the first work begins.
  ///
  /// - Parameter run: the run that the asset is part of; nil outside of a run.
  package final func progress(of run: RunLink?) -> ItemProgress {
    if let known = findings?.progress { return known }
    let made = ItemProgress(
      name: String(decoding: filenameBytes, as: UTF8.self),
      identifier: string(of: .localIdentifier), parent: run?.progress,
      cancellation: run?.cancellation)
    findingsForWriting().progress = made
    return made
  }

  /// Writes the asset's record: the values of the source, then the results of the stages.
  open func writeRecord(into writer: inout RecordWriter) {
    writer.begin(kind: "asset")
    writeFields(into: &writer)
    writer.writeLocalDate(of: self)
    writeExtras(into: &writer)
    if let findings { writer.write(findings) }
    writer.end()
  }

  /// Writes the asset's record, or that of a change to it, in the form of the output.
  package final func writeLine(into writer: inout RecordWriter) {
    // Not `guard let`: most have none, and a copy of none costs each record as much as one.
    if writer.form == nil { return writeJSON(into: &writer) }
    guard let form = writer.form else { return }
    if let field = form.soleField {
      withText(of: field) { text in
        if let text { form.write(text, into: &writer.buffer) }
      }
    } else {
      writer.writeLine { writeJSON(into: &$0) }
    }
  }

  /// Reads the values that an output prints on request, and marks the asset as failed when it can't
  /// be printed in the output's form. The records of changes can be printed in every form.
  package final func check(for lines: RecordLineOptions) {
    do {
      for field in lines.descriptiveFields { try load(field) }
    } catch {
      fail(stage: error.stage, error.reason)
    }
    guard let form = lines.form, let field = form.soleField, findings?.frame == nil else { return }
    if let problem = withText(of: field, { form.problem(with: $0) }) {
      fail(stage: "output", problem)
    }
  }

  /// Calls `body` with the bytes of a text, nil when it is not known.
  private func withText<Result>(
    of field: Field, _ body: (UnsafeRawBufferPointer?) -> Result
  ) -> Result {
    switch value(of: field) {
    case .text(let text): body(text.bytes)
    case .string(var string): string.withUTF8 { body(UnsafeRawBufferPointer($0)) }
    default: body(nil)
    }
  }

  /// Does the same as ``writeLine(into:)`` as a line of JSON, whatever the form of the output.
  private func writeJSON(into writer: inout RecordWriter) {
    guard let frame = findings?.frame else { return writeRecord(into: &writer) }
    frame.write(into: &writer) { writeRecord(into: &$0) }
  }

  /// Adds everything that distinguishes this state of the asset from an earlier one: the whole
  /// content of its record.
  open func addVersion(to fingerprint: inout Fingerprint) {
    var writer = RecordWriter(capacity: 1 << 10)
    writeFields(into: &writer)
    writeExtras(into: &writer)
    fingerprint.add(writer.buffer.bytes)
  }

  /// Writes every field that the source knows, in the order of ``Field``.
  open func writeFields(into writer: inout RecordWriter) {
    for field in Field.allCases where findings?.value(of: field) == nil {
      writer.write(field, sourceValue(of: field))
    }
  }

  /// Writes members of the record that are not fields.
  open func writeExtras(into writer: inout RecordWriter) {}

  /// The asset's name in messages to the user.
  open var displayName: String {
    for field in [Field.path, .localIdentifier, .filename] {
      switch sourceValue(of: field) {
      case .text(let text): return text.string
      case .string(let string): return string
      default: continue
      }
    }
    return "an asset without a name"
  }

  /// Marks the asset as failed; the first reason stays.
  ///
  /// - Parameter isOfRule: true if the rule is at fault, and not the asset.
  package final func fail(stage: String, _ reason: String, isOfRule: Bool = false) {
    guard failure == nil else { return }
    let findings = findingsForWriting()
    // The failure is set before the name is read, as reading the name may fail, too.
    findings.failure = AssetFailure(
      asset: "", stage: stage, reason: reason, isOfRule: isOfRule)
    findings.failure?.asset = displayName
  }

  /// Returns the results of the stages, for writing; they are made on first use.
  package final func findingsForWriting() -> Findings {
    if let findings { return findings }
    let made = Findings()
    findings = made
    return made
  }
}

extension Asset {
  /// The path of the original, as the bytes that the system takes.
  package var pathBytes: [UInt8]? { bytes(of: .path) }

  /// The file name for a copy of the original.
  package var filenameBytes: [UInt8] {
    if let name = bytes(of: .filename), !name.isEmpty, !name.contains(UInt8(ascii: "/")) {
      return name
    }
    return Array((pathBytes ?? []).split(separator: UInt8(ascii: "/")).last ?? [])
  }

  /// Returns a whole number, 0 when it is not known.
  package func integer(_ field: Field) -> Int64 {
    if case .integer(let value) = value(of: field) { return value }
    return 0
  }

  /// Returns a text, empty when it is not known.
  package func string(of field: Field) -> String {
    switch value(of: field) {
    case .text(let text): text.string
    case .string(let string): string
    default: ""
    }
  }

  private func bytes(of field: Field) -> [UInt8]? {
    switch value(of: field) {
    case .text(let text): Array(text.bytes)
    case .string(let string): Array(string.utf8)
    default: nil
    }
  }
}

extension Asset {
  /// Returns the original's EXIF, XMP and IPTC metadata; the decoder process reads it once.
  ///
  /// - Throws: ``AssetFailure`` when the original can't be read or decoded.
  package func metadata() throws(AssetFailure) -> any AssetMetadata {
    if let known = findings?.metadata { return known }
    let file = try openOriginal()
    guard let reader else {
      throw AssetFailure(asset: displayName, stage: "metadata", reason: "has no file to read")
    }
    do throws(FileProblem) {
      let metadata = try reader.metadata(of: file)
      findingsForWriting().metadata = metadata
      return metadata
    } catch {
      throw AssetFailure(asset: displayName, stage: "metadata", reason: error.reason)
    }
  }

  /// Adds all metadata to the record; reads it when the asset did not come with it.
  package func loadMetadata() throws(AssetFailure) {
    guard !carriesMetadata else { return }
    _ = try metadata()
    findingsForWriting().writesMetadata = true
  }

  /// Returns one part of the metadata: the one that came with the asset, else the file's.
  final func metadataValue(of field: Field) -> FieldValue {
    if carriesMetadata { return sourceValue(of: field) }
    do {
      return try metadata().value(of: field)
    } catch {
      fail(stage: error.stage, error.reason)
      return .absent
    }
  }

  /// True if the asset came with metadata; if one part came with it, so did all others that exist.
  private var carriesMetadata: Bool {
    for field in [Field.exif, .xmp, .iptc] {
      if case .object = sourceValue(of: field) { return true }
    }
    return false
  }
}

extension Asset {
  /// Returns true if the asset's type is `identifier` or descends from it.
  ///
  /// A live photo has its picture's type, and is a live photo as well.
  package final func hasItemConforming(to identifier: String) -> Bool {
    if identifier == UniformType.livePhoto { return isLivePhoto }
    let own = string(of: .uniformTypeIdentifier)
    return !own.isEmpty && UniformType.conforms(own, to: identifier)
  }
}
