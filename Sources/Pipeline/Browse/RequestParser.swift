internal import Platform

/// Parses one JSON text to the value that a rule would have for it. The text is untrusted: depth,
/// lengths of numbers and all bytes are checked. Repeated names and `null` are refused.
struct RequestParser {
  private let bytes: UnsafeRawBufferPointer

  private static let deepest = 16
  private static let longestNumber = 32

  /// Parses the text; throws ``BrowseProblem`` with the position of an error.
  static func read(_ bytes: UnsafeRawBufferPointer) throws(BrowseProblem) -> ArgumentValue {
    guard bytes.isValidUTF8 else { throw problem("is not UTF-8", at: 0) }
    let element: JSONElement
    do throws(JSONProblem) {
      element = try JSONElement(checking: bytes, deepest: deepest)
    } catch {
      throw problem(message(error.fault), at: error.place)
    }
    return try RequestParser(bytes: bytes).value(element)
  }

  private static func problem(_ message: String, at place: Int) -> BrowseProblem {
    BrowseProblem("no JSON, byte \(place): \(message)")
  }

  private static func message(_ fault: JSONProblem.Fault) -> String {
    switch fault {
    case .value: "a value is missing"
    case .name: "a name is missing"
    case .colon: "a name is followed by :"
    case .memberEnd: "a , or } is missing"
    case .elementEnd: "a , or ] is missing"
    case .textEnd: "a text has no end"
    case .controlCharacter: "a text holds a control character"
    case .escape: "a text holds an escape that JSON does not have"
    case .nesting: "is nested too deeply"
    case .rest: "goes on behind its end"
    }
  }

  private func value(_ element: JSONElement) throws(BrowseProblem) -> ArgumentValue {
    switch element.kind {
    case .object: return .table(try members(element))
    case .list:
      var values: [ArgumentValue] = []
      for element in element.elements { values.append(try value(element)) }
      return .list(values)
    case .text, .escapedText: return .text(element.string ?? "")
    case .yes: return .flag(true)
    case .no: return .flag(false)
    case .integer, .number, .null:
      if element.bytes.count <= Self.longestNumber {
        if let whole = element.whole { return .integer(whole) }
        if let number = element.number { return .number(number) }
      }
      throw Self.problem("a value is missing", at: place(of: element))
    }
  }

  private func members(_ object: JSONElement) throws(BrowseProblem) -> [ArgumentMember] {
    var members: [ArgumentMember] = []
    for member in object.members {
      let name = member.name.string ?? ""
      guard !members.contains(where: { $0.name == name }) else {
        throw Self.problem("\"\(name)\" comes twice", at: place(of: member.name) - 1)
      }
      members.append(ArgumentMember(name, try value(member.value)))
    }
    return members.sorted { $0.name < $1.name }
  }

  private func place(of element: JSONElement) -> Int {
    guard let start = bytes.baseAddress, let found = element.bytes.baseAddress else { return 0 }
    return start.distance(to: found)
  }
}
