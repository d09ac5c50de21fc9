package import ArgumentParser

/// The options of a command that prints records, as they were typed; ``FormatRequest`` interprets
/// them.
package struct FormatOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "How records are printed: ndjson, json, tsv, csv, paths, paths0 or table. Without it: a table "
        + "for lists, and on a terminal where the configuration says nothing else; elsewhere "
        + "ndjson, a line of JSON for each.", valueName: "format"))
  package var format: String?

  @Option(
    help: ArgumentHelp(
      "The members of each record to print, with commas between: filename,location.latitude. May "
        + "be repeated.", valueName: "names"))
  package var fields: [String] = []

  @Option(
    help: ArgumentHelp(
      "Print this line for each record: '{localDate:%Y-%m} {filename}'.", valueName: "text"))
  package var template: String?

  package init() {}

  /// Returns the request that these options make.
  package func request(endsWithNUL: Bool = false) -> FormatRequest {
    FormatRequest(format: format, fields: fields, template: template, endsWithNUL: endsWithNUL)
  }
}
