package import Media
internal import Platform

/// Collects the texts that people typed into one file, such as a title, from all its blocks of
/// metadata, and chooses one where they disagree.
struct DescriptionReader {
  /// Returns the MD5 hash of bytes; nil where the system does not offer it.
  let digest: ([UInt8]) -> [UInt8]?

  private var exif: MediaDescription?
  private var windows: MediaDescription?
  private var xmp: MediaDescription?
  /// The last parts of XMP's paths of keywords, which count where no list of keywords exists.
  private var pathKeywords: [String] = []
  private var iptc: MediaDescription?
  /// The texts of the format itself, such as those of a PNG.
  private var texts: MediaDescription?
  /// True if a program changed IPTC without writing the same texts as XMP.
  private var isIPTCNewer = false

  /// The version of the results, raised whenever the reader finds other texts in the same file.
  static let version: UInt8 = 2
  /// The maximum number of bytes that are read of a file beside its header.
  static let budget = 10 << 20

  init(digest: @escaping ([UInt8]) -> [UInt8]?) {
    self.digest = digest
  }

  /// Reads the metadata of the file in the window, whose facts were read before.
  mutating func read(
    _ facts: MediaFacts, _ window: inout HeaderWindow
  ) throws(MediaError) {
    window.allow(Self.budget)
    var (exifBlock, xmpBlock) = (facts.exifBlock, facts.xmpBlock)
    switch facts.format {
    case .jpeg, .mpo: try readSegments(at: 0, &xmpBlock, &window)
    // The picture for viewing has the metadata of its maker's other files.
    case .raf, .rw2, .rwl, .panasonicRaw:
      if let preview = facts.embeddedPreview {
        try readSegments(at: preview.range.offset, &xmpBlock, &window)
      }
      try takeExif(ByteRange(offset: 0, count: window.size), &window)
    case .png:
      let chunks = try PNGMetadata(&window)
      texts = chunks.texts
      exifBlock = exifBlock ?? chunks.exif
      xmpBlock = xmpBlock ?? chunks.xmp
      if let records = chunks.iptc { iptc = MediaDescription(iptc: records) }
    case .psd, .psb: try readPhotoshop(&window)
    case .jpeg2000: try readIdentifiedBox(&window)
    case .svg:
      xmpBlock = ByteRange(offset: 0, count: window.size)
      texts = try SVGTexts(&window).description
    case .quickTime, .mpeg4, .m4v, .threeGPP: texts = try MovieTexts(&window).description
    default: break
    }
    _ = try readXMP(xmpBlock, &window)
    if let exifBlock { try readExif(exifBlock, &window) }
  }

  /// Reads the segments of a JPEG that begins at byte `start`: IPTC, and XMP, which is at
  /// `xmpBlock` if that is known; sets `xmpBlock` to nil.
  private mutating func readSegments(
    at start: Int64, _ xmpBlock: inout ByteRange?, _ window: inout HeaderWindow
  ) throws(MediaError) {
    let segments = try JPEGMetadata(at: start, &window)
    let extended = try readXMP(xmpBlock ?? segments.xmp, &window)
    if let extended { try readExtendedXMP(extended, segments.extendedXMP, &window) }
    xmpBlock = nil
    var resources: [UInt8] = []
    for range in segments.photoshop
    where resources.count + Int(range.count) <= PhotoshopResources.largest {
      resources += try content(range, Self.largestSegment, &window) ?? []
    }
    if !resources.isEmpty { takeIPTC(PhotoshopResources(resources)) }
  }

  /// Returns each value from the first block that has it: EXIF, XMP, IPTC, Windows' tags, the
  /// format's own texts; nil without any. IPTC precedes XMP where it is newer. Keywords of XMP that
  /// are in paths alone count after those of IPTC.
  func finish() -> MediaDescription? {
    guard exif != nil || xmp != nil || iptc != nil || windows != nil || texts != nil else {
      return nil
    }
    let restored = xmp.flatMap { iptc?.restored(by: $0) } ?? iptc
    let synced = isIPTCNewer ? [restored, xmp] : [xmp, iptc]
    var paths = MediaDescription()
    paths.keywords = pathKeywords
    return MediaDescription(first: ([exif] + synced + [paths, windows, texts]).compactMap(\.self))
  }

  /// Reads an XMP packet; returns the identifier of its part in other segments, nil without one.
  private mutating func readXMP(
    _ range: ByteRange?, _ window: inout HeaderWindow
  ) throws(MediaError) -> String? {
    guard let range else { return nil }
    let limit = XMPProperties.sizeLimit
    let identifier = try window.withContent(range, limit: limit) { bytes -> String? in
      guard let unpacked = PackedMetadata.unpacked(bytes, limit: limit) else {
        return takeXMP(bytes)
      }
      return unpacked.withUnsafeBytes { takeXMP($0) }
    }
    return identifier ?? nil
  }

