internal import Pipeline
internal import Sessions

extension FormatOptions {
  /// Returns the format of records from these options or, on a terminal, the configuration; nil if
  /// none exists, so that the command prints its own table. `asJSON` is true for `--json`. Throws
  /// ``ExitStatus`` after it reported an invalid configuration.
  func request(asJSON: Bool, in tool: Tool) throws -> FormatRequest? {
    var request = request.output
    if asJSON, request.format == nil { request.format = OutputFormat.ndjson.rawValue }
    guard request.isPlain else { return request }
    request.standard = try tool.messages().reporting { try tool.terminalFormat() }
    // These records have no paths.
    switch request.standard {
    case .table?, .paths?, .paths0?, nil: return nil
    case .ndjson?, .json?, .tsv?, .csv?: return request
    }
  }
}
