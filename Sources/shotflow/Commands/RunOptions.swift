internal import ArgumentParser

/// The options of a run, as they were typed.
struct RunOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("A library: a folder of pictures. May be repeated.", valueName: "folder"))
  var library: [String] = []

  @Option(
    help: ArgumentHelp(
      "The moment of the run, instead of the clock's.", valueName: "2015-09-27T21:29:40Z"))
  var now: String?

  @Flag(name: .customShort("0"), help: "Paths on standard input are separated by NUL.")
  var nullSeparated = false

  @Option(help: ArgumentHelp("The folder that loaded files are put into.", valueName: "folder"))
  var out: String?

  @Flag(help: "Offer nothing and remember nothing; show what would be printed.")
  var dryRun = false

  @Flag(help: "Exit with 1 when nothing was printed.")
  var exitStatus = false

  @Flag(help: "Tell what every step did, on standard error.")
  var stats = false

  @Option(
    help: ArgumentHelp(
      "How far the run is, on standard error.", valueName: "mode"))
  var progress: ProgressMode = .auto

  @Option(help: ArgumentHelp("Where --progress=json writes.", valueName: "descriptor"))
  var progressFd: Int32?

  @Option(help: ArgumentHelp("Colour in messages.", valueName: "when"))
  var color: ColorChoice = .auto

  @Option(
    help: ArgumentHelp(
      "How many threads work side by side; as many as there are processors.", valueName: "number"))
  var lanes: Int?
}
