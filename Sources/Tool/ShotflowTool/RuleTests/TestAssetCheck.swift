internal import Pipeline
internal import Sessions

/// A check of the names and types in the assets of a test, as a rule would ignore wrong members.
struct TestAssetCheck {
  private let added: [AddedField]

  /// The members of records that are no fields.
  private static let others = ["v", "kind", "path", "pathBytes", "library", "sha1", "sha256"]

  /// - Parameter added: the fields that the rule knows besides the standard ones.
  init(_ added: [AddedField]) {
    self.added = added
  }

  /// Returns the first problem of the assets; nil if none exists.
  func problem(in assets: [ArgumentValue]) -> String? {
    for (place, asset) in assets.enumerated() {
      guard case .table(let members) = asset else {
        if asset == .list([]) { continue }
        return "asset \(place + 1): is a table of members, not \(asset.kind)"
      }
      for member in members {
        if let problem = problem(with: member) { return "asset \(place + 1): \(problem)" }
      }
    }
    return nil
  }

  private func problem(with member: ArgumentMember) -> String? {
    if Self.others.contains(member.name) { return nil }
    let standard = Field.allCases.first { $0.name == member.name }.map { FieldTable().type(of: $0) }
    guard let type = standard ?? added.first(where: { $0.name == member.name })?.type else {
      let names = Field.allCases.map(\.name) + added.map(\.name) + Self.others
      let near = NearestName.of(member.name, among: names)
      return "there is no field \"\(member.name)\"\(NearestName.remedy(near))"
    }
    return Self.fits(member.value, type)
      ? nil : "\(member.name) is \(type.phrase), not \(LuaText.text(member.value))"
  }

  private static func fits(_ value: ArgumentValue, _ type: FieldType) -> Bool {
    switch (type, value) {
    case (.flag, .flag), (.integer, .integer), (.number, .integer), (.number, .number),
      (.text, .text):
      true
    case (.date, .text(let text)): Instant(text) != nil
    case (.flag, _), (.integer, _), (.number, _), (.text, _), (.date, _): false
    case (.texts, _): value.texts != nil || value == .list([])
    default: true
    }
  }
}
