internal import Decoding
internal import JSON
package import Media
internal import Platform
internal import Synchronization

/// What reads files: headers by readers that wait to be used again, dates by the local time zone,
/// all metadata by the decoder processes.
package final class HeaderReaderPool: OriginalReader {
  /// What earlier runs read; nil to read everything.
  package let catalogue: Catalogue?
  /// The zone of dates that come without one.
  package let zone = LocalTimeZone.computer
  /// Who reads all metadata; nil where nobody does.
  private let decoders: DecoderPool?
  package let run: RunLink?
  private let idle = Lock<[ReaderBox]>([])
  private let readsAreSlow = Atomic(false)

  /// - Parameter run: the run for which files are read; nil for none.
  package init(
    decoders: DecoderPool? = nil, catalogue: Catalogue? = nil, run: RunLink? = nil
  ) {
    self.decoders = decoders
    self.run = run
    self.catalogue = catalogue
  }

  /// A reader in a box, confined to the one that took it from the pool.
  ///
  /// `@unchecked Sendable`: only its holder touches it; the pool hands it over under its lock.
  private final class ReaderBox: @unchecked Sendable {
    var reader = HeaderReader()
  }

  /// The facts in a file's header, from the catalogue when the file did not change since, and the
  /// status that they hold for.
  ///
  /// - Parameters:
  ///   - status: what the file system says of the file, when that is known already.
  ///   - files: of the lane that asks; nil for other threads.
  package func facts(
    of place: FilePlace, status known: FileStatus? = nil, for files: LaneFiles? = nil
  ) throws -> (facts: MediaFacts, status: FileStatus) {
    guard let catalogue, catalogue.isOfUse() else {
      let file = try place.open()
      return (try read(file), file.status)
    }
    // Asking for the status of a file that will be opened anyway would be for nothing.
    let numbers = place.numbers
    let page = numbers.flatMap {
      files?.page(device: $0.device, inode: $0.inode, of: catalogue)
        ?? catalogue.page(device: $0.device, inode: $0.inode)
    }
    let mayKnow = numbers.map { page?.holds(inode: $0.inode) ?? false } ?? true
    let status =
      mayKnow ? try known ?? files?.status(of: place) ?? place.status() : known
    if let status, status.isRegularFile,
      let facts = catalogue.facts(of: CatalogueKey(status, name: place.name), in: page)
    {
      return (facts, status)
    }
    let moment = catalogue.clock.now
    let file = try place.open()
    if file.status != status,
      let facts = catalogue.facts(of: CatalogueKey(file.status, name: place.name))
    {
      return (facts, file.status)
    }
    let facts = try read(file)
    catalogue.note(facts, of: file.status, name: place.name, at: moment)
    return (facts, file.status)
  }

  /// Headers come from a slow disk from now on.
  package func expectSlowReads() { readsAreSlow.store(true, ordering: .relaxed) }

  /// Reads the facts in the file's header.
  package func read(_ file: OpenFile) throws(MediaError) -> MediaFacts {
    let box = idle.withLock { $0.popLast() } ?? ReaderBox()
    defer { idle.withLock { $0.append(box) } }
    if readsAreSlow.load(ordering: .relaxed) { file.expectScatteredReads() }
    return try box.reader.read(descriptor: file.descriptor, size: file.status.size)
  }

  /// Reads all metadata of the file; blocks until the decoder answered.
  package func metadata(of file: OpenFile) throws(FileProblem) -> any AssetMetadata {
    let facts: MediaFacts
    do {
      facts = try read(file)
    } catch {
      throw FileProblem("\(error)")
    }
    let request = MetadataRequest(
      format: facts.format, exif: facts.exifBlock, xmp: facts.xmpBlock)
    let json = try json(request, of: file)
    do {
      return try ReadMetadata(json)
    } catch {
      throw FileProblem("the decoder's answer \(error.message)")
    }
  }

  private func json(
    _ request: MetadataRequest, of file: OpenFile
  ) throws(FileProblem) -> [UInt8] {
    // Only these may have more than their headers name: IPTC.
    let mayHaveMore = request.format.isJPEG || request.format == .png
    if request.exif == nil, request.xmp == nil, !mayHaveMore { return Array("{}".utf8) }
    guard let decoders else { throw FileProblem("there is no decoder to read metadata") }
    do {
      return try decoders.metadata(request, of: file.descriptor)
    } catch {
      throw FileProblem(error.message)
    }
  }
}

/// What a file's EXIF, XMP and IPTC say, as JSON that the decoder made and that was checked here.
final class ReadMetadata: AssetMetadata {
  /// One record with the three as its members.
  private let chunk: RecordChunk
  private let memberCount: Int

  /// What the decoder answers at most.
  private static let largest = 4 << 20

  /// - Throws: ``RecordProblem`` when the bytes are not one JSON object on one line, in UTF-8.
  init(_ json: [UInt8]) throws(RecordProblem) {
    guard json.count <= Self.largest else { throw RecordProblem("is too large", at: 0) }
    let isText = json.withUnsafeBytes { $0.isValidUTF8 }
    guard isText else { throw RecordProblem("is not UTF-8", at: 0) }
    chunk = RecordChunk(capacity: json.count)
    UnsafeMutableRawBufferPointer(start: chunk.bytes, count: json.count).copyBytes(from: json)
    chunk.count = json.count
    var scanner = RecordScanner(chunk)
    let extent = try scanner.scan(0..<json.count)
    scanner.finish()
    memberCount = Int(extent.memberCount)
  }

  func value(of field: Field) -> FieldValue {
    for place in 0..<memberCount {
      let member = chunk.tape[place]
      let key = TextSpan(chunk.span(member.keyStart, member.keyCount))
      if member.kind == .object, key.string == field.name {
        return .object(TextSpan(chunk.span(member.start, member.count)))
      }
    }
    return .absent
  }
}
