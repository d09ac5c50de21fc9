/// The page's modules as one script, each in a function of its own: a browser takes some milliseconds
/// for each file that it requests.
enum PageScript {
  /// The script that begins with the module `main`, in UTF-8.
  static let bytes = Array(bundle(modules, from: "main").utf8)

  /// The modules by their names, without `.js`.
  static let modules = Dictionary(
    uniqueKeysWithValues: PageFile.contents.filter { $0.key.hasSuffix(".js") }.map {
      (String($0.key.dropLast(3)), $0.value)
    })

  /// Joins modules whose imports and exports are lines of the forms `import { a, b } from "./c.js";`
  /// and `export const a`, with `function`, `async function` or `class` as well. Each one stands
  /// behind those that it imports.
  static func bundle(_ modules: [String: [UInt8]], from main: String) -> String {
    var parts: [String] = []
    var known: Set<String> = []
    func add(_ name: String) {
      guard known.insert(name).inserted, let bytes = modules[name] else { return }
      var exports: [Substring] = []
      let lines = String(decoding: bytes, as: UTF8.self).split(
        separator: "\n", omittingEmptySubsequences: false
      ).map { line in
        if let (names, module) = imported(by: line) {
          add(module)
          return "const {\(names)} = $\(module);"
        }
        guard line.hasPrefix("export ") else { return String(line) }
        let rest = line.dropFirst("export ".count)
        if let name = declared(by: rest) { exports.append(name) }
        return String(rest)
      }
      let body = lines.joined(separator: "\n")
      parts.append(
        "const $\(name) = (() => {\n\(body)return { \(exports.joined(separator: ", ")) };\n})();\n")
    }
    add(main)
    return parts.joined()
  }

  private static func imported(by line: Substring) -> (names: Substring, module: String)? {
    let (start, middle, end) = ("import {", "} from \"./", ".js\";")
    guard line.hasPrefix(start), line.hasSuffix(end) else { return nil }
    let parts = line.dropFirst(start.count).dropLast(end.count).split(separator: middle)
    return parts.count == 2 ? (parts[0], String(parts[1])) : nil
  }

  private static func declared(by line: Substring) -> Substring? {
    let words = line.split { !($0.isLetter || $0.isNumber || $0 == "_") }
    return words.first { !["async", "class", "const", "function"].contains($0) }
  }
}
