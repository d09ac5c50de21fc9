/// The order of assets by some of their fields. An asset without a value comes last, also in
/// descending order. Equal ones are sorted by their `localIdentifier`, byte by byte.
package struct AssetOrder {
  let keys: [SortKey]

  package init(_ keys: [SortKey]) {
    self.keys = keys
  }

  /// The values by which an asset is sorted.
  package struct Key {
    package let values: [SortValue]
    package let identifier: [UInt8]
    package let place: Int

    package init(values: [SortValue], identifier: [UInt8], place: Int) {
      self.values = values
      self.identifier = identifier
      self.place = place
    }
  }

  /// An asset with the values by which it is sorted.
  package struct Entry {
    /// The asset to sort.
    package let asset: Asset
    let key: Key
  }

  /// Returns an asset with its sort key; `place` decides between equal assets.
  package func entry(for asset: Asset, place: Int) -> Entry {
    Entry(asset: asset, key: key(for: asset, place: place))
  }

  /// Returns the sort key of an asset; `place` decides between equal assets.
  package func key(for asset: Asset, place: Int) -> Key {
    let identifier: [UInt8] =
      switch asset.value(of: .localIdentifier) {
      case .text(let text): Array(text.bytes)
      case .string(let string): Array(string.utf8)
      default: []
      }
    return Key(
      values: keys.map { SortValue(asset.value(of: $0.field)) }, identifier: identifier,
      place: place)
  }

  /// Returns true if the left entry comes first.
  package func precedes(_ left: Entry, _ right: Entry) -> Bool { precedes(left.key, right.key) }

  /// Returns true if the left key comes first.
  package func precedes(_ left: Key, _ right: Key) -> Bool {
    for (index, key) in keys.enumerated() {
      let (mine, theirs) = (left.values[index], right.values[index])
      if mine == theirs { continue }
      if mine == .absent { return false }
      if theirs == .absent { return true }
      return key.isDescending ? theirs < mine : mine < theirs
    }
    if left.identifier != right.identifier {
      return left.identifier.lexicographicallyPrecedes(right.identifier)
    }
    return left.place < right.place
  }
}

/// A field's value in a form that can be compared.
///
/// If values of one field have several types, booleans come first, false before true, then numbers
/// by their size, then texts. A list is sorted by its first text.
package enum SortValue: Comparable, Hashable, Sendable {
  case absent
  case flag(Bool)
  case integer(Int64)
  /// A number that is not an integer.
  case number(Double)
  case text(String)

  init(_ value: FieldValue) {
    switch value {
    case .absent, .location, .object: self = .absent
    case .flag(let flag): self = .flag(flag)
    case .integer(let integer): self = .integer(integer)
    case .number(let number):
      self = Int64(exactly: number).map(SortValue.integer) ?? .number(number)
    case .date(let date): self = .integer(date.milliseconds)
    case .text(let text): self = .text(text.string)
    case .string(let string): self = .text(string)
    case .texts(let texts): self = texts.first.map(SortValue.text) ?? .absent
    case .subtypes(let subtypes): self = subtypes.names.first.map(SortValue.text) ?? .absent
    }
  }

  package static func < (left: SortValue, right: SortValue) -> Bool {
    switch (left, right) {
    case (.integer(let left), .integer(let right)): left < right
    case (.text(let left), .text(let right)): left < right
    case (.number(let left), .number(let right)): left < right
    case (.number(let left), .integer(let right)): left < Double(right)
    case (.integer(let left), .number(let right)): Double(left) < right
    case (.flag(let left), .flag(let right)): !left && right
    default: left.rank < right.rank
    }
  }

  private var rank: Int {
    switch self {
    case .absent: 0
    case .flag: 1
    case .integer, .number: 2
    case .text: 3
    }
  }
}
