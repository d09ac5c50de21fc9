internal import Pipeline

/// The files of imported folders that an import leaves there, as it knows them for no pictures, by
/// the endings of their names. They would be lost with the card.
struct LeftFiles {
  private var counts: [String: Int] = [:]

  private static let shown = 3
  /// The endings of what cameras and programs note for themselves: small pictures and movies, lists
  /// of clips (AVCHD, XAVC), the texts of a Takeout.
  private static let notes: Set<String> = [
    "bdm", "bdmv", "bnp", "clpi", "cpi", "ctg", "db", "html", "ini", "inp", "int", "json", "lrf",
    "lrv", "mpl", "mpls", "tdt", "thm", "tid",
  ]
  /// The folders of cameras, at the top of a card or in its `PRIVATE`, that only they read.
  private static let folders: Set<String> = ["AVF_INFO", "DATABASE", "MISC"]
  /// The folders of movies in which XML describes the card.
  private static let movieFolders: Set<String> = ["M4ROOT", "PRIVATE"]

  /// True if every file that is no picture was written by the camera for itself.
  var isEmpty: Bool { counts.isEmpty }

  /// Counts a file that is no picture or movie, unless a camera wrote it for itself.
  mutating func add(_ file: SkippedAsset) {
    let names = Self.names(file.string(of: .path))
    guard let name = names.last, !name.hasPrefix(".") else { return }
    let ending = name.split(separator: ".").dropFirst().last?.lowercased() ?? ""
    let below = Self.names(file.string(of: .localIdentifier)).dropLast()
    let isOfCamera = below.prefix(2).contains { Self.folders.contains($0) }
    if Self.notes.contains(ending) || isOfCamera { return }
    if ending == "xml", names.contains(where: { Self.movieFolders.contains($0) }) { return }
    let kind = ending.isEmpty ? "without an ending" : ".\(ending.uppercased())"
    counts[kind, default: 0] += 1
  }

  private static func names(_ path: String) -> [String] {
    path.split(separator: "/").map(String.init)
  }

  /// The files in words, such as `3 other files were left: 2 .WAV, 1 .R3D`; nil without any.
  var summary: String? {
    let count = counts.values.reduce(0, +)
    if count == 0 { return nil }
    let kinds = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { "\($0.value) \($0.key)" }
    let listed = kinds.prefix(Self.shown).joined(separator: ", ")
    return "\(count) other \(count == 1 ? "file was" : "files were") left: \(listed)"
      + (kinds.count > Self.shown ? ", …" : "")
  }
}
