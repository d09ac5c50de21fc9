/// The options that stages share which put files elsewhere.
package struct TransferOptions: Sendable {
  /// True if the other frames of a burst stay where they are.
  package var representativeAlone = false
  /// True if later stages get assets, too, whose files were in place.
  package var passesInPlace = true
  /// True if each copy is written to its disk, read back and compared before it gets its name.
  package var verifies = false
  /// The absolute path of the folder that gets a second copy of each file, at the path that the
  /// first one has in its own folder; nil for none.
  package var backup: String?

  /// The option of all stages that act on the frames of a burst.
  static let representative = OptionDescription(
    "representative", .flag,
    "of a burst only the picture that represents it; a line counts the other frames",
    standard: "false")

  /// The options of stages that put files into folders.
  static let ofFolders = [
    representative,
    OptionDescription(
      "inPlace", .flag, "passes on assets, too, whose files were in place", standard: "true"),
  ]

  /// The options of stages that write copies.
  package static let ofCopies = [
    OptionDescription(
      "verify", .flag,
      "writes each copy to the disk, reads it back from there and compares it, before it counts as"
        + " copied", standard: "false"),
    OptionDescription(
      "backup", .text,
      "a folder that gets a second copy of each file, at the same path in it; it is made if only the"
        + " folder around it exists"),
  ]

  /// Reads the options of a stage that puts files into folders.
  package init(_ arguments: inout StageArguments) {
    self.init(ofTrash: &arguments)
    passesInPlace = arguments.flag("inPlace") ?? true
  }

  /// Reads the options of a stage that puts files into the trash.
  init(ofTrash arguments: inout StageArguments) {
    representativeAlone = arguments.flag("representative") ?? false
  }

  package init() {}

  /// Reads the options ``ofCopies``.
  ///
  /// - Parameter verifies: the value of `verify` where the rule sets none.
  package mutating func readCopies(_ arguments: inout StageArguments, verifies: Bool = false) {
    self.verifies = arguments.flag("verify") ?? verifies
    guard let place = TargetTemplate("backup", of: &arguments) else { return }
    backup = place.isFixed ? place.fixedFolder : nil
    if backup == nil {
      arguments.note(
        "backup is the whole path of a folder, such as \"/media/disk/Pictures\"", token: "backup")
    }
  }
}
