extension StageArguments {
  /// The maximal number of an offer's actions; no desktop shows more.
  private static let mostActions = 8
  private static let longestAction = 64

  /// Returns an offer's actions, in list order or by name; nil if the rule sets no valid value.
  package mutating func actions(_ name: String) -> [OfferAction]? {
    guard let value = take(name) else { return nil }
    let members: [ArgumentMember]
    switch value {
    case .table(let table): members = table.sorted { $0.name < $1.name }
    case .list(let tables):
      members = tables.flatMap { table -> [ArgumentMember] in
        if case .table(let members) = table { members } else { [] }
      }
      guard members.count == tables.count else {
        noteWrongType(name, value)
        return nil
      }
    default:
      noteWrongType(name, value)
      return nil
    }
    guard members.count <= Self.mostActions else {
      note("\(name) takes \(Self.mostActions) actions, not \(members.count)", token: name)
      return nil
    }
    return actions(of: members)
  }

  private mutating func actions(of members: [ArgumentMember]) -> [OfferAction] {
    var actions: [OfferAction] = []
    for member in members {
      guard case .text(let label) = member.value, Self.isShowable(label) else {
        note(
          "the action \"\(member.name)\" has a text of 1 to \(Self.longestAction) characters on one"
            + " line, not \(member.value.quoted)", token: member.name)
        continue
      }
      if !Self.isShowable(member.name) || Int(member.name) != nil {
        note("an action has a name, such as open = \"Open\"", token: member.name)
      } else if actions.contains(where: { $0.name == member.name }) {
        note("two actions are called \"\(member.name)\"", token: member.name)
      } else {
        actions.append(OfferAction(member.name, label: label))
      }
    }
    return actions
  }

  private static func isShowable(_ text: String) -> Bool {
    (1...longestAction).contains(text.count)
      && !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
  }
}
