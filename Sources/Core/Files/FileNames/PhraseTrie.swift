internal import Media

/// A set of phrases with values, to find a phrase at an index of a name. Phrases are stored as
/// normalised by ``NameFold``, so one entry matches every spelling. Building takes some tens of
/// microseconds and happens once; a search allocates nothing. A large set has two tries, of which
/// the one for ``Script/other`` is built when the first name in such a script comes.
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
  /// The first of the root's children for each ``place(_:)``, as most searches fail at the first
  /// letter; the next are its siblings.
  private var roots = [UInt16](repeating: 0, count: 256)

  /// The script of a text's first letter.
  enum Script {
    case latin, other

    init(_ text: NameBytes, at index: Int) {
      // Latin letters are below U+01C0, or in the block of Vietnamese (U+1E80 to U+1EFF).
      switch text[index] {
      case 0..<0xC7: self = .latin
      case 0xE1 where text[index + 1] == 0xBA || text[index + 1] == 0xBB: self = .latin
      default: self = .other
      }
    }
  }

  /// Creates a set of phrases, each list of which has one value; with a script, of those that begin
  /// in it. The compiler lays the lists out, so that a start only reads them.
  init(_ lists: [([StaticString], Value)], in script: Script? = nil) {
    values.reserveCapacity(lists.count)
    nodes.reserveCapacity(lists.reduce(0) { $0 + $1.0.count } * 8)
    for (phrases, value) in lists {
      values.append(value)
      for phrase in phrases {
        let name = NameBytes(
          UnsafeRawBufferPointer(start: phrase.utf8Start, count: phrase.utf8CodeUnitCount))
        if let script, Script(name, at: 0) != script { continue }
        insert(name)
      }
    }
  }

  /// Returns an index below 256; ASCII letters have one each among them.
  @inline(__always)
  private static func place(_ unit: UInt16) -> Int { Int((unit ^ unit >> 8) & 0xFF) }

  private mutating func insert(_ phrase: NameBytes) {
    var fold = NameFold(phrase, from: 0)
    var node = 0
    while let unit = fold.next() { node = child(of: node, unit) }
    nodes[node].value = UInt16(values.count)
  }

  /// Returns the child of a node, which it adds behind the others: phrases that are listed first
  /// are found first.
  private mutating func child(of node: Int, _ unit: UInt16) -> Int {
    var child = node == 0 ? roots[Self.place(unit)] : nodes[node].firstChild
    var last: UInt16 = 0
    while child != 0 {
      if nodes[Int(child)].unit == unit { return Int(child) }
      last = child
      child = nodes[Int(child)].nextSibling
    }
    let new = UInt16(nodes.count)
    nodes.append(Node(unit: unit))
    if last != 0 {
      nodes[Int(last)].nextSibling = new
    } else if node == 0 {
      roots[Self.place(unit)] = new
    } else {
      nodes[node].firstChild = new
    }
    return Int(new)
  }

  /// Returns the value of the longest phrase at `index` that `accepts` approves, and the index
  /// after the phrase; nil without one.
  @inline(__always)
  func longest(
    in name: NameBytes, at index: Int, where accepts: (Value, Int) -> Bool = { _, _ in true }
  ) -> (value: Value, end: Int)? {
    var fold = NameFold(name, from: index)
    guard let first = fold.next() else { return nil }
    var child = find(first, from: roots[Self.place(first)])
    var best: (value: Value, end: Int)?
    while child != 0 {
      let node = nodes[Int(child)]
      if node.value != 0 && fold.isAtScalarBoundary {
        let end = fold.end
        let value = values[Int(node.value) - 1]
        if accepts(value, end) { best = (value, end) }
      }
      guard let unit = fold.next() else { break }
      child = find(unit, from: node.firstChild)
    }
    return best
  }

  /// Returns the node of a unit among a node and its next siblings; zero without one.
  @inline(__always)
  private func find(_ unit: UInt16, from first: UInt16) -> UInt16 {
    var child = first
    while child != 0 && nodes[Int(child)].unit != unit {
      child = nodes[Int(child)].nextSibling
    }
    return child
  }
}
