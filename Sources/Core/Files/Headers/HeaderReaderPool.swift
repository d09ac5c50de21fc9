internal import Decoding
package import Media
internal import Platform
internal import Synchronization

/// A pool of header readers for reuse, with the time zone for dates, and the decoders for metadata.
package final class HeaderReaderPool: OriginalReader {
  /// The cache of headers that earlier runs read; nil to read everything.
  package let catalogue: Catalogue?
  /// The time zone for dates that name none.
  package let zone = LocalTimeZone.computer
  /// The decoders that read all metadata; nil if metadata can't be read.
  private let decoders: DecoderPool?
  package let run: RunLink?
  /// True if descriptions that cameras wrote by themselves count, too.
  package let givesCameraTexts: Bool
  private let idle = Lock<[ReaderBox]>([])
  private let readsAreSlow = Atomic(false)

  /// Creates a pool that reads files for `run`, which is nil outside of a run.
  package init(
    decoders: DecoderPool? = nil, catalogue: Catalogue? = nil, run: RunLink? = nil,
    givingCameraTexts: Bool = false
  ) {
    self.decoders = decoders
    self.run = run
    givesCameraTexts = givingCameraTexts
    self.catalogue = catalogue
  }

  /// An object that holds a reader. `@unchecked Sendable`: only the thread that took it uses it;
  /// the pool passes it on under its lock.
  private final class ReaderBox: @unchecked Sendable {
    var reader = HeaderReader()
  }

  /// Returns the facts in a file's header, from the catalogue if the file is unchanged, and the
  /// file status that they belong to.
  ///
  /// - Parameters:
  ///   - status: the status of the file, if it was read before; else nil.
  ///   - files: the cache of the calling worker; nil for other threads.
  package func facts(
    of place: FilePlace, status known: FileStatus? = nil, for files: WorkerFileCache? = nil
  ) throws -> (facts: MediaFacts, status: FileStatus) {
    guard let catalogue, catalogue.isOfUse() else {
      let file = try place.open()
      return (try read(file), file.status)
    }
    // Reading the status of a file that will be opened anyway would be wasted.
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

  /// Returns the texts that people typed into a file, nil for none, with its header's facts, which
  /// the same reads give; both come from the catalogue if it has them.
  package func description(
    of place: FilePlace, status known: FileStatus? = nil, for files: WorkerFileCache? = nil
  ) throws -> (description: MediaDescription?, facts: MediaFacts, status: FileStatus) {
    guard let catalogue, catalogue.isOfUse() else {
      let file = try place.open()
      let read = try readDescribed(file)
      return (read.description, read.facts, file.status)
    }
    let page = place.numbers.flatMap {
      files?.page(device: $0.device, inode: $0.inode, of: catalogue)
    }
    let status = try known ?? files?.status(of: place) ?? place.status()
    if status.isRegularFile,
      let read = catalogue.described(CatalogueKey(status, name: place.name), in: page)
    {
      return (read.description, read.facts, status)
    }
    let moment = catalogue.clock.now
    let file = try place.open()
    let read = try readDescribed(file)
    catalogue.note(
      read.facts, read.description, of: file.status, name: place.name, at: moment)
    return (read.description, read.facts, file.status)
  }

  /// Announces that headers come from a slow disk, of which no more is read than needed.
  package func expectSlowReads() { readsAreSlow.store(true, ordering: .relaxed) }

  /// Reads the facts in the file's header, without the catalogue.
  package func read(_ file: OpenFile) throws(MediaError) -> MediaFacts {
    let box = idle.withLock { $0.popLast() } ?? ReaderBox()
    defer { idle.withLock { $0.append(box) } }
    if readsAreSlow.load(ordering: .relaxed) { file.expectScatteredReads() }
    return try box.reader.read(descriptor: file.descriptor, size: file.status.size)
  }

  private func readDescribed(
    _ file: OpenFile
  ) throws(MediaError) -> (facts: MediaFacts, description: MediaDescription?) {
    let box = idle.withLock { $0.popLast() } ?? ReaderBox()
    defer { idle.withLock { $0.append(box) } }
    if readsAreSlow.load(ordering: .relaxed) { file.expectScatteredReads() }
    return try box.reader.readDescribed(
      descriptor: file.descriptor, size: file.status.size, digest: MD5Digest.digest(of:))
  }

  /// Reads all metadata of the file by a decoder; blocks. Throws ``FileProblem`` if that fails.
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
      return try DecodedMetadata(json)
    } catch {
      throw FileProblem("the decoder's answer \(error.message)")
    }
  }

  private func json(
    _ request: MetadataRequest, of file: OpenFile
  ) throws(FileProblem) -> [UInt8] {
    // Only these formats may have IPTC, which their headers don't name.
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

/// A file's EXIF, XMP and IPTC metadata, as JSON that the decoder made and that was checked here.
final class DecodedMetadata: AssetMetadata {
  /// A chunk with one record, whose members are EXIF, XMP and IPTC.
  private let chunk: RecordChunk
  private let memberCount: Int

  /// The size limit for the decoder's answer in bytes.
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

extension HeaderReaderPool: FileAssetProvider {
  /// Returns the asset of the file at a path, absolute or relative to the working folder.
  package func asset(at path: [UInt8]) -> Asset { FileAsset(path: path, headers: self) }
}
