/// The filter, order and range of assets that a rule requests from a library.
public struct Query: Hashable, Sendable {
  /// The test that the assets have to pass.
  public var predicate: AssetPredicate
  /// The order; empty for the library's own order.
  public var order: [SortKey]
  /// The number of assets to skip at the beginning.
  public var offset: Int
  /// The largest number of assets; nil for all.
  public var limit: Int?

  public init(
    predicate: AssetPredicate = .always, order: [SortKey] = [], offset: Int = 0, limit: Int? = nil
  ) {
    self.predicate = predicate
    self.order = order
    self.offset = offset
    self.limit = limit
  }
}

/// A field to sort by, and the direction.
public struct SortKey: Hashable, Sendable {
  public let field: Field
  public let isDescending: Bool

  public init(_ field: Field, isDescending: Bool = false) {
    self.field = field
    self.isDescending = isDescending
  }

  /// Reads `field` or `-field`; nil when the field does not exist.
  public init?(_ text: String, in fields: FieldTable = FieldTable()) {
    let isDescending = text.hasPrefix("-")
    guard let field = fields.field(named: isDescending ? String(text.dropFirst()) : text) else {
      return nil
    }
    self.init(field, isDescending: isDescending)
  }
}
