internal import Media

/// A set of phrases with values, to find a phrase at an index of a name. Phrases are stored as
/// normalised by ``NameFold``, so one entry matches every spelling. Building takes some tens of
/// microseconds and happens once; a search allocates nothing.
struct PhraseTrie<Value: Sendable>: Sendable {
  private struct Node {
    var unit: UInt16
    var firstChild: UInt16 = 0
    var nextSibling: UInt16 = 0
    /// One more than the index of the value; zero if no phrase ends here.
    var value: UInt16 = 0
  }

  /// The nodes, of which node zero is the root; a link to zero means no node.
  private var nodes = [Node(unit: 0)]
  private var values: [Value] = []
  /// The root's children by ASCII letter, as most searches fail at the first letter.
  private var asciiRoot = [UInt16](repeating: 0, count: 128)

  init(_ phrases: [(phrase: String, value: Value)]) {
    for (phrase, value) in phrases {
      var phrase = phrase
      values.append(value)
      phrase.withUTF8 { insert(NameBytes(UnsafeRawBufferPointer($0))) }
    }
    var child = nodes[0].firstChild
    while child != 0 {
      let node = nodes[Int(child)]
      if node.unit < 128 { asciiRoot[Int(node.unit)] = child }
      child = node.nextSibling
    }
  }

  private mutating func insert(_ phrase: NameBytes) {
    var fold = NameFold(phrase, from: 0)
    var node = 0
    while let unit = fold.next() {
      var child = nodes[node].firstChild
      while child != 0 && nodes[Int(child)].unit != unit {
        child = nodes[Int(child)].nextSibling
      }
      if child == 0 {
        child = UInt16(nodes.count)
        nodes.append(Node(unit: unit, nextSibling: nodes[node].firstChild))
        nodes[node].firstChild = child
      }
      node = Int(child)
    }
    nodes[node].value = UInt16(values.count)
  }

  /// Returns the value of the longest phrase at `index` that `accepts` approves, and the index
  /// after the phrase; nil without one.
  @inline(__always)
  func longest(
    in name: NameBytes, at index: Int, where accepts: (Value, Int) -> Bool = { _, _ in true }
  ) -> (value: Value, end: Int)? {
    var fold = NameFold(name, from: index)
    guard let first = fold.next() else { return nil }
    var child = first < 128 ? asciiRoot[Int(first)] : find(first, in: 0)
    var best: (value: Value, end: Int)?
    while child != 0 {
      let node = nodes[Int(child)]
      if node.value != 0 && fold.isAtScalarBoundary {
        let end = fold.end
        let value = values[Int(node.value) - 1]
        if accepts(value, end) { best = (value, end) }
      }
      guard let unit = fold.next() else { break }
      child = find(unit, in: Int(child))
    }
    return best
  }

  @inline(__always)
  private func find(_ unit: UInt16, in node: Int) -> UInt16 {
    var child = nodes[node].firstChild
    while child != 0 && nodes[Int(child)].unit != unit {
      child = nodes[Int(child)].nextSibling
    }
    return child
  }
}
