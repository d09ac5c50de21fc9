extension TIFFBlock {
  /// The value's bytes, at most `limit`; nil if they are not within the block.
  func value(
    _ entry: TIFFEntry, limit: Int, _ window: inout HeaderWindow
  ) throws(MediaError) -> Bytes? {
    let count = min(entry.byteCount, limit)
    guard count > 0, entry.location >= base, entry.location <= end,
      Int64(count) <= end &- entry.location
    else { return nil }
    return try window.value(at: entry.location, count: count)
  }

  func text(_ entry: TIFFEntry, _ window: inout HeaderWindow) throws(MediaError) -> ShortText {
    guard entry.unit == 1,
      let bytes = try value(entry, limit: ShortText.capacity * 2, &window)
    else { return ShortText() }
    return ShortText(bytes.buffer)
  }

  /// One of the entry's unsigned numbers; nil for another type or a place past the last.
  func unsigned(
    _ entry: TIFFEntry, index: Int = 0, _ window: inout HeaderWindow
  ) throws(MediaError) -> UInt64? {
    let unit = entry.unit
    guard index < entry.count, let place = element(entry, index, unit),
      let bytes = try window.value(at: place, count: unit)
    else { return nil }
    switch entry.type {
    case 1, 7: return UInt64(bytes.byte(0))
    case 3: return UInt64(number16(bytes, 0))
    case 4, 13: return UInt64(number32(bytes, 0))
    case 16, 18: return number64(bytes, 0)
    default: return nil
    }
  }

  /// One of the entry's rationals; nil where the denominator is 0.
  func rational(
    _ entry: TIFFEntry, index: Int = 0, _ window: inout HeaderWindow
  ) throws(MediaError) -> Double? {
    guard entry.type == 5 || entry.type == 10, index < entry.count,
      let place = element(entry, index, 8), let bytes = try window.value(at: place, count: 8)
    else { return nil }
    let (numerator, denominator) = (number32(bytes, 0), number32(bytes, 4))
    guard denominator != 0 else { return nil }
    return entry.type == 5
      ? Double(numerator) / Double(denominator)
      : Double(Int32(bitPattern: numerator)) / Double(Int32(bitPattern: denominator))
  }

  private func element(_ entry: TIFFEntry, _ index: Int, _ unit: Int) -> Int64? {
    guard unit > 0, entry.location >= base, entry.location < end else { return nil }
    let (place, overflows) = entry.location.addingReportingOverflow(Int64(index &* unit))
    return overflows || place > end &- Int64(unit) ? nil : place
  }
}
