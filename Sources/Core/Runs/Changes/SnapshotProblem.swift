enum SnapshotProblem: Error, Hashable, Sendable {
  case noToken
  case gone
  case damaged
  case otherFetch
  case otherLibrary

  func message(_ text: String) -> String {
    let quoted = text.utf8.count > 80 ? "\"\(text.prefix(80))…\"" : "\"\(text)\""
    let reason =
      switch self {
      case .noToken: "is no token that shotflow gave"
      case .gone: "is too old, or of another computer: what was fetched then is no longer kept"
      case .damaged: "can't be used: what was kept of the fetch is damaged"
      case .otherFetch: "was given for another fetch than this rule's, or under another permission"
      case .otherLibrary: "was given for another library"
      }
    return "\(quoted) \(reason); everything is listed"
  }
}
