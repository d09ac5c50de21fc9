internal import Platform

/// The kinds of work that process all bytes of an item.
public enum ItemWork: String, CaseIterable, Sendable {
  case hash, read, copy, decode
}

/// The progress of one item at one moment.
public struct ItemSnapshot: Hashable, Sendable {
  /// The item's name in messages.
  public let name: String
  /// The item's identifier within its library; empty for an item without one.
  public let identifier: String
  /// The current work on the item, else the last one; nil before the first.
  public let work: ItemWork?
  /// The completed part, from 0.0 to 1.0.
  public let fraction: Double
}

extension RecordWriter {
  /// Writes the member `key`: a list of items with their progress.
  package mutating func write(_ key: StaticString, _ items: [ItemSnapshot]) {
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

  /// Writes the member `fraction`, always with a decimal point, so that typed readers see one type.
  package mutating func write(fraction: Double) {
    write(key: "fraction")
    buffer.append(text: "\((fraction * 10_000).rounded(.down) / 10_000)")
  }
}
