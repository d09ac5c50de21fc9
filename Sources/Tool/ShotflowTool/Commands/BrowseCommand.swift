internal import ArgumentParser
internal import Pipeline
internal import Sessions

struct BrowseCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "browse",
      abstract: "Show a library on a page, or serve a program that does.",
      discussion: """
        A request says what is fetched, as a rule does, and which part of that is wanted:

          {"id":1,"source":{"albums":["albumRegular"]},"load":{"cover":[150,150]}}
          {"id":2,"source":{"album":"smartAlbumVideos"},"range":[0,60]}

        Each wanted asset or album gives one record, in order; a last line {"kind":"result"} ends the \
        answer, with the number of all. Every line carries the request's id. {"cancel":1} ends the request \
        with that id, "progress":true adds lines that say how far it is, and "observe":{"since":""} gives \
        the changes of a fetch; "register":true gives them as they come, until {"unregister":1}. What was \
        read is kept in memory, within bounds, and read anew \
        when the library changes; then the result carries another state.

        With --page the requests come from a page in the browser, which shows the library's albums, or \
        the assets that a rule gives. Only this computer reaches it, and only by its address:

          \(ToolName.declared) browse --page ~/Pictures
          \(ToolName.declared) browse --page --rule receipts.lua ~/Pictures
        """)
  }

  @Argument(
    help: ArgumentHelp("With --page: the library, as with --library.", valueName: "library"))
  var subject: String?

  @Flag(help: "Show the library on a page in the browser.")
  var page = false

  @Option(
    help: ArgumentHelp(
      "With --page: show what this rule gives; a name or a Lua file.", valueName: "rule"))
  var rule: String?

  @Flag(help: "With --page: print the page's address instead of opening the browser.")
  var noOpen = false

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The library: a folder of pictures, or a Photos library; else the one that you named for all "
        + "commands.", valueName: "folder"))
  var library: String?

  @Option(help: ArgumentHelp("The folder that loaded files are put into.", valueName: "folder"))
  var out: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The moment of all requests, instead of the clock's: a date, -30s or +1h from now, or seconds "
        + "since 1970.", valueName: "2015-09-27T21:29:40Z"))
  var now: String?

  @Flag(help: "Read every file anew: don't use or keep what earlier runs read.")
  var noCatalogue = false

  @Option(help: ArgumentHelp("How many rows are kept in memory.", valueName: "number"))
  var rows: Int = FetchBounds().rows

  @Option(
    help: ArgumentHelp(
      "How many threads work side by side; as many as there are processors.", valueName: "number"))
  var lanes: String?

  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp("With --rule: options of the rule.", valueName: "options"))
  var rest: [String] = []

  /// Returns the library on the command line, nil for none; throws ``UsageProblem`` if it has two.
  func namedLibrary() throws(UsageProblem) -> String? {
    guard let subject, library != nil else { return library ?? subject }
    throw UsageProblem("the library is named twice, also by \"\(subject)\"; leave out --library")
  }

  func run(in tool: Tool) throws {
    if rule == nil { return try BrowseSession(self, in: tool).run() }
    try RulePageSession(self, in: tool).run()
  }
}
