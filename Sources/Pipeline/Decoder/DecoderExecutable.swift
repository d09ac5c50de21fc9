package import Decoding

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Where the program of the decoder process lies.
package enum DecoderExecutable: Sendable, Hashable {
  /// Where the running program was installed: beside it, or in `../libexec/shotflow`.
  case installed
  case at(path: String)

  private static let name = "shotflow-decode"

  /// Looks for it; the problem says where.
  package func path() throws(DecodeProblem) -> String {
    switch self {
    case .at(let path):
      guard Self.isExecutable(path) else {
        throw DecodeProblem(.noDecoder, "can't run the decoder \"\(path)\"")
      }
      return path
    case .installed:
      let folder = Self.ownFolder
      let candidates = [
        "\(folder)/\(Self.name)", "\(folder)/../libexec/shotflow/\(Self.name)",
      ]
      for path in candidates where Self.isExecutable(path) { return path }
      throw DecodeProblem(
        .noDecoder,
        "there is no \(Self.name) in \"\(folder)\" or \"\(folder)/../libexec/shotflow\"; "
          + "install it beside this program")
    }
  }

  private static func isExecutable(_ path: String) -> Bool { access(path, X_OK) == 0 }

  /// The folder of the running program, without links.
  private static var ownFolder: String {
    #if canImport(Darwin)
      var count = UInt32(PATH_MAX)
      var name = [CChar](repeating: 0, count: Int(PATH_MAX))
      guard _NSGetExecutablePath(&name, &count) == 0 else { return "." }
    #else
      let name = "/proc/self/exe"
    #endif
    guard let resolved = realpath(name, nil) else { return "." }
    defer { free(resolved) }
    let path = String(cString: resolved)
    return String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex))
  }
}
