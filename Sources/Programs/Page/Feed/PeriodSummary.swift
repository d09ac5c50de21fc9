internal import Platform

/// The days of some assets of a period, and the place or the album that most of them share, for the
/// period's heading.
struct PeriodSummary: Equatable {
  private(set) var days: [String] = []
  private var places: [[String]] = []
  private var albums: [[String]] = []

  /// The name of the place, or else of the album, that more than half of the assets share; the
  /// narrowest place of several. Nil if they share none.
  var place: String? { Self.shared(places) ?? Self.shared(albums) }

  /// Adds an asset by its record, with the descriptive fields.
  mutating func add(_ element: JSONElement) {
    let date = element[first: "localDate"] ?? element[first: "creationDate"]
    if let day = date?.string?.prefix(10) { days.append(String(day)) }
    places.append(Self.texts(element, "placeName"))
    let paths = Self.texts(element, "albumPaths").map { path in
      path.split(separator: "/").last.map(String.init) ?? path
    }
    let folder = Self.texts(element, "folderPath").last.flatMap { Self.isTitle($0) ? $0 : nil }
    albums.append(paths + (folder.map { [$0] } ?? []))
  }

  private static func texts(_ element: JSONElement, _ name: StaticString) -> [String] {
    element[first: name]?.elements.compactMap(\.string) ?? []
  }

  /// Returns false for the folders of cameras and of dates, such as `DCIM`, `100CANON` and `2023-07`.
  private static func isTitle(_ folder: String) -> Bool {
    !folder.contains(where: \.isNumber) && !["dcim", "camera"].contains(folder.lowercased())
  }

  private static func shared(_ lists: [[String]]) -> String? {
    var counts: [String: Int] = [:]
    for list in lists { for name in Set(list) { counts[name, default: 0] += 1 } }
    for list in lists {
      if let name = list.first(where: { (counts[$0] ?? 0) * 2 > lists.count }) { return name }
    }
    return nil
  }
}
