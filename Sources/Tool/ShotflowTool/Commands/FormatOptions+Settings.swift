internal import Pipeline
internal import Sessions

extension FormatOptions {
  /// Returns the request for records, by these options or, on a terminal, by the configuration.
  /// Returns nil if there is none, so that the command prints its own table.
  ///
  /// - Parameter asJSON: true if `--json` selects the format.
  /// - Throws: ``ExitStatus`` for an invalid configuration, after the error was reported.
  func request(asJSON: Bool, in tool: Tool) throws -> FormatRequest? {
    var request = request.output
    if asJSON, request.format == nil { request.format = OutputFormat.ndjson.rawValue }
    guard request.isPlain else { return request }
    request.standard = try tool.messages().reporting { try tool.terminalFormat() }
    // None of these records has a path.
    switch request.standard {
    case .table?, .paths?, .paths0?, nil: return nil
    case .ndjson?, .json?, .tsv?, .csv?: return request
    }
  }
}
