package import ArgumentParser

/// The options of a run, as they were typed; ``RunSettings`` interprets them.
///
/// All of them are texts: for each kind of value, the parser would search all conformances in the
/// program when it starts.
package struct RunOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "A library: a folder of pictures. May be repeated. Without it: SHOTFLOW_LIBRARY, then library "
        + "in the configuration file, then your folder for pictures.", valueName: "folder"))
  package var library: [String] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The moment of the run, instead of the clock's: a date, -30s or +1h from now, or seconds since "
        + "1970.", valueName: "2015-09-27T21:29:40Z"))
  var now: String?

  @OptionGroup var output: FormatOptions

  @Flag(
    name: .customShort("0"),
    help: "Paths on standard input are separated by NUL; paths and templates that are printed, too."
  )
  var nullSeparated = false

  @Option(
    help: ArgumentHelp(
      "Try a state of permission, for this run and all its libraries: notDetermined, restricted, "
        + "denied, authorized or limited.", valueName: "state"))
  var auth: String?

  @Option(
    help: ArgumentHelp(
      "With --auth limited: an asset that the rule sees. May be repeated.",
      valueName: "identifier"))
  var chosen: [String] = []

  @Option(
    help: ArgumentHelp(
      "Allow for this run: clipboard, desktop, exec, network, references or write. May be"
        + " repeated.",
      valueName: "name"))
  var allow: [String] = []

  @Option(help: ArgumentHelp("The folder that loaded files are put into.", valueName: "folder"))
  var out: String?

  @Option(
    help: ArgumentHelp(
      "An open descriptor that pictures are written to, back to back.", valueName: "number"))
  var outFd: String?

  @Option(
    help: ArgumentHelp(
      "The notifier that asks about offers; without it, the terminal where there is one.",
      valueName: "name"))
  var notifier: String?

  @Flag(help: "Offer nothing and remember nothing; show what would be printed.")
  package var dryRun = false

  @Flag(help: "Exit with 1 when nothing was printed.")
  var exitStatus = false

  @Flag(help: "Tell what every step did, on standard error.")
  var stats = false

  @Flag(help: "Read every file anew: don't use or keep what earlier runs read.")
  var noCatalogue = false

  @Option(
    help: ArgumentHelp(
      "How far the run is, on standard error: auto, bar, plain, json or none. Auto is a bar on a "
        + "terminal while records go to a file.", valueName: "mode"))
  var progress: String?

  @Option(
    help: ArgumentHelp("An open descriptor that progress goes to as JSON.", valueName: "number"))
  var progressFd: String?

  @Option(
    help: ArgumentHelp("Colour in messages and tables: auto, always or never.", valueName: "when"))
  var color: String?

  @Option(
    help: ArgumentHelp(
      "How many threads work side by side; as many as there are processors.", valueName: "number"))
  var lanes: String?

  @Option(
    help: ArgumentHelp(
      "Write what each step did and when to a file, in Chrome's trace format.", valueName: "file"))
  var trace: String?

  package init() {}
}

/// The options that give a rule, besides its name; ``RunRequest`` parses the same ones by hand.
package struct RuleOptions: ParsableArguments {
  @Option(
    name: .customShort("e"), parsing: .unconditionalSingleValue,
    help: ArgumentHelp("The text of the rule. May be repeated.", valueName: "text"))
  var expression: [String] = []

  @Flag(help: "A name means a rule of your own, even where a shipped rule has the same name.")
  package var user = false

  package init() {}

  /// The text of all `-e` options; nil without one.
  package var text: RuleSubject? {
    expression.isEmpty ? nil : .text(expression.joined(separator: "\n"))
  }
}

extension RuleOptions {
  /// Returns the session of a command line that names a rule; nil if it names none.
  ///
  /// - Parameter word: the first argument, which belongs to the rule if the rule is given as a
  ///   text.
  package func session(
    _ word: String?, _ options: RunOptions, _ rest: [String], in tool: Tool
  ) -> RuleSession? {
    guard let subject = text ?? word.map({ .word($0, isOwn: user) }) else { return nil }
    let words = text == nil ? rest : [word].compactMap(\.self) + rest
    return RuleSession(
      subject, RunRequest(options, subject: subject, ruleWords: words), in: tool)
  }
}
