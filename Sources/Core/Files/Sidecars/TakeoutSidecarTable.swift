internal import Media

/// The JSON sidecars of a folder, found by the name of the file that they describe. Google Takeout
/// names that of `IMG_1.JPG` `IMG_1.JPG.json` or, since 2024,
/// `IMG_1.JPG.supplemental-metadata.json`. The part before `.json` is cut to 46 UTF-16 units; the
/// number of `IMG_1(2).JPG` comes after it: `IMG_1.JPG.supplemental-metadata(2).json`.
struct TakeoutSidecarTable {
  private static let unitLimit = 46
  private static let suffix: StaticString = ".supplemental-metadata"
  private static let seed: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Indices into ``bases`` by the hash of name and number.
  private var places: [UInt64: Int32] = [:]
  private var bases: [(base: UnsafeRawBufferPointer, place: Int32)] = []

  /// Adds the name of a JSON file; of equal names the first counts.
  mutating func add(_ name: UnsafeRawBufferPointer, at place: Int32) {
    let (end, number) = TakeoutName.number(at: name.count - 5, of: name)
    let base = UnsafeRawBufferPointer(rebasing: name[..<end])
    let key = Self.key(Self.hash(base, Self.seed), number)
    if places[key] == nil { places[key] = Int32(truncatingIfNeeded: bases.count) }
    bases.append((base, place))
  }

  func find(_ name: TakeoutName) -> Int32? {
    // A number after a title of the full length is no part of the title.
    if let found = find([name.bytes], nil, cuts: name.number == nil) { return found }
    if name.number != nil, let found = find([name.plainStem, name.suffix], name.number) {
      return found
    }
    // The title has no extension: the file was given one, its sidecar was not.
    guard !name.suffix.isEmpty else { return nil }
    let stem = UnsafeRawBufferPointer(rebasing: name.bytes[..<name.stemEnd])
    if let found = find([stem], nil, cuts: name.number == nil) { return found }
    return name.number != nil ? find([name.plainStem], name.number) : nil
  }

  /// Returns the index of the sidecar of the file whose name consists of the parts and the number,
  /// or nil; `cuts` is true if the sidecar's name may be a truncated one.
  func find(
    _ parts: [UnsafeRawBufferPointer], _ number: UInt32?, cuts: Bool = true
  ) -> Int32? {
    let whole = parts.reduce(Self.seed) { Self.hash($1, $0) }
    if let found = match(parts, whole, number, suffixLength: 0) { return found }
    if let cut = cut(parts) {
      guard cuts else { return nil }
      return match(cut, cut.reduce(Self.seed) { Self.hash($1, $0) }, number, suffixLength: 0)
    }
    var hash = whole
    // A suffix that was cut at another place than usual is still unambiguous.
    for count in 1...Self.suffix.utf8CodeUnitCount {
      hash = Self.step(hash, Self.suffix.utf8Start[count - 1])
      if let found = match(parts, hash, number, suffixLength: count) { return found }
    }
    return nil
  }

  /// Returns the parts truncated to the limit; nil if they fit completely.
  private func cut(_ parts: [UnsafeRawBufferPointer]) -> [UnsafeRawBufferPointer]? {
    var room = Self.unitLimit
    for (index, part) in parts.enumerated() {
      let (bytes, units) = TakeoutName.length(of: part, units: room)
      if bytes < part.count {
        return parts[..<index] + [UnsafeRawBufferPointer(rebasing: part[..<bytes])]
      }
      room -= units
    }
    return nil
  }

  private func match(
    _ parts: [UnsafeRawBufferPointer], _ hash: UInt64, _ number: UInt32?, suffixLength: Int
  ) -> Int32? {
    guard let index = places[Self.key(hash, number)] else { return nil }
    let (base, place) = bases[Int(index)]
    var start = 0
    for part in parts {
      guard base.count - start >= part.count,
        base[start..<start + part.count].elementsEqual(part)
      else { return nil }
      start += part.count
    }
    guard base.count - start == suffixLength,
      (0..<suffixLength).allSatisfy({ base[start + $0] == Self.suffix.utf8Start[$0] })
    else { return nil }
    return place
  }

  private static func step(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
    (hash ^ UInt64(byte)) &* 0x100_0000_01B3
  }

  static func hash(_ bytes: UnsafeRawBufferPointer, _ start: UInt64) -> UInt64 {
    bytes.reduce(start, step)
  }

  static func key(_ hash: UInt64, _ number: UInt32?) -> UInt64 {
    hash ^ (number.map { UInt64($0) + 1 } ?? 0) &* 0x9E37_79B9_7F4A_7C15
  }
}
