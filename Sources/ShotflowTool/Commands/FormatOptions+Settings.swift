internal import Console
internal import Formats
internal import Pipeline

extension FormatOptions {
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
}
