import Foundation
import Testing

/// A file of Lua 5.4's own tests, and what it needs that rules don't get.
struct LuaSuiteFile: Sendable, CustomTestStringConvertible {
  let name: String
  /// Functions of stock Lua, lent for this file alone. Everything else that the file uses is the
  /// sandbox's: the allocator, the budgets, patterns, `pairs`, `table.sort`, `string.format`, …
  let lent: [String]

  var testDescription: String { name }

  static let all = [
    // Loads bwcoercion.lua, which changes the metatable of texts.
    LuaSuiteFile(name: "bitwise", lent: ["getmetatable", "require", "package"]),
    LuaSuiteFile(name: "bwcoercion", lent: ["getmetatable"]),
    LuaSuiteFile(
      name: "calls",
      lent: [
        "load", "rawget", "rawset", "collectgarbage", "coroutine", "debug", "string.dump",
        "require",
      ]),
    LuaSuiteFile(name: "closure", lent: ["getmetatable", "collectgarbage", "debug", "require"]),
    LuaSuiteFile(name: "code", lent: []),
    LuaSuiteFile(name: "constructs", lent: ["load", "debug", "require"]),
    // Looks at the stack from within message handlers; the sandbox calls those once it is unwound.
    LuaSuiteFile(
      name: "errors",
      lent: [
        "load", "getmetatable", "collectgarbage", "coroutine", "debug", "string.dump", "io",
        "require", "xpcall",
      ]),
    LuaSuiteFile(
      name: "events",
      lent: [
        "rawget", "rawset", "rawequal", "rawlen", "getmetatable", "collectgarbage", "debug", "io",
        "require",
      ]),
    LuaSuiteFile(name: "goto", lent: ["load", "collectgarbage", "debug", "require"]),
    LuaSuiteFile(name: "math", lent: ["load"]),
    LuaSuiteFile(name: "tpack", lent: []),
    LuaSuiteFile(name: "utf8", lent: ["load"]),
    LuaSuiteFile(name: "vararg", lent: ["load"]),
  ]

  /// The folder with the suite (`testes` of Lua 5.4.4), from the environment.
  static let folder: String? = {
    let folder = ProcessInfo.processInfo.environment["SHOTFLOW_LUA_TESTS"]
    if folder == nil { print("skipped: SHOTFLOW_LUA_TESTS names no folder with Lua's own tests") }
    return folder
  }()

  func bytes() throws -> Data { try Self.bytes(of: name) }

  static func bytes(of name: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: "\(folder ?? "")/\(name).lua"))
  }
}
