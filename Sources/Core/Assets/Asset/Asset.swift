internal import Media
internal import Platform

/// One photo or video on its way through a run.
///
/// A class, so that moving an asset costs one reference count. Each kind of source has a subclass,
/// which reads the groups of fields in ``Facet`` on first use; the results of stages are kept in
/// ``findings``.
///
/// `@unchecked Sendable`: an asset is confined to the worker that holds its batch; batches are
/// passed on under the runner's lock.
open class Asset: @unchecked Sendable {
  /// The results of the rule's stages; nil until a stage has one. Not checked for exclusive access,
  /// as the check would cost more than a test of the asset does; only one worker uses it.
  @exclusivity(unchecked)
  @usableFromInline package final var findings: Findings?

  /// The error that stopped work on the asset; nil while none exists.
  @inlinable package final var failure: AssetFailure? { findings?.failure }

  public init() {}

  /// Returns the value of a field, after reading the facet that holds it if necessary.
  @inlinable @inline(__always)
  public final func value(of field: Field) -> FieldValue {
    if field.number < Field.localDate.number, !field.isDescriptive {
      return sourceValue(of: field)
    }
    return foundValue(of: field)
  }

  /// Returns the value of a descriptive, computed or added field, from stages, source or file.
  @usableFromInline package final func foundValue(of field: Field) -> FieldValue {
    switch field {
    case .labels:
      guard let labels = findings?.labels, !labels.isEmpty else { return sourceValue(of: field) }
      return .texts(labels)
    case .localDate: return localDate
    case .sha1: return digestValue(.sha1)
    case .sha256: return digestValue(.sha256)
    case .exif, .xmp, .iptc: return metadataValue(of: field)
    case .albumPaths:
      let paths = albumPaths
      return paths.isEmpty ? .absent : .texts(AlbumPath.texts(of: paths))
    case .damage: return damageValue
    case _ where field.isDescriptive:
      return findings?.value(of: field) ?? descriptiveValue(of: field)
    default: return findings?.value(of: field) ?? sourceValue(of: field)
    }
  }

  private func digestValue(_ algorithm: DigestAlgorithm) -> FieldValue {
    if case .text(let known) = sourceValue(of: algorithm.field) { return .text(known) }
    do {
      return .string(try digest(algorithm).hexadecimal)
    } catch {
      fail(stage: error.stage, error.reason)
      return .absent
    }
  }

  /// True if the source has the creation date as a moment in UTC, false if as the time of a clock; nil
  /// if the source does not tell.
  open var creationDateIsMoment: Bool? { nil }

  /// Returns the value that the source has for a field; subclasses override this.
  open func sourceValue(of field: Field) -> FieldValue { .absent }

  /// Returns a value of a descriptive field: that of the source, else what people typed into the
  /// file, which is read on first use.
  ///
  /// Sources that keep such a field themselves don't take it from files.
  open func descriptiveValue(of field: Field) -> FieldValue { sourceValue(of: field) }

  /// Writes the values of fields that fit a ``PlainValue`` and are known without reading anything;
  /// marks all others as ``PlainValue/unread``. Each value written equals ``value(of:)``.
  ///
  /// - Parameter wanted: has a bit set for the index of each field that is needed.
  package func recall(
    _ fields: UnsafeBufferPointer<Field>, wanted: UInt32,
    into values: UnsafeMutablePointer<PlainValue>
  ) {
    for place in fields.indices { values[place] = .unread }
  }

  /// Reads in advance those of the facets for which the file has to be read.
  open func readAhead(_ facets: FacetSet) {}

  /// Reads the facets in advance, with a cache of the files that the worker read last.
  open func readAhead(_ facets: FacetSet, with files: WorkerReadCache) { readAhead(facets) }

  /// Prepares for reads from a slow disk; called before they begin.
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

  /// Returns the hash of the original's bytes, computed on the first call.
  ///
  /// - Throws: ``AssetFailure`` when the original can't be read.
  package final func digest(_ algorithm: DigestAlgorithm) throws(AssetFailure) -> ContentDigest {
    if let known = findings?.digests.first(where: { $0.algorithm == algorithm }) { return known }
    let digest = try readDigest(algorithm)
    findingsForWriting().digests.append(digest)
    return digest
  }

  /// Returns the hash of the original from a cache, or else computes it; subclasses override this.
  open func readDigest(_ algorithm: DigestAlgorithm) throws(AssetFailure) -> ContentDigest {
    try hashOriginal(algorithm).digest
  }

  /// Computes the hash of the original's bytes, and returns it with the opened file.
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

  /// Returns a copy for another thread, without the results of stages; nil if it can't be copied.
  open func another() -> Asset? { nil }

  /// Returns the smaller pictures of a version that a library such as Photos stored; else empty.
  open func derivatives(of version: PictureVersion) -> [any Original] { [] }

  /// The picture that a camera wrote beside a raw file, under the same name but for its extension;
  /// nil without one.
  open var pictureBesideRaw: (any Original)? { nil }

  /// Returns the file that holds a version; the original if the library keeps no edited versions.
  open func place(of version: PictureVersion) -> PictureVersion.Place { .original }

  /// Returns the files that belong to a version beside its main one: the movie of a live photo, and
  /// for no version also the RAW picture of a pair.
  ///
  /// - Parameter version: nil for all files that were imported; the original is then the main one.
  open func companions(of version: PictureVersion?) -> [AssetResource] { [] }

