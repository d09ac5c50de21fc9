internal import Assets

/// The watched folders by number, with names and parents. Numbers of removed folders are reused.
struct FolderTree {
  typealias Number = Int32

  static let root: Number = 0

  private static let none: Number = -1

  private struct Node {
    var name: OwnedBytes
    var parent: Number
    var firstChild = FolderTree.none
    var next = FolderTree.none
    var previous = FolderTree.none
    /// The number that the system gave to the folder's watch; nil without a watch.
    var watch: Int32?
    /// A serial number that distinguishes the folder from earlier ones with the same number.
    var serial: Int
  }

  struct Reference: Hashable {
    fileprivate let number: Number
    fileprivate let serial: Int
  }

  private struct Place: Hashable {
    let parent: Number
    let name: OwnedBytes

    static func == (left: Place, right: Place) -> Bool {
      left.parent == right.parent && left.name.span.hasSameBytes(as: right.name.bytes)
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(parent)
      withExtendedLifetime(name) { hasher.combine(bytes: name.bytes) }
    }
  }

  private var nodes = [Node(name: OwnedBytes([]), parent: none, serial: 0)]
  private var lastSerial = 0
  private var free: [Number] = []
  private var places: [Place: Number] = [:]
  private var watched: [Int32: Number] = [:]

  var count: Int { nodes.count - free.count }

  var watchedCount: Int { watched.count }

  func number(watchedBy watch: Int32) -> Number? { watched[watch] }

  func watch(of number: Number) -> Int32? { nodes[Int(number)].watch }

  func parent(of number: Number) -> Number? {
    let parent = nodes[Int(number)].parent
    return parent == Self.none ? nil : parent
  }

  func name(of number: Number) -> OwnedBytes { nodes[Int(number)].name }

  func folder(_ name: OwnedBytes, in parent: Number) -> Number? {
    places[Place(parent: parent, name: name)]
  }

  func reference(to number: Number) -> Reference {
    Reference(number: number, serial: nodes[Int(number)].serial)
  }

  func number(of reference: Reference) -> Number? {
    nodes[Int(reference.number)].serial == reference.serial ? reference.number : nil
  }

  func folders(in parent: Number) -> [Number] {
    var found: [Number] = []
    var child = nodes[Int(parent)].firstChild
    while child != Self.none {
      found.append(child)
      child = nodes[Int(child)].next
    }
    return found
  }

  func names(to number: Number) -> [OwnedBytes] {
    var names: [OwnedBytes] = []
    var folder = number
    while let parent = parent(of: folder) {
      names.append(name(of: folder))
      folder = parent
    }
    return names.reversed()
  }

  /// Returns the path from the root, without a slash at either end.
  func path(of number: Number) -> OwnedBytes {
    names(to: number).reduce(OwnedBytes([])) { $0.joined(with: $1) }
  }

  /// Adds a folder, unless it is known, and returns its number.
  mutating func add(_ name: OwnedBytes, in parent: Number) -> Number {
    let place = Place(parent: parent, name: name)
    if let known = places[place] { return known }
    let number: Number
    lastSerial += 1
    let node = Node(name: name, parent: parent, serial: lastSerial)
    if let last = free.popLast() {
      number = last
      nodes[Int(number)] = node
    } else {
      number = Number(nodes.count)
      nodes.append(node)
    }
    link(number)
    return number
  }

  struct Removed {
    let number: Number
    let watch: Int32?
  }

  func folder(_ number: Number, isWithin other: Number) -> Bool {
    var folder: Number? = number
    while let current = folder, current != other { folder = parent(of: current) }
    return folder != nil
  }

  /// Moves a folder to another name or parent, not below itself; returns the replaced folders.
  mutating func move(_ number: Number, to parent: Number, as name: OwnedBytes) -> [Removed] {
    let other = places[Place(parent: parent, name: name)]
    if other == number { return [] }
    // The folder there may contain the moved one, if no event reported that it left.
    unlink(number)
    let removed = other.map { remove($0) } ?? []
    nodes[Int(number)].parent = parent
    nodes[Int(number)].name = name
    link(number)
    return removed
  }

  /// Removes a folder and all below it, and returns them; the root itself stays.
  mutating func remove(_ number: Number) -> [Removed] {
    if number != Self.root { unlink(number) }
    var removed: [Removed] = []
    var waiting = [number]
    while let folder = waiting.popLast() {
      for child in folders(in: folder) {
        places[Place(parent: folder, name: name(of: child))] = nil
        waiting.append(child)
      }
      removed.append(Removed(number: folder, watch: forgetWatch(of: folder)))
      nodes[Int(folder)].firstChild = Self.none
      nodes[Int(folder)].serial = -1
      if folder != Self.root { free.append(folder) }
    }
    return removed
  }

  /// Sets a folder's watch, and removes that number from any other folder; returns the folder's
  /// earlier watch, if it had another one, else nil.
  mutating func setWatch(_ watch: Int32, of number: Number) -> Int32? {
    let before = nodes[Int(number)].watch
    if before == watch { return nil }
    if let before { watched[before] = nil }
    if let other = watched[watch] { nodes[Int(other)].watch = nil }
    nodes[Int(number)].watch = watch
    watched[watch] = number
    return before
  }

  @discardableResult
  mutating func forgetWatch(of number: Number) -> Int32? {
    guard let watch = nodes[Int(number)].watch else { return nil }
    nodes[Int(number)].watch = nil
    watched[watch] = nil
    return watch
  }

  private mutating func link(_ number: Number) {
    let parent = nodes[Int(number)].parent
    let first = nodes[Int(parent)].firstChild
    nodes[Int(number)].next = first
    nodes[Int(number)].previous = Self.none
    if first != Self.none { nodes[Int(first)].previous = number }
    nodes[Int(parent)].firstChild = number
    places[Place(parent: parent, name: nodes[Int(number)].name)] = number
  }

  private mutating func unlink(_ number: Number) {
    let node = nodes[Int(number)]
    places[Place(parent: node.parent, name: node.name)] = nil
    if node.previous != Self.none {
      nodes[Int(node.previous)].next = node.next
    } else {
      nodes[Int(node.parent)].firstChild = node.next
    }
    if node.next != Self.none { nodes[Int(node.next)].previous = node.previous }
  }
}
