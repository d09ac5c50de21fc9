/// Named values, in order; of two with one name the first stays.
struct XMPStructure {
  private(set) var members: [(name: String, value: XMPValue)] = []
  private var names: Set<String> = []

  mutating func add(_ name: String, _ value: XMPValue) {
    if names.insert(name).inserted { members.append((name, value)) }
  }

  subscript(name: String) -> XMPValue? {
    guard names.contains(name) else { return nil }
    return members.first { $0.name == name }?.value
  }
}
