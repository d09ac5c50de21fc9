/// The options of a command that lists records.
package struct ListOptions {
  private var request = FormatRequest()
  private var isJSON = false

  package init() {}

  /// The options in the order of the help.
  package static let entries: [CommandEntry<ListOptions>] =
    FormatRequest.entries.map { $0.lifted(\.request) }
    + [.flag("--json", \.isJSON, "The same as --format ndjson.")]

  /// The format that the options mean.
  package var given: FormatRequest {
    var given = request
    if isJSON, request.isPlain { given.format = OutputFormat.ndjson.rawValue }
    return given
  }

  /// Returns the format of records from these options or, on a terminal, the configuration; nil if
  /// none exists, so that the command prints its own table. Throws ``ExitStatus`` after it reported
  /// an invalid configuration.
  package func format(in tool: Tool) throws -> FormatRequest? {
    var request = given
    guard request.isPlain else { return request }
    request.standard = try tool.messages().reporting { try tool.terminalFormat() }
    // These records have no paths.
    switch request.standard {
    case .table?, .paths?, .paths0?, nil: return nil
    case .ndjson?, .json?, .tsv?, .csv?: return request
    }
  }
}
