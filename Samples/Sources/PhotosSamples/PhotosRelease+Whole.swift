extension PhotosRelease {
  /// Photos in macOS 15 with all of its tables and indexes, so that opening a library and choosing
  /// indexes costs a program as much as a user's library does.
  package static let wholeMacOS15: PhotosRelease = {
    var release = macOS15
    release.otherTables = paragraphs(restOfMacOS15).map(table)
    release.allIndexes = paragraphs(indexesOfMacOS15).flatMap(indexes)
    return release
  }()

  /// Returns the tables of a list, each with the words after its name.
  private static func paragraphs(_ list: String) -> [(name: String, words: [Substring])] {
    list.split(separator: "@").compactMap { paragraph in
      let words = paragraph.split(whereSeparator: \.isWhitespace)
      return words.first.map { (String($0), Array(words.dropFirst())) }
    }
  }

  private static func table(_ name: String, _ words: [Substring]) -> String {
    if words.first == "pairs" {
      let columns = words.dropFirst()
      return "CREATE TABLE \(name) (\(columns.map { "\($0) INTEGER" }.joined(separator: ", ")), "
        + "PRIMARY KEY (\(columns.prefix(2).joined(separator: ", "))))"
    }
    var columns = ["Z_PK INTEGER PRIMARY KEY", "Z_ENT INTEGER", "Z_OPT INTEGER"]
    var type = ""
    for word in words {
      if let found = ColumnType(rawValue: String(word)) {
        type = found.rawValue.uppercased()
      } else {
        columns.append("\(word) \(type)")
      }
    }
    return "CREATE TABLE \(name) (\(columns.joined(separator: ", ")))"
  }

  private static func indexes(of table: String, _ words: [Substring]) -> [String] {
    words.joined(separator: " ").split(separator: "; ").enumerated().map { place, index in
      var words = index.split(separator: " ")
      let isUnique = words.first == "unique"
      if isUnique { words.removeFirst() }
      let condition = words.firstIndex(of: "where").map { start in
        defer { words.removeSubrange(start...) }
        return " WHERE " + words[(start + 1)...].joined(separator: " ")
      }
      let columns = words.map { $0.hasPrefix("-") ? "\($0.dropFirst()) DESC" : String($0) }
      return "CREATE \(isUnique ? "UNIQUE " : "")INDEX \(table)_\(place)_INDEX "
        + "ON \(table) (\(columns.joined(separator: ", ")))\(condition ?? "")"
    }
  }
}
