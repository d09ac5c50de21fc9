/// A reader that inputs are fed to.
enum FuzzTarget: String, CaseIterable {
  /// Header readers, and in a header: an XMP packet, dates, what is compressed, colour profiles.
  case jpeg, png, gif, webp, heif, tiff, movie, container, other, packet, dates, compressed, profile
  case records, rules, tables, names, pictures, wire, exif, xmp, iptc
  /// Sidecars, and how those of a Takeout are called.
  case takeout, sidecar, takeoutNames
  /// The database of an Apple Photos library, and the property list in it.
  case photos, plist
  /// The requests of browsers to a page.
  case request

  /// The function that libFuzzer calls for each input.
  var function: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32 {
    switch self {
    case .jpeg: { HeaderTarget.feed(UnsafeRawBufferPointer(start: $0, count: $1), .jpeg) }
    case .png: { HeaderTarget.feed(UnsafeRawBufferPointer(start: $0, count: $1), .png) }
    case .gif: { HeaderTarget.feed(UnsafeRawBufferPointer(start: $0, count: $1), .gif) }
    case .webp: { HeaderTarget.feed(UnsafeRawBufferPointer(start: $0, count: $1), .webp) }
    case .heif: { HeaderTarget.feed(UnsafeRawBufferPointer(start: $0, count: $1), .heif) }
    case .tiff: { HeaderTarget.feed(UnsafeRawBufferPointer(start: $0, count: $1), .tiff) }
    case .movie: { HeaderTarget.feed(UnsafeRawBufferPointer(start: $0, count: $1), .movie) }
    case .container:
      {
        HeaderTarget.feed(UnsafeRawBufferPointer(start: $0, count: $1), .container)
      }
    case .other: { HeaderTarget.feed(UnsafeRawBufferPointer(start: $0, count: $1), .other) }
    case .packet: { HeaderTarget.feed(UnsafeRawBufferPointer(start: $0, count: $1), .packet) }
    case .dates: { HeaderTarget.feed(UnsafeRawBufferPointer(start: $0, count: $1), .dates) }
    case .compressed:
      { HeaderTarget.feed(UnsafeRawBufferPointer(start: $0, count: $1), .compressed) }
    case .profile: { HeaderTarget.feed(UnsafeRawBufferPointer(start: $0, count: $1), .profile) }
    case .records: { RecordTarget.feed(UnsafeRawBufferPointer(start: $0, count: $1)) }
    case .rules: { RuleTarget.feed(UnsafeRawBufferPointer(start: $0, count: $1)) }
    case .tables: { TableTarget.feed(UnsafeRawBufferPointer(start: $0, count: $1)) }
    case .pictures: { PictureTarget.feed(UnsafeRawBufferPointer(start: $0, count: $1)) }
    case .names: { NameTarget.feed(UnsafeRawBufferPointer(start: $0, count: $1)) }
    case .wire: { WireTarget.feed(UnsafeRawBufferPointer(start: $0, count: $1)) }
    case .exif: { MetadataTarget.feedExif(UnsafeRawBufferPointer(start: $0, count: $1)) }
    case .xmp: { MetadataTarget.feedXMP(UnsafeRawBufferPointer(start: $0, count: $1)) }
    case .takeout: { SidecarTarget.feedTakeout(UnsafeRawBufferPointer(start: $0, count: $1)) }
    case .sidecar: { SidecarTarget.feedXMP(UnsafeRawBufferPointer(start: $0, count: $1)) }
    case .takeoutNames: { SidecarTarget.feedNames(UnsafeRawBufferPointer(start: $0, count: $1)) }
    case .photos: { PhotosTarget.feed(UnsafeRawBufferPointer(start: $0, count: $1)) }
    case .plist: { PhotosTarget.feedPropertyList(UnsafeRawBufferPointer(start: $0, count: $1)) }
    case .request: { RequestTarget.feed(UnsafeRawBufferPointer(start: $0, count: $1)) }
    case .iptc: { MetadataTarget.feedIPTC(UnsafeRawBufferPointer(start: $0, count: $1)) }
    }
  }
}
