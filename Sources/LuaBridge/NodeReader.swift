internal import CLuaShim
internal import Engine

/// A reader of the values of a rule from the flat list that C returns.
struct NodeReader {
  private let nodes: UnsafeBufferPointer<shotlua_node>
  private var position = 0

  init(_ nodes: UnsafeBufferPointer<shotlua_node>) {
    self.nodes = nodes
  }

  /// Returns the next node without its children; nil at the end.
  mutating func next() -> shotlua_node? {
    guard position < nodes.count else { return nil }
    defer { position += 1 }
    return nodes[position]
  }

  mutating func value() -> ArgumentValue {
    guard let node = next() else { return .list([]) }
    switch node.kind {
    case .flag: return .flag(node.flag)
    case .integer: return .integer(node.integer)
    case .number: return .number(node.number)
    case .text: return .text(Self.string(node.text))
    case .table: return table(node)
    case .function:
      return .function(FunctionReference(index: Int(node.function), line: Int(node.line)))
    case .test:
      return .test(
        TestCall(
          name: Self.string(node.text), arguments: values(node.children), line: Int(node.line)))
    case .stage, .pipeline:
      return .stage(
        StageCall(
          name: Self.string(node.text), arguments: values(node.children), line: Int(node.line),
          path: node.path.map { String(cString: $0) }))
    }
  }

  private mutating func values(_ count: Int32) -> [ArgumentValue] {
    var values: [ArgumentValue] = []
    for _ in 0..<count { values.append(value()) }
    return values
  }

  /// Reads a table; if it has both list elements and names, elements get the names `1`, `2`, …
  private mutating func table(_ node: shotlua_node) -> ArgumentValue {
    let listed = values(node.listed)
    if node.listed == node.children { return .list(listed) }
    var members = listed.enumerated().map { ArgumentMember("\($0.offset + 1)", $0.element) }
    for _ in node.listed..<node.children {
      let name = position < nodes.count ? Self.string(nodes[position].name) : ""
      members.append(ArgumentMember(name, value()))
    }
    return .table(members)
  }

  static func string(_ text: shotlua_text) -> String {
    String(decoding: UnsafeRawBufferPointer(start: text.bytes, count: text.length), as: UTF8.self)
  }
}
