/// A dictionary with a bounded number of values that evicts the least recently used one.
struct RecentlyUsed<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  let capacity: Int
  private var places: [Key: Int] = [:]
  private var nodes: [Node] = []
  private var newest = -1
  private var oldest = -1

  private struct Node: Sendable {
    let key: Key
    var value: Value
    var newer: Int
    var older: Int
  }

  init(capacity: Int) {
    self.capacity = capacity
  }

  var count: Int { places.count }

  mutating func value(of key: Key) -> Value? {
    guard let place = places[key] else { return nil }
    unlink(place)
    pushNewest(place)
    return nodes[place].value
  }

  /// Returns the values whose keys pass a test, and counts that as use.
  mutating func values(where passes: (Key) -> Bool) -> [Value] {
    let found = nodes.indices.filter { passes(nodes[$0].key) }
    for place in found {
      unlink(place)
      pushNewest(place)
    }
    return found.map { nodes[$0].value }
  }

  mutating func insert(_ value: Value, for key: Key) {
    guard capacity > 0 else { return }
    if let place = places[key] {
      nodes[place].value = value
      unlink(place)
      pushNewest(place)
      return
    }
    let node = Node(key: key, value: value, newer: -1, older: -1)
    let place: Int
    if nodes.count < capacity {
      place = nodes.count
      nodes.append(node)
    } else {
      place = oldest
      unlink(place)
      places[nodes[place].key] = nil
      nodes[place] = node
    }
    places[key] = place
    pushNewest(place)
  }

  mutating func removeAll() {
    self = RecentlyUsed(capacity: capacity)
  }

  private mutating func unlink(_ place: Int) {
    let (newer, older) = (nodes[place].newer, nodes[place].older)
    if newer >= 0 { nodes[newer].older = older } else { newest = older }
    if older >= 0 { nodes[older].newer = newer } else { oldest = newer }
  }

  private mutating func pushNewest(_ place: Int) {
    nodes[place].newer = -1
    nodes[place].older = newest
    if newest >= 0 { nodes[newest].newer = place } else { oldest = place }
    newest = place
  }
}