  private mutating func readExtendedXMP(
    _ identifier: String, _ ranges: [ByteRange], _ window: inout HeaderWindow
  ) throws(MediaError) {
    var parts: [XMPExtension] = []
    var byteCount: Int64 = 0
    for range in ranges where byteCount + range.count <= XMPProperties.sizeLimit {
      byteCount += range.count
      let part = try content(range, Self.largestSegment, &window).flatMap { XMPExtension($0) }
      if let part { parts.append(part) }
    }
    guard let packet = XMPExtension.packet(identifier, of: parts) else { return }
    packet.withUnsafeBytes { _ = takeXMP($0) }
  }

  /// Adds properties that no earlier packet has; returns the identifier of another part, or nil.
  private mutating func takeXMP(_ bytes: UnsafeRawBufferPointer) -> String? {
    guard XMPProperties.mayDescribe(bytes) else { return nil }
    var problem: XMPProblem?
    let properties = XMPProperties(bytes, problem: &problem)
    var description = properties.description
    if !properties.listsKeywords {
      if pathKeywords.isEmpty { pathKeywords = description.keywords }
      description.keywords = []
    }
    xmp = xmp.map { MediaDescription(first: [$0, description]) } ?? description
    return properties.extensionIdentifier
  }

  private mutating func readExif(
    _ range: ByteRange, _ window: inout HeaderWindow
  ) throws(MediaError) {
    if var block = try window.unpacked(range) {
      try takeExif(ByteRange(offset: 0, count: block.size), &block)
    } else {
      try takeExif(range, &window)
    }
  }

  private mutating func takeExif(
    _ range: ByteRange, _ window: inout HeaderWindow
  ) throws(MediaError) {
    let found = try ExifTexts(range, &window)
    exif = exif ?? found.standard
    windows = windows ?? found.windows
    guard iptc == nil else { return }
    let resources = try content(found.photoshop, PhotoshopResources.largest, &window)
    let records = try content(found.iptc, IPTCRecords.largestBlock, &window)
    takeIPTC(PhotoshopResources(resources ?? []), records: records)
  }

  private func content(
    _ range: ByteRange?, _ limit: Int, _ window: inout HeaderWindow
  ) throws(MediaError) -> [UInt8]? {
    guard let range else { return nil }
    return try window.withContent(range, limit: limit) { Array($0) }
  }

  /// Reads the resources of a Photoshop document, which follow its header and its colours.
  private mutating func readPhotoshop(_ window: inout HeaderWindow) throws(MediaError) {
    guard let head = try window.bytes(at: 26, count: 4) else { return }
    let start = 30 + Int64(head.big32(0))
    guard let length = try window.bytes(at: start, count: 4) else { return }
    let range = ByteRange(offset: start + 4, count: Int64(length.big32(0)))
    let resources = try window.withContent(range, limit: Self.largestResources) {
      PhotoshopResources(Array($0))
    }
    if let resources { takeIPTC(resources) }
  }

  /// Reads the IIM records of a JPEG 2000, which are in a `uuid` box of their own.
  private mutating func readIdentifiedBox(_ window: inout HeaderWindow) throws(MediaError) {
    var ignored = MediaFactsBuilder()
    var boxes = BoxList(from: 0, to: window.size)
    while let box = try boxes.next(&window, &ignored) {
      guard box.type == BoxType.uuid, box.count > 16,
        let identifier = try window.bytes(at: box.payload, count: 16),
        identifier.big64(0) == 0x33C7_A4D2_B81D_4723, identifier.big64(8) == 0xA0BA_F1A3_E097_AD38
      else { continue }
      let range = ByteRange(offset: box.payload + 16, count: box.count - 16)
      takeIPTC(
        PhotoshopResources([]),
        records: try content(range, IPTCRecords.largestBlock, &window))
    }
  }

  /// The maximum size of a JPEG's segment in bytes.
  private static let largestSegment = 1 << 16
  /// The maximum size in bytes of a Photoshop document's resources, among them its thumbnail.
  private static let largestResources = 4 << 20

  private mutating func takeIPTC(_ resources: PhotoshopResources, records: [UInt8]? = nil) {
    guard let records = records ?? resources.iptc else { return }
    iptc = MediaDescription(iptc: records)
    guard let stored = resources.iptcDigest, let current = digest(records) else { return }
    isIPTCNewer = stored != current
  }
}

extension HeaderReader {
  /// The version of the descriptions' reader, raised when it finds other texts in the same file.
  package static var descriptionVersion: UInt8 { DescriptionReader.version }

  /// Reads the facts of an open regular file, and the texts that people typed into it, or nil.
  ///
  /// Reads at most 10 MiB beside the header: XMP of up to 4 MiB, IPTC of up to 1 MiB.
  ///
  /// - Parameters:
  ///   - size: the file's size according to `fstat`.
  ///   - digest: returns the MD5 hash of bytes, or nil if it is not available.
  /// - Throws: `MediaError` for system errors only.
  package mutating func readDescribed(
    descriptor: Int32, size: Int64, digest: @escaping ([UInt8]) -> [UInt8]?
  ) throws(MediaError) -> (facts: MediaFacts, description: MediaDescription?) {
    let facts = try read(descriptor: descriptor, size: size)
    var reader = DescriptionReader(digest: digest)
    try reader.read(facts, &window)
    return (facts, reader.finish())
  }
}
