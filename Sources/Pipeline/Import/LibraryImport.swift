/// Copies what a library does not have yet into it, compared by content, in folders that templates
/// name.
struct LibraryImport: TransformStage {
  static let description = StageDescription(
    name: "import", role: .act,
    summary: "copies or moves into a library what it does not have yet, by content, to a place that"
      + " a template names",
    options: [
      OptionDescription(
        ImportPlaces.option, .text,
        "the place, with fields in braces, from the library's folder; a folder if it ends in / or has"
          + " no braces"),
      OptionDescription(
        ImportPlaces.videosOption, .text, "the place of videos, if it is another one"),
      OptionDescription(
        ImportPlaces.screenshotsOption, .text, "the place of screenshots, if it is another one"),
      OptionDescription(
        "memory", .text,
        "remembers what was imported under this name, so that what was thrown away stays away"),
      OptionDescription(
        "again", .flag, "takes what the memory holds all the same", standard: "false"),
      OptionDescription(
        "move", .flag, "moves files of folders instead of copying", standard: "false"),
      OptionDescription(
        "all", .flag, "passes on what was not imported, too", standard: "false"),
      OptionDescription(
        "eject", .flag, "the card or phone is unmounted when all is done", standard: "false"),
    ] + TransferOptions.ofCopies,
    mayAdd: ImportFields.fields,
    example: "import { to = \"{localDate:%Y}/{filename}\", memory = \"import\" }")

  private let places: ImportPlaces?
  private let memory: String?
  private let takesAgain: Bool
  private let moves: Bool
  private let passesAll: Bool
  private let fields: ImportFields?
  private let options: TransferOptions
  private let ejects: Bool

  init(_ arguments: inout StageArguments) {
    places = ImportPlaces(&arguments, Self.description)
    memory = arguments.text("memory")
    takesAgain = arguments.flag("again") ?? false
    moves = arguments.flag("move") ?? false
    passesAll = arguments.flag("all") ?? false
    var options = TransferOptions()
    options.readCopies(&arguments)
    self.options = options
    ejects = arguments.flag("eject") ?? false
    fields = ImportFields(&arguments)
    guard let memory else { return }
    do {
      try Ledger.check(memory: memory)
    } catch {
      arguments.note("\(error)", token: memory)
    }
  }

  var traits: StageTraits {
    let need = CapabilityNeed(
      .write, "\(moves ? "move" : "copy") files into the library, to \"\(places?.text ?? "")\"",
      at: (places?.fixedFolders ?? []) + [options.backup].compactMap(\.self))
    var behaviour = ActionBehaviour(needing: need, writing: places?.fixedFolders.first)
    behaviour.movesFiles = moves
    behaviour.isRepeatable = !moves
    var traits = StageTraits(action: behaviour)
    traits.remembersOffers = memory != nil
    return traits
  }

  func steps(leadingIsAnswered: Bool) -> [any Step] {
    guard let places, let fields else { return [] }
    let step = ImportStep(
      places: places, memory: memory, takesAgain: takesAgain, moves: moves, passesAll: passesAll,
      fields: fields, options: options)
    let eject: [any Step] = ejects ? [EjectStep()] : []
    return eject + [HeldContentStep(places, backup: options.backup), step]
  }
}
