/// What can be fed.
enum FuzzTarget: String, CaseIterable {
  case headers, records, rules, names, wire

  /// What libFuzzer calls for each input.
  var function: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32 {
    switch self {
    case .headers: { HeaderTarget.feed(UnsafeRawBufferPointer(start: $0, count: $1)) }
    case .records: { RecordTarget.feed(UnsafeRawBufferPointer(start: $0, count: $1)) }
    case .rules: { RuleTarget.feed(UnsafeRawBufferPointer(start: $0, count: $1)) }
    case .names: { NameTarget.feed(UnsafeRawBufferPointer(start: $0, count: $1)) }
    case .wire: { WireTarget.feed(UnsafeRawBufferPointer(start: $0, count: $1)) }
    }
  }
}
