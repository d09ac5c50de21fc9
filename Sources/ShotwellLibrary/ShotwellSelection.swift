@testable import Pipeline

/// Which assets of a library are wanted, and in which order.
struct ShotwellSelection: Sendable {
  /// What of the library's albums; nil for all assets.
  var album: Album?
  var includesHidden = false
  /// Tests, all of which the library answers, see ``ShotwellPredicate/answers(_:)``.
  var predicate = Predicate.always
  /// An order instead of that of the library or of the album.
  var order: Order?
  /// The only assets that exist; nil for all.
  var chosen: [ShotwellIdentifier]?

  enum Album: Hashable, Sendable {
    case event(Int64)
    /// What has a tag.
    case members([ShotwellIdentifier])
    /// What is in any event or has any tag.
    case any
    /// What came with an import.
    case imported
    /// Everything, last imported first.
    case recentlyAdded
    /// Of a kind that Shotwell does not have.
    case none
  }

  /// An order that SQL gives: by one date, or by duration, then by identifier.
  struct Order: Hashable, Sendable {
    let column: String
    let isDescending: Bool

    /// Nil for any other order.
    init?(_ keys: [SortKey]) {
      guard keys.count == 1, let key = keys.first else { return nil }
      switch key.field {
      case .creationDate: column = "a.created"
      case .addedDate: column = "a.added"
      case .duration: column = "a.duration"
      default: return nil
      }
      isDescending = key.isDescending
    }

    /// What has no value comes last, whichever way the order goes.
    var sql: String {
      "\(column) IS NULL, \(column)\(isDescending ? " DESC" : ""), \(Self.identifier)"
    }

    /// The order of the identifiers' bytes.
    static let identifier = "a.source, a.id"
    static let byDate = "a.created IS NULL, a.created, \(identifier)"
  }
}

/// The statement that gives the assets of a selection.
struct ShotwellStatement {
  /// The assets, with the columns of ``ShotwellColumn`` in their order.
  let rows: SQLText
  /// The same assets, counted.
  let count: SQLText
  /// What stands behind the columns and the table, for a person.
  let summary: String

  /// - Precondition: the library answers the predicate.
  init(_ selection: ShotwellSelection, _ schema: ShotwellSchema, _ tags: ShotwellTags) {
    let numbers = ShotwellIdentifier.numbers
    var conditions = [
      SQLText("a.id BETWEEN \(numbers.lowerBound) AND \(numbers.upperBound)"),
      SQLText("NOT a.isTrashed"),
    ]
    if !selection.includesHidden { conditions.append(SQLText("NOT a.isHidden")) }
    if let chosen = selection.chosen { conditions.append(SQLText(isOneOf: chosen)) }
    if let album = selection.album { conditions.append(Self.condition(album, tags)) }
    guard let tests = ShotwellPredicate(tags).compile(selection.predicate) else {
      preconditionFailure("a library is asked only what it answers")
    }
    if selection.predicate != .always { conditions.append(tests) }
    let tail = SQLText(" WHERE ") + SQLText(joining: conditions, with: "AND", empty: "1")
    let order = SQLText(" ORDER BY \(Self.order(selection))")
    let table = ShotwellColumn.table(schema)
    rows = SQLText("SELECT * FROM \(table)") + tail + order
    count = SQLText("SELECT count(*) FROM \(table)") + tail
    summary = "SELECT … FROM photos and videos a" + (tail + order).shortLiteral
  }

  private static func condition(
    _ album: ShotwellSelection.Album, _ tags: ShotwellTags
  ) -> SQLText {
    switch album {
    case .event(let number): SQLText("a.event IS ?", [.integer(number)])
    case .members(let members): SQLText(isOneOf: members)
    case .any: SQLText("(a.event IS NOT NULL OR ") + SQLText(isOneOf: tags.members) + SQLText(")")
    case .imported: SQLText("a.importRoll IS NOT NULL")
    case .recentlyAdded: SQLText("1")
    case .none: SQLText("0")
    }
  }

  private static func order(_ selection: ShotwellSelection) -> String {
    if let order = selection.order { return order.sql }
    switch selection.album {
    case .event, .members: return ShotwellSelection.Order.byDate
    case .recentlyAdded:
      return "a.added IS NULL, a.added DESC, \(ShotwellSelection.Order.identifier)"
    case .any, .imported, .some(.none), nil: return ShotwellSelection.Order.identifier
    }
  }
}

extension SQLText {
  /// The SQL as a person reads it; lists of assets are cut short.
  fileprivate var shortLiteral: String {
    var short = self
    short.values = values.map { value in
      guard case .text(let text) = value, text.utf8.count > 60 else { return value }
      return .text("\(text.prefix(40))…")
    }
    return short.literal
  }
}
