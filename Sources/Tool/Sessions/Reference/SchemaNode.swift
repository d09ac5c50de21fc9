/// A JSON value whose members keep their order.
package indirect enum SchemaNode {
  case text(String)
  case integer(Int)
  case flag(Bool)
  case list([SchemaNode])
  case object([(String, SchemaNode)])

  /// Returns the JSON over several lines, indented by two spaces.
  package func rendered(indent: String = "") -> String {
    let inner = indent + "  "
    switch self {
    case .text(let text): return Self.quoted(text)
    case .integer(let number): return "\(number)"
    case .flag(let flag): return "\(flag)"
    case .list(let nodes):
      let isFlat = nodes.allSatisfy(\.isScalar)
      let parts = nodes.map { $0.rendered(indent: inner) }
      if isFlat { return "[" + parts.joined(separator: ", ") + "]" }
      return "[\n" + parts.map { inner + $0 }.joined(separator: ",\n") + "\n\(indent)]"
    case .object(let members):
      if members.isEmpty { return "{}" }
      let parts = members.map { "\(inner)\(Self.quoted($0)): \($1.rendered(indent: inner))" }
      return "{\n" + parts.joined(separator: ",\n") + "\n\(indent)}"
    }
  }

  private var isScalar: Bool {
    switch self {
    case .text, .integer, .flag: true
    case .list, .object: false
    }
  }

  private static func quoted(_ text: String) -> String {
    "\"" + text.flatMap { $0 == "\"" || $0 == "\\" ? ["\\", $0] : [$0] } + "\""
  }
}
