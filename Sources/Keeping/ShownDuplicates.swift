/// The assets that a rule wants to see of those that are duplicates of each other, or alike.
package enum ShownDuplicates: String, CaseIterable, Sendable {
  case kept, dropped, groups

  /// The option of a stage that says it.
  ///
  /// - Parameter likeness: how the assets of a group are related, such as "have duplicates".
  package static func option(_ likeness: String) -> OptionDescription {
    OptionDescription(
      "show", .choice(allCases.map(\.rawValue)),
      "what comes through: what is kept, what is dropped, or all that \(likeness), in groups",
      standard: "\"kept\"")
  }

  /// Reads the option.
  package init(_ arguments: inout StageArguments) {
    self =
      arguments.choice("show", among: Self.allCases.map(\.rawValue))
      .flatMap(Self.init(rawValue:)) ?? .kept
  }
}
