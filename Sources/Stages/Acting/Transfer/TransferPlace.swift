/// A place to which a stage of another module copies or moves files, with an asset's values in braces.
package struct TransferPlace: Sendable {
  private let target: TargetTemplate

  /// Reads an option of a stage; adds a problem to the arguments and returns nil if it is invalid.
  package init?(_ option: String, of arguments: inout StageArguments) {
    guard let target = TargetTemplate(option, of: &arguments) else { return nil }
    self.target = target
  }

  /// The text in the rule.
  package var text: String { target.text }

  /// True if the place begins at the folder of `--out`.
  package var isRelative: Bool { target.anchor == .relative }

  /// The absolute folder of all files; nil for a relative place, or if the home folder is unknown.
  package var fixedFolder: String? { target.fixedFolder }

  /// Returns the step that puts files there, with what belongs to them.
  package func step(
    of stage: String, moving: Bool, _ settings: TransferSettings
  ) -> any Step {
    TransferStep(
      name: stage, kind: moving ? .move : .copy, target: .template(target),
      options: settings.options, versions: moving ? .original : .both)
  }
}

/// The settings of copying and moving that stages of other modules share with those of this one.
package struct TransferSettings: Sendable {
  fileprivate let options: TransferOptions

  /// True if each copy is read back from its disk and compared.
  package var verifies: Bool { false }
  /// The absolute path of the folder that gets a second copy of each file; nil for none.
  package var backup: String? { nil }

  /// The options of a stage.
  package static let options: [OptionDescription] = []

  /// Reads the options of a stage.
  package init(_ arguments: inout StageArguments) {
    options = TransferOptions()
  }
}

extension Asset {
  /// The path to which a stage put the asset's main file; nil if it did not.
  package func place(by stage: String) -> [UInt8]? {
    findings?[ActRecord.self]?.acts.last { $0.stage == stage }?.path
  }
}
