internal import ArgumentParser
internal import Console

/// The options of a command that prints records, as they were typed; ``FormatRequest`` says what
/// they mean.
struct FormatOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "How records are printed: ndjson, json, tsv, csv, paths, paths0 or table. Without it: on a "
        + "terminal as the configuration says, else a table; elsewhere ndjson, a line of JSON for "
        + "each.", valueName: "format"))
  var format: String?

  @Option(
    help: ArgumentHelp(
      "The members of each record to print, with commas between: filename,location.latitude. May "
        + "be repeated.", valueName: "names"))
  var fields: [String] = []

  @Option(
    help: ArgumentHelp(
      "Print this line for each record: '{localDate:%Y-%m} {filename}'.", valueName: "text"))
  var template: String?

  /// The records that are asked for, by these options or on a terminal by the user's settings; nil when
  /// none are, so that the command prints its own table.
  ///
  /// - Parameter asJSON: whether `--json` stands for the format.
  /// - Throws: ``ExitStatus`` for wrong settings; the reason was told.
  func request(asJSON: Bool, in tool: Tool) throws -> FormatRequest? {
    var request = request()
    if asJSON, request.format == nil { request.format = OutputFormat.ndjson.rawValue }
    guard request.isPlain else { return request }
    do {
      request.standard = try tool.terminalFormat()
    } catch {
      throw tool.messages().report(error, rulePath: "")
    }
    // None of these records has a path.
    switch request.standard {
    case .table?, .paths?, .paths0?, nil: return nil
    case .ndjson?, .json?, .tsv?, .csv?: return request
    }
  }

  func request(endsWithNUL: Bool = false) -> FormatRequest {
    FormatRequest(format: format, fields: fields, template: template, endsWithNUL: endsWithNUL)
  }
}