  /// Records the new paths of the asset's files after a stage moved them, for later reads.
  open func relocate(to place: Relocation) {}

  /// The path of the library in which other files refer to the asset by its name, as the JSON files
  /// of an export do; nil for none.
  open var keeper: String? { nil }

  /// Files beside the original that describe it and have other names, such as a Takeout's JSON.
  open var documents: [any Original] { [] }

  /// True if the frames of a burst are no assets of their own, so that they go along with the asset,
  /// should it represent one.
  open var carriesFrames: Bool { false }

  /// The other frames of a burst that the asset represents, where they are no assets of their own.
  open var otherFrames: [any Original] { [] }

  /// The reader of the original's metadata; nil when there is no original.
  open var reader: (any OriginalReader)? { nil }

  /// The main file, which another thread can open as well; nil if the asset has no file.
  open var original: (any Original)? { nil }

  /// Looks up the albums that the asset is in; empty if its library has no albums.
  open func findAlbums() -> [AlbumPath] { [] }

  /// True if the original is in iCloud alone, so that there is no file of it.
  open var isAway: Bool {
    if case .flag(true) = value(of: .isInCloud) { return original == nil }
    return false
  }

  /// The library's name for the bytes of an original that is not on this computer, or of another
  /// original with the same bytes. Equal names mean equal bytes; nil for all other assets.
  open var contentName: String? { nil }

  /// True if the original shows no damage and is not being written; decides which of several assets
  /// is shown.
  open var isWhole: Bool { true }

  /// The size and times of the original, if they were read before; else nil.
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

  /// Writes the asset's record in the output's format; for a change, the record of the change.
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
      for field in lines.requestedFields { try load(field) }
    } catch {
      fail(stage: error.stage, error.reason)
    }
    guard let form = lines.form, let field = form.soleField, findings?.frame == nil else { return }
    if let problem = withText(of: field, { form.problem(with: $0) }) {
      fail(stage: "output", problem)
    }
  }

  private func withText<Result>(
    of field: Field, _ body: (UnsafeRawBufferPointer?) -> Result
  ) -> Result {
    switch value(of: field) {
    case .text(let text): body(text.bytes)
    case .string(var string): string.withUTF8 { body(UnsafeRawBufferPointer($0)) }
    default: body(nil)
    }
  }

  /// Writes the same as ``writeLine(into:)``, but always as a line of JSON.
  private func writeJSON(into writer: inout RecordWriter) {
    guard let frame = findings?.frame else { return writeRecord(into: &writer) }
    frame.write(into: &writer) { writeRecord(into: &$0) }
  }

  /// Adds the whole record to a fingerprint, so that any change of it changes the fingerprint.
  open func addVersion(to fingerprint: inout Fingerprint) {
    var writer = RecordWriter(capacity: 1 << 10)
    writeFields(into: &writer)
    writeExtras(into: &writer)
    fingerprint.add(writer.buffer.bytes)
  }

  /// Writes every field that the source knows, in the order of ``Field``.
  open func writeFields(into writer: inout RecordWriter) {
    for field in Field.allCases
    where writer.printedFields?.contains(field) ?? true && findings?.value(of: field) == nil {
      writer.write(field, sourceValue(of: field))
    }
  }

  /// Writes the members of the record that are not ``Field``s.
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

  /// Records the failure of the asset; the first reason stays.
  ///
  /// - Parameter isOfRule: true if an error in the rule caused it, and not the asset.
  package final func fail(stage: String, _ reason: String, isOfRule: Bool = false) {
    guard failure == nil else { return }
    let findings = findingsForWriting()
    // The failure is set before the name is read, as reading the name may fail, too.
    findings.failure = AssetFailure(
      asset: "", stage: stage, reason: reason, isOfRule: isOfRule)
    findings.failure?.asset = displayName
  }

  /// Returns ``findings`` for writing, created on first use.
  package final func findingsForWriting() -> Findings {
    if let findings { return findings }
    let made = Findings()
    findings = made
    return made
  }
}

extension Asset {
  /// The path of the original as raw bytes in the file system's encoding; nil if it has no path.
  package var pathBytes: [UInt8]? { bytes(of: .path) }

  /// The file name for a copy of the original, as raw bytes; empty if no name or path is known.
  package var filenameBytes: [UInt8] {
    if let name = bytes(of: .filename), !name.isEmpty, !name.contains(UInt8(ascii: "/")) {
      return name
    }
    return Array((pathBytes ?? []).split(separator: UInt8(ascii: "/")).last ?? [])
  }

  /// Returns the value of a field as a whole number, 0 if the field is absent.
  package func integer(_ field: Field) -> Int64 {
    if case .integer(let value) = value(of: field) { return value }
    return 0
  }

  /// Returns the value of a field as text, empty if the field is absent.
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
  /// Returns true if the asset's type is `identifier` or conforms to it, as `public.jpeg` does to
  /// `public.image`. A live photo conforms to its picture's type and to the type of live photos.
  package final func hasItemConforming(to identifier: String) -> Bool {
    if identifier == UniformType.livePhoto { return isLivePhoto }
    let own = string(of: .uniformTypeIdentifier)
    return !own.isEmpty && UniformType.conforms(own, to: identifier)
  }
}
