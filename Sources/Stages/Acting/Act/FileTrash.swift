/// Moves an asset's files into the desktop's trash, from which file managers and `undo` restore
/// them.
package struct FileTrash: TransformStage {
  package static let description = StageDescription(
    name: "trash", role: .act,
    summary: "moves the original and what belongs to it, of folder libraries alone, into the"
      + " desktop's trash",
    options: [TransferOptions.representative])

  private let options: TransferOptions

  package init(_ arguments: inout StageArguments) {
    options = TransferOptions(ofTrash: &arguments)
  }

  public var traits: StageTraits {
    var action = ActionBehaviour(
      needing: CapabilityNeed(.write, "move files out of the library into the desktop's trash"),
      writing: SystemTrash.current?.homeFolder)
    action.movesFiles = true
    return StageTraits(action: action)
  }

  package func steps(leadingIsAnswered: Bool) -> [any Step] {
    [
      TransferStep(
        name: Self.description.name, kind: .trash, target: .trash, options: options)
    ]
  }
}
