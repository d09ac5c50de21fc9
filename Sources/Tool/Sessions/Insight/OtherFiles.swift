internal import Pipeline

/// The files in a run's folders that are no pictures, for a line behind an act on whole folders.
struct OtherFiles {
  private var names: [String] = []
  private var count = 0

  /// The number of folders up to which they are looked for, as the run itself does not need it.
  private static let folderLimit = 1000
  private static let shown = 3
  /// The extensions of files that programs keep beside pictures, and that should stay there.
  private static let endings: Set<String> = [
    "db", "ini", "json", "html", "ctg", "xml", "lua", "sqlite", "sqlite3",
  ]

  /// Looks in the libraries that a rule reads; in all that are folders of files.
  init(_ plan: PipelinePlan, in context: RunContext) throws {
    var names: [String] = []
    let isAll = try SkippedCounts.read(plan, in: context, folders: Self.folderLimit) { asset in
      guard asset.reason == .noPicture else { return }
      let name = String(decoding: asset.filenameBytes, as: UTF8.self)
      let ending = name.split(separator: ".").last.map { $0.lowercased() } ?? ""
      if !Self.endings.contains(ending) { names.append(name) }
    }
    if isAll { (self.names, count) = (Array(names.prefix(Self.shown)), names.count) }
  }

  /// The line, such as `1 file is no picture (Scan.pdf); --everything takes it, too`; nil without
  /// such files.
  var summary: String? {
    if count == 0 { return nil }
    let listed = names.joined(separator: ", ") + (count > names.count ? ", …" : "")
    return count == 1
      ? "1 file is no picture (\(listed)); --everything takes it, too"
      : "\(count) files are no pictures (\(listed)); --everything takes them, too"
  }
}
