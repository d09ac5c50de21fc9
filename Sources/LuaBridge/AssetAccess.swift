internal import CLuaShim
internal import Engine

/// The assets of the batch that a Lua state reads from during one evaluation.
struct AssetAccess: ~Copyable {
  var assets = UnsafeBufferPointer<Asset>(start: nil, count: 0)
  var function: RuleFunction?
  /// The fields whose values may be passed to C before a call of the function.
  var recalled = UnsafeBufferPointer<Field>(start: nil, count: 0)
  private let plain = UnsafeMutablePointer<PlainValue>.allocate(capacity: AssetUse.mostRecalled)
  /// The function's results for each asset of the batch in order, one after the other.
  var returned: [FieldValue] = []
  private var arena = TextArena()
  private var reason = ""

  deinit {
    plain.deallocate()
  }

  /// Writes a field's value for Lua; its texts stay valid until the next call.
  @inline(__always)
  mutating func read(_ field: Field, ofAssetAt index: Int, into value: inout shotlua_value) {
    // The batch retains the asset, so counting references here would only cost time.
    let asset = Unmanaged.passUnretained(assets[index])
    switch asset._withUnsafeGuaranteedRef({ $0.value(of: field) }) {
    case .absent:
      value.kind = .absent
    case .flag(let flag):
      value.kind = .flag
      value.flag = flag
    case .integer(let number):
      value.kind = .integer
      value.integer = number
    case .number(let number):
      value.kind = .number
      value.number = number
    case .date(let moment):
      value.kind = .date
      value.number = moment.seconds
      value.flag = field == .creationDate
    case .text(let span):
      value.kind = .text
      value.text = shotlua_text(
        bytes: span.bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
        length: span.bytes.count)
    case .string(let string):
      arena.removeAll()
      value.kind = .text
      value.text = arena.copy(string)
    case .texts(let texts):
      write(texts, into: &value)
    case .subtypes(let subtypes):
      write(subtypes.names, into: &value)
    case .location(let location):
      value.kind = .location
      value.number = location.latitude
      value.longitude = location.longitude
      value.has_altitude = location.altitude != nil
      value.altitude = location.altitude ?? 0
    case .object(let json):
      value.kind = .object
      value.text = shotlua_text(
        bytes: json.bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
        length: json.bytes.count)
    }
  }

  @inline(__always)
  func recall(
    ofAssetAt index: Int, wanted: UInt32, into values: UnsafeMutablePointer<shotlua_plain>
  ) {
    Unmanaged.passUnretained(assets[index])
      ._withUnsafeGuaranteedRef { $0.recall(recalled, wanted: wanted, into: plain) }
    for place in recalled.indices {
      let value = plain[place]
      let kind: shotlua_plain_kind =
        switch value.kind {
        case .unread: .unread
        case .absent: .absent
        case .flag: .flag
        case .integer: .integer
        case .number: .number
        case .date: recalled[place] == .creationDate ? .created : .number
        case .text: .text
        }
      values[place] = shotlua_plain(kind: kind, bits: value.bits, length: value.count)
    }
  }

  /// Returns the clock's seconds from UTC at the asset's place and creation date; 0 without one.
  func clock(ofAssetAt index: Int) -> Int32 {
    guard case .date(let moment) = assets[index].value(of: .creationDate) else { return 0 }
    return Int32(clamping: assets[index].clock(of: .creationDate, at: moment).seconds)
  }

  /// Records an asset's failure after a call; nil means the same error as in the last failed call.
  mutating func fail(assetAt index: Int, for error: shotlua_error?) {
    if let error { reason = reason(for: error) }
    assets[index].fail(stage: function?.stage ?? "", reason, isOfRule: true)
  }

  private func reason(for error: shotlua_error) -> String {
    var message = error.message.map { String(cString: $0) } ?? ""
    if error.kind == .badResult, let (subject, remedy) = function?.wrongResult {
      message = "\(subject) \(message); \(remedy)"
    }
    let path = error.chunk.map { String(cString: $0) } ?? ""
    let line = error.line > 0 ? ":\(error.line)" : ""
    let usedAt = function?.usedAt ?? ""
    let place = usedAt.isEmpty ? "" : " (used in \(usedAt))"
    return "\(path)\(line): \(message)\(place)"
  }

  mutating func keep(_ value: shotlua_value, at place: Int) {
    switch value.kind {
    case .flag: returned[place] = .flag(value.flag)
    case .integer: returned[place] = .integer(value.integer)
    case .number: returned[place] = .number(value.number)
    case .text: returned[place] = .string(NodeReader.string(value.text))
    case .texts:
      let texts = UnsafeBufferPointer(start: value.texts, count: value.count)
      returned[place] = .texts(texts.map(NodeReader.string))
    case .absent, .date, .location, .object, .pending: break
    }
  }

  @inline(never)
  private mutating func write(_ texts: [String], into value: inout shotlua_value) {
    arena.removeAll()
    var copies: [shotlua_text] = []
    for text in texts { copies.append(arena.copy(text)) }
    value.kind = .texts
    value.texts = arena.copy(copies)
    value.count = texts.count
  }
}
