internal import CBuild
internal import Decoding
internal import Files
internal import LuaBridge
internal import Pipeline
internal import Terminal

/// The lines of `--version`: the tool, then the libraries it is built on, each with its version.
///
/// ```text
/// shotflow 0.1.0 (abc1234)
/// Lua 5.4.4
/// SQLite 3.40.1
/// libvips 8.14.1
/// ```
///
/// A decoder process reports the version of libvips, which takes as long as loading the library.
package struct VersionReport: CustomStringConvertible {
  package let description: String

  package init(of tool: Tool) {
    let commit = String(cString: cbuild_commit())
    let base = "shotflow \(Version.current)" + (commit.isEmpty ? "" : " (\(commit))")
    let own = tool.version.map { ["\(tool.name) \($0)"] } ?? []
    let lines =
      own + [base, "\(LuaRelease.linked)", "SQLite \(SQLiteRelease.linked)", Self.libvips]
    description = lines.map(TerminalText.escaped).joined(separator: "\n")
  }

  private static var libvips: String {
    do throws(DecodeProblem) {
      return try "libvips \(DecoderPool(limit: 1).libvipsRelease() ?? "not installed")"
    } catch {
      return "libvips unknown: \(error.message)"
    }
  }
}
