internal import ArgumentParser

/// The options of a command that prints records, as they were typed; ``FormatRequest`` says what
/// they mean.
struct FormatOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "How records are printed: ndjson, json, tsv, csv, paths, paths0 or table. Without it: a table "
        + "on a terminal, else ndjson, a line of JSON for each.", valueName: "format"))
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

  /// What is asked for; nil when nothing is, so that a table comes as it always does.
  ///
  /// - Parameter asJSON: whether `--json` stands for the format.
  func request(asJSON: Bool) -> FormatRequest? {
    var request = request()
    if asJSON, request.format == nil { request.format = OutputFormat.ndjson.rawValue }
    return request.isPlain ? nil : request
  }

  func request(endsWithNUL: Bool = false) -> FormatRequest {
    FormatRequest(format: format, fields: fields, template: template, endsWithNUL: endsWithNUL)
  }
}
