/// The check for a test of files that are neither pictures nor movies, of which a library has none
/// unless its source includes everything.
struct UnknownTypeCheck {
  let rulePath: String

  /// Returns the advice about the calls of a pipeline that fetches from a library; at most one.
  func advice(about calls: [StageCall], _ fetch: AssetFetch?) -> [RuleProblem] {
    guard let fetch, !fetch.includesEverything, let call = calls.first(where: Self.wantsUnknown)
    else { return [] }
    return [
      RuleProblem(
        path: call.path ?? rulePath, line: call.line,
        message: "a folder has no assets of mediaType \"unknown\" unless its files are all taken:"
          + " --everything, or source { everything = true } in a rule", token: "unknown")
    ]
  }

  private static func wantsUnknown(_ call: StageCall) -> Bool {
    call.arguments.contains { wantsUnknown($0) }
  }

  private static func wantsUnknown(_ value: ArgumentValue) -> Bool {
    switch value {
    case .table(let members):
      members.contains { member in
        member.name == "mediaType" && member.value.names("unknown") || wantsUnknown(member.value)
      }
    case .list(let values): values.contains { wantsUnknown($0) }
    default: false
    }
  }
}

extension ArgumentValue {
  fileprivate func names(_ word: String) -> Bool {
    switch self {
    case .text(let text): text == word
    case .list(let values): values.contains { $0.names(word) }
    default: false
    }
  }
}
