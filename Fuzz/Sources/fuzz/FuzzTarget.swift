/// What can be fed.
enum FuzzTarget: String, CaseIterable {
  case jpeg, png, gif, webp, heif, tiff, movie, xmp, dates
  case records, rules, names

  /// What libFuzzer calls for each input.
  var function: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32 {
    switch self {
    case .jpeg: { HeaderTarget.feed(UnsafeRawBufferPointer(start: $0, count: $1), .jpeg) }
    case .png: { HeaderTarget.feed(UnsafeRawBufferPointer(start: $0, count: $1), .png) }
    case .gif: { HeaderTarget.feed(UnsafeRawBufferPointer(start: $0, count: $1), .gif) }
    case .webp: { HeaderTarget.feed(UnsafeRawBufferPointer(start: $0, count: $1), .webp) }
    case .heif: { HeaderTarget.feed(UnsafeRawBufferPointer(start: $0, count: $1), .heif) }
    case .tiff: { HeaderTarget.feed(UnsafeRawBufferPointer(start: $0, count: $1), .tiff) }
    case .movie: { HeaderTarget.feed(UnsafeRawBufferPointer(start: $0, count: $1), .movie) }
    case .xmp: { HeaderTarget.feed(UnsafeRawBufferPointer(start: $0, count: $1), .xmp) }
    case .dates: { HeaderTarget.feed(UnsafeRawBufferPointer(start: $0, count: $1), .dates) }
    case .records: { RecordTarget.feed(UnsafeRawBufferPointer(start: $0, count: $1)) }
    case .rules: { RuleTarget.feed(UnsafeRawBufferPointer(start: $0, count: $1)) }
    case .names: { NameTarget.feed(UnsafeRawBufferPointer(start: $0, count: $1)) }
    }
  }
}
