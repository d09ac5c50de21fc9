/// What can be fed.
enum FuzzTarget: String, CaseIterable {
  case headers, records, rules, names, pictures, wire, exif, xmp, iptc

  /// What libFuzzer calls for each input.
  var function: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32 {
    switch self {
    case .headers: { HeaderTarget.feed(UnsafeRawBufferPointer(start: $0, count: $1)) }
    case .records: { RecordTarget.feed(UnsafeRawBufferPointer(start: $0, count: $1)) }
    case .rules: { RuleTarget.feed(UnsafeRawBufferPointer(start: $0, count: $1)) }
    case .pictures: { PictureTarget.feed(UnsafeRawBufferPointer(start: $0, count: $1)) }
    case .names: { NameTarget.feed(UnsafeRawBufferPointer(start: $0, count: $1)) }
    case .wire: { WireTarget.feed(UnsafeRawBufferPointer(start: $0, count: $1)) }
    case .exif: { MetadataTarget.feedExif(UnsafeRawBufferPointer(start: $0, count: $1)) }
    case .xmp: { MetadataTarget.feedXMP(UnsafeRawBufferPointer(start: $0, count: $1)) }
    case .iptc: { MetadataTarget.feedIPTC(UnsafeRawBufferPointer(start: $0, count: $1)) }
    }
  }
}
