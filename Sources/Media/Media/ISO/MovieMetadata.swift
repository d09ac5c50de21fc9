/// A reader of QuickTime's metadata: `keys` names the items of `ilst`; older files use `udta`.
enum MovieMetadata {
  private static let textLimit = 128

  /// The meaning of a key; raw values are stored by the key's position in the list.
  private enum Key: UInt8 {
    case creationDate = 1
    /// A date with a time; a day alone would be that of a release.
    case moment
    case contentIdentifier
    case make
    case model
    case software
    case location
    case locationAccuracy
  }

  static func read(
    _ meta: Box, _ window: inout HeaderWindow, into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    guard meta.count >= 8, let head = try window.bytes(at: meta.payload, count: 8) else { return }
    // QuickTime's meta is a plain box; in ISO/IEC 14496-12 a version precedes its content.
    let introduction: Int64 = head.big32(4) == BoxType.hdlr ? 0 : 4
    var names = SIMD64<UInt8>()
    var boxes = BoxList(in: meta, after: introduction)
    while let box = try boxes.next(&window, &draft) {
      if box.type == BoxType.keys {
        names = try readKeys(box, &window, &draft)
      } else if box.type == BoxType.ilst {
        try readItems(box, names, &window, &draft)
      }
    }
  }

  /// Reads QuickTime's user data: a code that begins with ©, a length, a language, a text.
  static func readUserData(
    _ box: Box, _ window: inout HeaderWindow, into draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    var boxes = BoxList(in: box)
    while let item = try boxes.next(&window, &draft) {
      let key: Key
      switch item.type {
      case 0xA978_797A: key = .location
      case 0xA96D_616B: key = .make
      case 0xA96D_6F64: key = .model
      case 0xA973_7772: key = .software
      case 0xA964_6179: key = .moment
      case 0x6461_7465:
        try take(.moment, at: item.payload, count: item.count, &window, &draft)
        continue
      case 0x6C6F_6369:
        try readLocation(item, &window, &draft)
        continue
      case BoxType.meta:
        try read(item, &window, into: &draft)
        continue
      case BoxType.xmp:
        try MetadataBlock.readXMP(at: item.payload, count: item.count, &window, into: &draft)
        continue
      default:
        if MovieClock.isLocal(box: item.type) { draft.noteLocalClock() }
        continue
      }
      guard item.count > 4, let head = try window.bytes(at: item.payload, count: 2) else {
        continue
      }
      let length = min(Int64(head.big16(0)), item.count - 4)
      try take(key, at: item.payload + 4, count: length, &window, &draft)
    }
  }

  /// Reads 3GPP's location: a name, a role, then coordinates in 16 + 16 bits (TS 26.244, 8.2).
  private static func readLocation(
    _ item: Box, _ window: inout HeaderWindow, _ draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    guard draft.facts.location == nil,
      let bytes = try window.bytes(at: item.payload, upTo: Int(min(item.count, 1024)))
    else { return }
    var place = 6
    if bytes.big16(6) == 0xFEFF {
      while place + 1 < bytes.count, bytes.big16(place) != 0 { place += 2 }
      place += 2
    } else {
      guard let end = bytes.firstIndex(of: 0, from: 6) else { return }
      place = end + 1
    }
    guard place + 13 <= bytes.count else { return }
    func number(_ offset: Int) -> Double {
      Double(Int32(bitPattern: bytes.big32(place + offset))) / 65_536
    }
    let altitude = number(9)
    draft.facts.location = MediaLocation(
      latitude: number(5), longitude: number(1), altitude: altitude == 0 ? nil : altitude)
  }

  private static func readKeys(
    _ box: Box, _ window: inout HeaderWindow, _ draft: inout MediaFactsBuilder
  ) throws(MediaError) -> SIMD64<UInt8> {
    var names = SIMD64<UInt8>()
    var keys = BoxList(in: box, after: 8)
    var place = 0
    while place < names.scalarCount, let key = try keys.next(&window, &draft) {
      if let name = try window.bytes(at: key.payload, upTo: Int(min(key.count, 64))) {
        names[place] = self.key(named: name)?.rawValue ?? 0
      }
      place += 1
    }
    return names
  }

  private static func key(named name: Bytes) -> Key? {
    let prefix: StaticString = "com.apple.quicktime."
    guard name.has(prefix, at: 0) else {
      return nil
    }
    let rest = name.slice(from: prefix.utf8CodeUnitCount)
    switch rest.count {
    case 12 where rest.has("creationdate", at: 0): return .creationDate
    case 18 where rest.has("content.identifier", at: 0): return .contentIdentifier
    case 4 where rest.has("make", at: 0): return .make
    case 5 where rest.has("model", at: 0): return .model
    case 8 where rest.has("software", at: 0): return .software
    case 16 where rest.has("location.ISO6709", at: 0): return .location
    case 28 where rest.has("location.accuracy.horizontal", at: 0): return .locationAccuracy
    default: return nil
    }
  }

  private static func readItems(
    _ box: Box, _ names: SIMD64<UInt8>, _ window: inout HeaderWindow,
    _ draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    var items = BoxList(in: box)
    while let item = try items.next(&window, &draft) {
      guard let key = key(of: item, names, draft) else { continue }
      var values = BoxList(in: item)
      guard let data = try values.next(&window, &draft), data.type == BoxType.data, data.count > 8
      else { continue }
      try take(key, at: data.payload + 8, count: data.count - 8, &window, &draft)
    }
  }

  /// Returns an item's meaning by its key's number or, as in iTunes' files, its code; else nil.
  private static func key(of item: Box, _ names: SIMD64<UInt8>, _ draft: MediaFactsBuilder) -> Key?
  {
    switch item.type {
    case 0xA964_6179: return .moment
    case 0xA974_6F6F: return draft.facts.software.isEmpty ? .software : nil
    case 1...UInt32(names.scalarCount): return Key(rawValue: names[Int(item.type) - 1])
    default: return nil
    }
  }

  private static func take(
    _ key: Key, at offset: Int64, count: Int64, _ window: inout HeaderWindow,
    _ draft: inout MediaFactsBuilder
  ) throws(MediaError) {
    guard count > 0,
      let text = try window.bytes(at: offset, upTo: Int(min(count, Int64(textLimit))))
    else { return }
    switch key {
    case .creationDate:
      draft.offer(DateText.iso(text, source: .quicktime), rank: .movieMetadata)
    case .moment:
      guard DateText.number(text, 11, 2) != nil else { return }
      draft.offer(DateText.iso(text, source: .quicktime), rank: .movieMetadata)
    case .contentIdentifier: draft.facts.contentIdentifier = ShortText(text.buffer)
    case .make: draft.facts.make = ShortText(text.buffer)
    case .model: draft.facts.model = ShortText(text.buffer)
    case .software: draft.facts.software = ShortText(text.buffer)
    case .location: draft.facts.location = MediaLocation(iso6709: text)
    // Metres as a text; 0 and negative numbers mean "not known".
    case .locationAccuracy:
      let isPositive = text.byte(0) != UInt8(ascii: "-")
      if isPositive, text.buffer.contains(where: { $0 &- 0x31 < 9 }) {
        draft.noteMeasuredLocation()
      }
    }
  }
}
