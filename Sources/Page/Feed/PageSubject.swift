/// What a page shows, and what may be done there.
package struct PageSubject: Sendable {
  package enum Kind: String, Sendable {
    /// A library, by its albums.
    case library
    /// The records of a run, as one list.
    case records
  }

  package let kind: Kind
  package let title: String
  /// How many assets can be chosen, 0 for no limit; nil where nothing is chosen.
  package let limit: Int?
  /// The places of assets that are chosen already, in their order.
  package let selected: [Int]

  package init(kind: Kind, title: String, limit: Int? = nil, selected: [Int] = []) {
    self.kind = kind
    self.title = title
    self.limit = limit
    self.selected = selected
  }

  /// The list that a run's records are, by the number of albums.
  static let records = 0
}
