/// The edges between named nodes, and the cycles among them.
struct Arrows {
  private(set) var targets: [String: Set<String>] = [:]

  mutating func add(from source: String, to target: String) {
    guard source != target else { return }
    targets[source, default: []].insert(target)
  }

  /// One line for each that points to others.
  var lines: [String] {
    targets.sorted { $0.key < $1.key }.map {
      "\($0.key) -> \($0.value.sorted().joined(separator: ", "))"
    }
  }

  /// The nodes that can reach themselves, each set with the nodes on the way.
  var circles: Set<Set<String>> {
    let reached = targets.keys.reduce(into: [:]) { $0[$1] = reachable(from: $1) }
    return reached.reduce(into: []) { circles, entry in
      let circle = entry.value.filter { reached[$0]?.contains(entry.key) == true }
      if !circle.isEmpty { circles.insert(circle) }
    }
  }

  private func reachable(from start: String) -> Set<String> {
    var found: Set<String> = []
    var open = [start]
    while let next = open.popLast() {
      for name in targets[next] ?? [] where found.insert(name).inserted { open.append(name) }
    }
    return found
  }
}
