extension TransferStep {
  /// The option of all stages that act on the frames of a burst.
  static let representativeOption = OptionDescription(
    representative, .flag,
    "of a burst only the picture that represents it; a line counts the other frames",
    standard: "false")

  private static let representative = "representative"

  /// Reads the option.
  static func representativeAlone(_ arguments: inout StageArguments) -> Bool {
    arguments.flag(representative) ?? false
  }
}
