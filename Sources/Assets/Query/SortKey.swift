/// One key of an order: a field and a direction.
public struct SortKey: Hashable, Sendable {
  public let field: Field
  public let isDescending: Bool

  public init(_ field: Field, isDescending: Bool = false) {
    self.field = field
    self.isDescending = isDescending
  }

  /// Reads `field` or `-field`; nil when there is no such field.
  public init?(_ text: String, in fields: FieldTable = FieldTable()) {
    let isDescending = text.hasPrefix("-")
    guard let field = fields.field(named: isDescending ? String(text.dropFirst()) : text) else {
      return nil
    }
    self.init(field, isDescending: isDescending)
  }
}
