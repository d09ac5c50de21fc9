package import TestSupport
import Testing

extension ProgramWorld {
  /// Writes a plugin where all rules find it.
  @discardableResult
  package func plugin(_ name: String, _ text: String) throws -> String {
    try directory.write(text, to: "config/shotflow/plugins/\(name).lua")
  }

  /// Writes a plugin of these members, with the rest as a plugin of that role has it.
  @discardableResult
  package func plugin(_ name: String, role: String, _ members: String, process: String) throws
    -> String
  {
    try plugin(
      name,
      """
      return stage {
        name = "\(name)", role = "\(role)", api = { 1, 1 }, version = "1.0", summary = "is a test",
        \(members)
        process = function(asset, o) \(process) end,
      }
      """)
  }

  /// Runs a text as a rule on records with these widths, named a, b, c, ….
  package func runRule(_ text: String, widths: [Int?] = [400, 800, 100, nil]) async throws
    -> ProgramResult
  {
    let rule = try rule(text)
    let lines = zip("abcdefgh", widths).map { name, width in
      let size = width.map { ",\"pixelWidth\":\($0),\"pixelHeight\":300" } ?? ""
      return
        "{\"v\":1,\"kind\":\"asset\",\"localIdentifier\":\"\(name)\",\"filename\":\"\(name).jpg\"\(size)}\n"
    }
    return try await run("run", rule, input: lines.joined())
  }
}
