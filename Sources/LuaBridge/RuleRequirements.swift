internal import Engine

/// The permissions that a rule requests, with its reasons.
///
/// ```lua
/// wants = { "shows the newest picture of each trip", references = "some trips are on another disk" }
/// ```
struct RuleRequirements: Equatable {
  private(set) var reasons: [String] = []
  private(set) var requirements: [RequestedCapability] = []

  private static let most = 16
  private static let longest = 1000

  init() {}

  /// Reads a text, or a table of texts, in which named members are capabilities.
  init(
    _ value: ArgumentValue, problem: (String, _ token: String, _ nearest: String?) -> RuleProblem
  )
    throws(RuleProblem)
  {
    let members: [ArgumentMember]
    switch value {
    case .text: members = [ArgumentMember("1", value)]
    case .list(let texts):
      members = texts.enumerated().map { ArgumentMember("\($0.offset + 1)", $0.element) }
    case .table(let named): members = named
    default: throw problem("wants is a text or a table of texts, not \(value.kind)", "wants", nil)
    }
    guard members.count <= Self.most else {
      throw problem("wants has at most \(Self.most) members", "wants", nil)
    }
    for member in members {
      try add(member, problem)
    }
  }

  private mutating func add(
    _ member: ArgumentMember,
    _ problem: (String, _ token: String, _ nearest: String?) -> RuleProblem
  ) throws(RuleProblem) {
    let names = Capability.allCases.map(\.rawValue)
    guard case .text(let text) = member.value else {
      throw problem(
        "wants holds texts, not \(member.value.kind)",
        Int(member.name) == nil ? member.name : "wants", nil)
    }
    guard text.utf8.count <= Self.longest else {
      throw problem("a text of wants has at most \(Self.longest) bytes", "wants", nil)
    }
    if Int(member.name) == nil {
      guard let capability = Capability(rawValue: member.name) else {
        throw problem(
          "wants knows no \"\(member.name)\"; it knows \(names.joined(separator: ", "))",
          member.name, NearestName.of(member.name, among: names))
      }
      requirements.removeAll { $0.capability == capability }
      requirements.append(RequestedCapability(capability, reason: text))
    } else if let capability = Capability(rawValue: text) {
      if !requirements.contains(where: { $0.capability == capability }) {
        requirements.append(RequestedCapability(capability))
      }
    } else if !text.contains(" "), let near = NearestName.of(text, among: names) {
      throw problem("wants knows no \"\(text)\"", text, near)
    } else {
      reasons.append(text)
    }
  }
}
