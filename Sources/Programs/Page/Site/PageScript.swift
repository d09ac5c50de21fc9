/// The page's modules as one script, each in a function of its own: a browser takes some milliseconds
/// for each file that it requests.
enum PageScript {
  /// The script that begins with the module `main`, in UTF-8.
  static let bytes = Array(bundle(modules, from: "main").utf8)

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

  static let modules = [
    "address": PackageResources.address_js,
    "album": PackageResources.album_js,
    "albums": PackageResources.albums_js,
    "answers": PackageResources.answers_js,
    "changes": PackageResources.changes_js,
    "chips": PackageResources.chips_js,
    "chooser": PackageResources.chooser_js,
    "english": PackageResources.english_js,
    "events": PackageResources.events_js,
    "feed": PackageResources.feed_js,
    "finder": PackageResources.finder_js,
    "german": PackageResources.german_js,
    "grid": PackageResources.grid_js,
    "headings": PackageResources.headings_js,
    "info": PackageResources.info_js,
    "keys": PackageResources.keys_js,
    "layout": PackageResources.layout_js,
    "list": PackageResources.list_js,
    "loading": PackageResources.loading_js,
    "main": PackageResources.main_js,
    "messages": PackageResources.messages_js,
    "page": PackageResources.page_js,
    "pane": PackageResources.pane_js,
    "periods": PackageResources.periods_js,
    "picker": PackageResources.picker_js,
    "pictures": PackageResources.pictures_js,
    "player": PackageResources.player_js,
    "preview": PackageResources.preview_js,
    "query": PackageResources.query_js,
    "question": PackageResources.question_js,
    "ranges": PackageResources.ranges_js,
    "scroller": PackageResources.scroller_js,
    "scrubber": PackageResources.scrubber_js,
    "selection": PackageResources.selection_js,
    "sight": PackageResources.sight_js,
    "state": PackageResources.state_js,
    "strip": PackageResources.strip_js,
    "texts": PackageResources.texts_js,
    "viewer": PackageResources.viewer_js,
    "zoom": PackageResources.zoom_js,
  ]
}
