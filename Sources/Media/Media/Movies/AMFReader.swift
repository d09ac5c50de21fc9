/// A reader of consecutive values of Flash's Action Message Format 0. Nesting and the number of
/// values are limited, whatever a file claims.
struct AMFReader {
  private static let depthLimit = 8
  private static let valueLimit = 20_000

  private var offset: Int64
  private let end: Int64
  private var valuesLeft = valueLimit

  init(from offset: Int64, to end: Int64) {
    self.offset = offset
    self.end = end
  }

  /// A value, with its content if that is needed.
  enum Value {
    case number(Double)
    /// The place of a text in the file.
    case text(at: Int64, count: Int)
    /// Milliseconds since 1970.
    case date(Double)
    /// An object or a table, whose properties follow.
    case properties
    case other
  }

  /// Returns the place of the next property's name and its length in bytes; nil at an object's end.
  mutating func name(
    _ window: inout HeaderWindow
  ) throws(MediaError) -> (at: Int64, count: Int)? {
    guard let length = try take(2, &window)?.big16(0), length > 0,
      Int64(length) <= end - offset
    else { return nil }
    defer { offset += Int64(length) }
    return (offset, Int(length))
  }

  /// Reads the next value; nil at the end, after too many values, and for an unknown type.
  mutating func value(_ window: inout HeaderWindow) throws(MediaError) -> Value? {
    guard valuesLeft > 0, let type = try take(1, &window)?.byte(0) else { return nil }
    valuesLeft -= 1
    switch type {
    case 0: return try take(8, &window).map { .number(Double(bitPattern: $0.big64(0))) }
    case 1: return try take(1, &window).map { _ in .other }
    case 2:
      guard let length = try take(2, &window)?.big16(0) else { return nil }
      return text(Int64(length))
    case 12:
      guard let length = try take(4, &window)?.big32(0) else { return nil }
      return text(Int64(length))
    case 3: return .properties
    case 8: return try take(4, &window).map { _ in .properties }
    case 5, 6, 13: return .other
    case 7: return try take(2, &window).map { _ in .other }
    case 10: return try skipList(depth: 0, &window) ? .other : nil
    case 11: return try take(10, &window).map { .date(Double(bitPattern: $0.big64(0))) }
    default: return nil
    }
  }

  mutating func skipProperties(
    depth: Int = 0, _ window: inout HeaderWindow
  ) throws(MediaError) -> Bool {
    guard depth < Self.depthLimit else { return false }
    while try name(&window) != nil {
      guard try skipValue(depth: depth, &window) else { return false }
    }
    guard let mark = try take(1, &window) else { return false }
    return mark.byte(0) == 9
  }

  private mutating func skipValue(
    depth: Int, _ window: inout HeaderWindow
  ) throws(MediaError) -> Bool {
    guard let next = try window.bytes(at: offset, count: 1), offset < end else { return false }
    if next.byte(0) == 10 {
      guard valuesLeft > 0 else { return false }
      valuesLeft -= 1
      offset += 1
      return try skipList(depth: depth, &window)
    }
    switch try value(&window) {
    case nil: return false
    case .properties: return try skipProperties(depth: depth + 1, &window)
    default: return true
    }
  }

  private mutating func skipList(
    depth: Int, _ window: inout HeaderWindow
  ) throws(MediaError) -> Bool {
    guard depth < Self.depthLimit, let count = try take(4, &window)?.big32(0) else { return false }
    for _ in 0..<count {
      guard try skipValue(depth: depth + 1, &window) else { return false }
    }
    return true
  }

  private mutating func text(_ length: Int64) -> Value? {
    guard length <= end - offset else { return nil }
    defer { offset += length }
    return .text(at: offset, count: Int(length))
  }

  private mutating func take(
    _ count: Int, _ window: inout HeaderWindow
  ) throws(MediaError) -> Bytes? {
    guard Int64(count) <= end - offset, let bytes = try window.bytes(at: offset, count: count)
    else { return nil }
    offset += Int64(count)
    return bytes
  }
}
