package import Pipeline

/// The selection in a list of assets: the chosen ones, in order, and those that a filter shows.
package struct AssetSelection {
  /// The assets of the list.
  package let assets: [ChoosableAsset]
  /// The largest number of chosen assets; 0 for no limit.
  package let limit: Int
  /// The positions in the list of the chosen assets, in the order of the choice.
  private(set) var chosen: [Int]
  /// The positions in the list of the assets that the filter shows.
  private(set) var matches: [Int]
  /// The current row, as a position in ``matches``.
  private(set) var cursor = 0
  /// The number of each chosen asset, from 1, by its position in the list.
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

  /// Returns the first distinct elements, at most `limit` (0 for all), and the number of others.
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

  /// Returns the number, from 1, of an asset among the chosen ones; nil if it is not chosen.
  package func number(of place: Int) -> Int? { numbers[place] }

  /// The position in the list of the current row; nil if the filter shows no asset.
  package var current: Int? { matches.indices.contains(cursor) ? matches[cursor] : nil }

  /// Toggles the choice of assets; returns false if the limit left some out. With a limit of 1 the
  /// next asset replaces the chosen one.
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

  /// Shows the assets whose names contain a text, ignoring case; all of them for an empty text.
  package mutating func filter(by text: String) {
    let here = current
    let wanted = text.lowercased()
    matches = names.indices.filter { wanted.isEmpty || names[$0].contains(wanted) }
    cursor = here.flatMap { matches.firstIndex(of: $0) } ?? 0
  }

  /// Moves the cursor by some rows, within the list.
  package mutating func move(by rows: Int) {
    cursor = max(0, min(matches.count - 1, cursor + rows))
  }

  /// Returns the positions in a text such as `1 3-5`, from 0; nil if one is not in the list.
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
