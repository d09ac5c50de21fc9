internal import Pipeline
internal import Sessions

struct BrowseCommand: ToolCommand {
  static let text = CommandText(
    "browse", "Show a library on a page, or serve a program that does.",
    """
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

      shotflow browse --page ~/Pictures
      shotflow browse --page --rule receipts.lua ~/Pictures
    """,
    examples: [
      "echo '{\"id\":1,\"source\":{\"albums\":[\"albumRegular\"]}}' | shotflow browse -l ~/Pictures  # Ask for the albums of a library, as a browser does",
      "shotflow browse --page ~/Pictures  # Look at a library in the browser",
    ])

  var subject: String?
  var page = false
  var rule: String?
  var noOpen = false
  var library: String?
  var out: String?
  var now: String?
  var noCatalogue = false
  var rows: Int?
  var lanes: String?
  var rest: [String] = []

  static func entries(in tool: Tool) -> [CommandEntry<Self>] {
    [
      .argument("library", \.subject, "With --page: the library, as with --library."),
      .flag("--page", \.page, "Show the library on a page in the browser."),
      .option(
        "--rule", \.rule, "rule", "With --page: show what this rule gives; a name or a Lua file."),
      .flag(
        "--no-open", \.noOpen,
        "With --page: print the page's address instead of opening the browser."),
      .option(
        "--library -l", \.library, "folder",
        "The library: a folder of pictures, or a Photos library; else the one that you named for all "
          + "commands.", values: .libraries),
      .option("--out", \.out, "folder", "The folder that loaded files are put into."),
      .option(
        "--now", \.now, "2015-09-27T21:29:40Z",
        "The moment of all requests, instead of the clock's: a date, -30s or +1h from now, or seconds "
          + "since 1970.", takesDashes: true),
      .flag(
        "--no-catalogue", \.noCatalogue,
        "Read every file again: don't use or keep what earlier runs read."),
      .number(
        "--rows", \.rows, standard: FetchBounds().rows, "number",
        "How many rows are kept in memory."),
      .option(
        "--lanes", \.lanes, "number",
        "How many threads work side by side; as many as there are processors."),
      .rest("options", "With --rule: options of the rule.") { $0.rest.append($1) },
    ]
  }

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
