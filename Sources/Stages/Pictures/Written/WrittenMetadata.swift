internal import Media
internal import Platform

/// The metadata of a written picture: EXIF about the shot, and XMP with what is known of the asset,
/// from whichever source.
struct WrittenMetadata {
  /// The EXIF block from its byte-order mark on; nil if the original has none or can't be opened.
  let exif: [UInt8]?
  /// The XMP packet; nil if nothing is known.
  let xmp: [UInt8]?

  /// Reads the metadata of an asset.
  ///
  /// - Throws: ``AssetFailure`` or ``FileProblem`` if a value can't be read.
  init(of asset: Asset, _ changes: ExifCopy.Changes, in context: RunContext) throws {
    exif = try (try? asset.openOriginal()).flatMap { try Self.exif(of: $0, changes) }
    let known = try OutgoingSidecar(
      of: asset, mergedInto: nil, withoutPlace: changes.withoutPlace, in: context)
    xmp = try known.content().map { Self.head + $0 + Self.tail }
  }

  /// The beginning of an XMP packet in a file (XMP specification part 1, section 7.3).
  private static let head = Array(
    "<?xpacket begin=\"\u{FEFF}\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n".utf8)
  private static let tail = Array("<?xpacket end=\"w\"?>".utf8)

  private static func exif(
    of file: OpenFile, _ changes: ExifCopy.Changes
  ) throws(FileProblem) -> [UInt8]? {
    var reader = HeaderReader()
    do throws(MediaError) {
      let facts = try reader.read(descriptor: file.descriptor, size: file.status.size)
      guard let range = facts.exifBlock else { return nil }
      var window = HeaderWindow()
      try window.open(descriptor: file.descriptor, size: file.status.size)
      if var block = try window.unpacked(range) {
        return try ExifCopy(of: ByteRange(offset: 0, count: block.size), &block, changes)?.bytes
      }
      return try ExifCopy(of: range, &window, changes)?.bytes
    } catch {
      throw FileProblem("its metadata can't be read: \(error)")
    }
  }
}
