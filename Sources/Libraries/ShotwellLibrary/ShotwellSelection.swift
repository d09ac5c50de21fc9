internal import Files

struct ShotwellSelection: Sendable {
  var includesHidden = false
  /// The tests that the library answers, see ``ShotwellPredicate/answers(_:)``.
  var predicate = AssetPredicate.always
  /// The tests that the run still has to evaluate; assets that certainly fail them are not read.
  var rest = AssetPredicate.always
  var order = Order.imported
  /// The number of rows to read; nil for all.
  var limit: Int?

  /// Returns the part of a fetch that a library answers, and the tests that it leaves to the run.
  static func of(_ fetch: AssetFetch) -> (selection: ShotwellSelection, rest: AssetPredicate) {
    let (accepted, rest) = fetch.predicate.splitTogether(ShotwellPredicate.answers)
    let selection = ShotwellSelection(
      includesHidden: fetch.includesHidden || fetch.isOfHidden, predicate: accepted,
      rest: rest, order: Order(fetch.order) ?? Order(ofAlbum: fetch.album))
    return (selection, rest)
  }

  /// An order that SQL can produce.
  struct Order: Hashable, Sendable {
    let sql: String

    /// Photos first, both in the order of import, which is that of the identifiers' bytes.
    static let imported = Order(sql: "a.source, a.id")
    /// The order of an event or a tag.
    static let taken = Order(by: "a.created", isDescending: false)
    static let lastImportedFirst = Order(by: "a.added", isDescending: true)

    private init(sql: String) {
      self.sql = sql
    }

    /// Creates the order by a column; rows without a value are always last.
    private init(by column: String, isDescending: Bool) {
      sql = "\(column) IS NULL, \(column)\(isDescending ? " DESC" : ""), \(Self.imported.sql)"
    }

    /// The order by one date or by duration, then by identifier; nil for any other.
    init?(_ keys: [SortKey]) {
      guard keys.count == 1, let key = keys.first else { return nil }
      let column: String
      switch key.field {
      case .creationDate: column = "a.created"
      case .addedDate: column = "a.added"
      case .duration: column = "a.duration"
      default: return nil
      }
      self.init(by: column, isDescending: key.isDescending)
    }

    /// The order of an album's assets; without an album that of the library.
    init(ofAlbum name: String?) {
      self =
        switch name.map(CollectionSubtype.init(rawValue:)) {
        case nil: .imported
        case .some(nil): .taken
        case .smartAlbumRecentlyAdded: .lastImportedFirst
        default: .imported
        }
    }
  }
}

struct ShotwellStatement {
  /// The statements for the assets, one behind the other, with the columns of ``ShotwellColumn`` in
  /// their order.
  let rows: [SQLText]
  /// The statement without columns and table, for the user.
  let summary: String

  /// - Precondition: The library answers the predicate.
  init(_ selection: ShotwellSelection, _ schema: ShotwellSchema, _ tags: ShotwellTags) {
    let numbers = ShotwellIdentifier.numbers
    var conditions = [
      SQLText("a.id BETWEEN \(numbers.lowerBound) AND \(numbers.upperBound)"),
      SQLText("NOT a.isTrashed"),
    ]
    if !selection.includesHidden { conditions.append(SQLText("NOT a.isHidden")) }
    guard let tests = ShotwellPredicate(tags).compile(selection.predicate) else {
      preconditionFailure("a library is asked only what it answers")
    }
    if selection.predicate != .always { conditions.append(tests) }
    conditions += ShotwellPredicate.narrowing(selection.rest)
    let tail = SQLText(" WHERE ") + SQLText(joining: conditions, with: "AND", empty: "1")
    let order = SQLText(" ORDER BY \(selection.order.sql)")
    let table = ShotwellColumn.table(schema)
    let limit = selection.limit.map { SQLText(" LIMIT \($0)") } ?? SQLText("")
    let all = SQLText("SELECT * FROM \(table)") + tail
    rows =
      if selection.order == .imported {
        // SQLite would sort all rows for the first; within a table they are in this order.
        [0, 1].map { all + SQLText(" AND a.source = \($0) ORDER BY a.id") + limit }
      } else {
        [all + order + limit]
      }
    summary = "SELECT … FROM photos and videos a" + (tail + order).shortLiteral
  }
}

extension SQLText {
  fileprivate var shortLiteral: String {
    var short = self
    short.values = values.map { value in
      guard case .text(let text) = value, text.utf8.count > 60 else { return value }
      return .text("\(text.prefix(40))…")
    }
    return short.literal
  }
}
