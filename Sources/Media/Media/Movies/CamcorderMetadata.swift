/// A reader of the note that AVCHD camcorders write with each picture: date, place and camera. It
/// is an unregistered message of H.264 that begins with `MDPM`; each of its entries has a number
/// and four bytes (AVCHD Format Specification; the numbers as ExifTool documents them).
struct CamcorderMetadata {
  /// The message's identifier, followed by `MDPM`.
  private static let identifier: [UInt8] = [
    0x17, 0xEE, 0x8C, 0x60, 0xF8, 0x4D, 0x11, 0xD9, 0x8C, 0xD6, 0x08, 0x00, 0x20, 0x0C, 0x9A, 0x66,
    0x4D, 0x44, 0x50, 0x4D,
  ]

  private typealias Entry = (UInt8, UInt8, UInt8, UInt8)

  private var date: Entry?
  private var time: Entry?
  private var maker: UInt16 = 0
  private var model = [UInt8]()
  private var latitude = Angle()
  private var longitude = Angle()

  private init() {}

  /// Reads the note in a unit of supplemental information, whose first byte is its header.
  static func read(_ unit: Bytes, into draft: inout MediaFactsBuilder) {
    var bits = BitReader(unit, from: 1)
    while !bits.isAtEnd {
      let type = length(&bits)
      var rest = length(&bits)
      guard rest > 0 else { return }
      if type == 5, rest > identifier.count {
        var isNote = true
        for byte in identifier where bits.byte() != byte { isNote = false }
        rest -= identifier.count
        if isNote {
          var note = CamcorderMetadata()
          note.read(&bits, rest)
          note.apply(to: &draft)
          return
        }
      }
      for _ in 0..<rest {
        guard !bits.isAtEnd else { return }
        bits.skip(8)
      }
    }
  }

  /// Reads a number that grows by 255 for each byte of that value.
  private static func length(_ bits: inout BitReader) -> Int {
    var value = 0
    while !bits.isAtEnd {
      let byte = bits.byte()
      value += Int(byte)
      if byte != 255 { break }
    }
    return value
  }

  private mutating func read(_ bits: inout BitReader, _ length: Int) {
    let count = min(Int(bits.byte()), (length - 1) / 5)
    for _ in 0..<count {
      let tag = bits.byte()
      let entry: Entry = (bits.byte(), bits.byte(), bits.byte(), bits.byte())
      switch tag {
      case 0x18: date = entry
      case 0x19: time = entry
      case 0xB1: latitude.isNegative = entry.0 == UInt8(ascii: "S")
      case 0xB2...0xB4: latitude.take(entry, Int(tag - 0xB2))
      case 0xB5: longitude.isNegative = entry.0 == UInt8(ascii: "W")
      case 0xB6...0xB8: longitude.take(entry, Int(tag - 0xB6))
      case 0xE0: maker = UInt16(entry.0) << 8 | UInt16(entry.1)
      case 0xE4...0xE6: model += [entry.0, entry.1, entry.2, entry.3]
      default: break
      }
    }
  }

  private func apply(to draft: inout MediaFactsBuilder) {
    draft.offer(captureDate, rank: .movieMetadata)
    switch maker {
    case 0x0103: draft.facts.make = "Panasonic"
    case 0x0108: draft.facts.make = "Sony"
    case 0x1011: draft.facts.make = "Canon"
    case 0x1104: draft.facts.make = "JVC"
    default: break
    }
    if !model.isEmpty { draft.facts.model = model.withUnsafeBytes { ShortText($0) } }
    if draft.facts.location == nil, let latitude = latitude.degrees,
      let longitude = longitude.degrees
    {
      draft.facts.location = MediaLocation(latitude: latitude, longitude: longitude)
    }
  }

  /// The date, nil unless complete: a byte for the zone, then bytes of two decimal digits.
  private var captureDate: CaptureDate? {
    guard let date, let time, let century = Self.digits(date.1), let year = Self.digits(date.2),
      let month = Self.digits(date.3), let day = Self.digits(time.0),
      let hour = Self.digits(time.1), let minute = Self.digits(time.2),
      let second = Self.digits(time.3),
      let moment = CivilTime.milliseconds(
        year: century * 100 + year, month: month, day: day, hour: hour, minute: minute,
        second: second)
    else { return nil }
    return CaptureDate(
      wallClockMilliseconds: moment, offsetMinutes: Self.offset(date.0), source: .movie)
  }

  /// Returns the zone's offset in minutes, from bits for half an hour, the hours, the sign and
  /// daylight saving time; nil if all bits are set, which means "not known".
  private static func offset(_ zone: UInt8) -> Int16? {
    let hours = Int16(zone >> 1 & 0x0F)
    guard zone & 0x3F != 0x3F, hours <= 14 else { return nil }
    let minutes = hours * 60 + (zone & 1 == 1 ? 30 : 0)
    return (zone & 0x20 == 0 ? minutes : -minutes) + (zone & 0x40 == 0 ? 0 : 60)
  }

  private static func digits(_ byte: UInt8) -> Int? {
    let (tens, ones) = (byte >> 4, byte & 0x0F)
    return tens < 10 && ones < 10 ? Int(tens) * 10 + Int(ones) : nil
  }

  /// Degrees, minutes and seconds, each a fraction of two 16-bit numbers.
  private struct Angle {
    var isNegative = false
    private var parts = (Double?.none, Double?.none, Double?.none)

    mutating func take(_ entry: Entry, _ part: Int) {
      let numerator = UInt16(entry.0) << 8 | UInt16(entry.1)
      let denominator = UInt16(entry.2) << 8 | UInt16(entry.3)
      let value = denominator > 0 ? Double(numerator) / Double(denominator) : nil
      switch part {
      case 0: parts.0 = value
      case 1: parts.1 = value
      default: parts.2 = value
      }
    }

    var degrees: Double? {
      guard let whole = parts.0 else { return nil }
      let value = whole + (parts.1 ?? 0) / 60 + (parts.2 ?? 0) / 3600
      return isNegative ? -value : value
    }
  }
}
