/// The question that a rule asks a library before its own stages run.
public struct Query: Hashable, Sendable {
  public var predicate: Predicate
  /// Empty: the library's own order.
  public var order: [SortKey]
  public var offset: Int
  public var limit: Int?

  public init(
    predicate: Predicate = .always, order: [SortKey] = [], offset: Int = 0, limit: Int? = nil
  ) {
    self.predicate = predicate
    self.order = order
    self.offset = offset
    self.limit = limit
  }
}
