package import Pipeline

/// The chosen assets of a list, in the order of the choice, and the part of the list that a filter
/// shows.
package struct AssetSelection {
  package let assets: [ChoosableAsset]
  /// The largest number of chosen assets; 0 for no limit.
  package let limit: Int
  /// Places in the list, in the order in which they were chosen.
  private(set) var chosen: [Int]
  /// Places in the list of what the filter shows.
  private(set) var matches: [Int]
  /// The current row, as a place in ``matches``.
  private(set) var cursor = 0
  /// The number of each that is chosen, from 1.
  private var numbers: [Int: Int] = [:]
  private let names: [String]

  package init(_ assets: [ChoosableAsset], limit: Int, chosen: [Int]) {
    self.assets = assets
    self.limit = limit
    self.chosen = []
    matches = Array(assets.indices)
    names = assets.map { $0.filename.lowercased() }
    choose(Self.part(chosen, within: limit).kept)
  }

  /// The first that a limit leaves room for, each once, and how many more there are.
  ///
  /// - Parameter limit: 0 for no limit.
  package static func part<Chosen: Hashable>(
    _ chosen: [Chosen], within limit: Int
  ) -> (kept: [Chosen], excess: Int) {
    let chosen = Self.once(chosen)
    let kept = limit == 0 ? chosen : Array(chosen.prefix(limit))
    return (kept, chosen.count - kept.count)
  }

  private static func once<Chosen: Hashable>(_ chosen: [Chosen]) -> [Chosen] {
    var seen: Set<Chosen> = []
    return chosen.filter { seen.insert($0).inserted }
  }

  private mutating func choose(_ places: [Int]) {
    chosen = places
    numbers = Dictionary(uniqueKeysWithValues: zip(chosen, 1...))
  }

  /// The number that an asset has among those that are chosen; nil when it is none of them.
  package func number(of place: Int) -> Int? { numbers[place] }

  /// The place in the list that the user is at; nil where the filter shows none.
  package var current: Int? { matches.indices.contains(cursor) ? matches[cursor] : nil }

  /// Chooses assets and deselects chosen ones; returns false when the limit left some out.
  ///
  /// With a limit of 1 the next asset replaces the chosen one.
  package mutating func toggle(_ places: [Int]) -> Bool {
    var isChosen = Set(chosen)
    var order = chosen
    var hadRoom = true
    for place in places where isChosen.remove(place) == nil {
      if limit == 1 { isChosen.removeAll() }
      guard limit == 0 || isChosen.count < limit else {
        hadRoom = false
        continue
      }
      isChosen.insert(place)
      order.append(place)
    }
    // An asset that was deselected and chosen again comes last.
    choose(order.reversed().filter { isChosen.remove($0) != nil }.reversed())
    return hadRoom
  }

  /// Shows the assets whose names hold a text, capitals apart; all for an empty one.
  package mutating func filter(by text: String) {
    let here = current
    let wanted = text.lowercased()
    matches = names.indices.filter { wanted.isEmpty || names[$0].contains(wanted) }
    cursor = here.flatMap { matches.firstIndex(of: $0) } ?? 0
  }

  /// Moves the user by some rows, as far as there are any.
  package mutating func move(by rows: Int) {
    cursor = max(0, min(matches.count - 1, cursor + rows))
  }

  /// The places of `1 3-5`, counted from 0, each once; nil when one is not in the list.
  package func places(in text: String) -> [Int]? {
    var places: [Int] = []
    for word in text.split(whereSeparator: { $0 == " " || $0 == "," || $0 == "\t" }) {
      let ends = word.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        .map { Int($0) }
      guard let first = ends[0], let last = ends.last ?? nil, first >= 1, first <= last,
        last <= assets.count
      else { return nil }
      places += (first - 1)..<last
    }
    return Self.once(places)
  }
}
