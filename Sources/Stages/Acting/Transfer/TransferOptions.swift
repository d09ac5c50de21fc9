/// The options that stages share which put files elsewhere.
struct TransferOptions: Sendable {
  /// True if the other frames of a burst stay where they are.
  var representativeAlone = false
  /// True if later stages get assets, too, whose files were in place.
  var passesInPlace = true

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

  /// Reads the options of a stage that puts files into folders.
  init(_ arguments: inout StageArguments) {
    self.init(ofTrash: &arguments)
    passesInPlace = arguments.flag("inPlace") ?? true
  }

  /// Reads the options of a stage that puts files into the trash.
  init(ofTrash arguments: inout StageArguments) {
    representativeAlone = arguments.flag("representative") ?? false
  }

  init() {}
}
