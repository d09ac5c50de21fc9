internal import JSON

/// The work that is done with all bytes of an item.
public enum ItemWork: String, CaseIterable, Sendable {
  case hash, read, copy, decode
}

/// How far one item is, at one moment.
public struct ItemReading: Hashable, Sendable {
  /// The item's name in messages.
  public let name: String
  /// The item's identifier within its library; empty for an item without one.
  public let identifier: String
  /// The work that is being done with it.
  public let work: ItemWork?
  /// From 0.0 to 1.0.
  public let fraction: Double

  public init(name: String, identifier: String, work: ItemWork?, fraction: Double) {
    self.name = name
    self.identifier = identifier
    self.work = work
    self.fraction = fraction
  }
}

extension RecordWriter {
  /// Writes how far items are.
  package mutating func write(_ key: StaticString, _ items: [ItemReading]) {
    write(key: key)
    buffer.append(UInt8(ascii: "["))
    for item in items {
      buffer.separate(after: "[")
      buffer.append("{\"name\":")
      buffer.append(string: item.name)
      if !item.identifier.isEmpty { write("localIdentifier", item.identifier) }
      if let work = item.work { write("work", work.rawValue) }
      write(fraction: item.fraction)
      endObject()
    }
    buffer.append(UInt8(ascii: "]"))
  }

  /// Always with a point, so that a reader that tells types apart sees one type.
  package mutating func write(fraction: Double) {
    write(key: "fraction")
    buffer.append(text: "\((fraction * 10_000).rounded(.down) / 10_000)")
  }
}
