/// Assets with the same bytes, as indices, in source order. The "whole" ones have all companions
/// that any of them has, so each can replace all others.
struct DuplicateGroup {
  let places: [Int]
  let isWhole: Set<Int>

  var count: Int { places.count }
  var first: Int { places.first ?? 0 }

  /// Divides assets with the same bytes by their companions; one without any belongs to the first
  /// that has some. Two assets that each lack a companion of the other are no duplicates.
  static func groups(
    _ places: [Int], companions: (Int) -> Companions
  ) -> [DuplicateGroup] {
    guard places.count > 1 else { return [DuplicateGroup(places: places, isWhole: Set(places))] }
    let own = places.map(companions)
    // For each subset of companions the largest set that contains it; of several the first.
    var largest: [Companions: Companions] = [:]
    for whole in own.enumerated().sorted(by: {
      ($1.element.count, $0.offset) < ($0.element.count, $1.offset)
    }).map(\.element) where largest[whole] == nil {
      for subset in whole.subsets where largest[subset] == nil { largest[subset] = whole }
    }
    var order: [Companions] = []
    var members: [Companions: [(place: Int, isWhole: Bool)]] = [:]
    for (place, companions) in zip(places, own) {
      let whole = largest[companions] ?? companions
      if members[whole] == nil { order.append(whole) }
      members[whole, default: []].append((place, whole == companions))
    }
    return order.compactMap { members[$0] }.map { members in
      DuplicateGroup(
        places: members.map(\.place),
        isWhole: Set(members.filter(\.isWhole).map(\.place)))
    }
  }

  func filter(_ isIncluded: (Int) -> Bool) -> DuplicateGroup {
    DuplicateGroup(places: places.filter(isIncluded), isWhole: isWhole.filter(isIncluded))
  }
}

/// The kept and the dropped assets of a group, as indices.
struct Verdict {
  /// The kept assets, first the one that is named as the original of the others.
  let kept: [Int]
  let dropped: [Int]

  /// Chooses the kept assets; `isKeptAside` is true for assets in protected folders, `isBetter` if
  /// the first index ranks above the second.
  init(_ group: DuplicateGroup, _ isKeptAside: [Bool], isBetter: (Int, Int) -> Bool) {
    let aside = group.places.filter { isKeptAside[$0] }
    // If all whole assets failed, any other is kept.
    let whole = group.places.filter(group.isWhole.contains)
    let able = whole.isEmpty ? group.places : whole
    let wanted = able.filter { isKeptAside[$0] }
    let candidates = wanted.isEmpty ? able : wanted
    guard var original = candidates.first else {
      (kept, dropped) = ([], [])
      return
    }
    for place in candidates.dropFirst() where isBetter(place, original) { original = place }
    kept = [original] + aside.filter { $0 != original }
    dropped = group.places.filter { !isKeptAside[$0] && $0 != original }
  }
}
