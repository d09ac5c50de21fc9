/// The albums of a Photos library with their counts and covers, as an album browser starts with them.
struct AlbumsBenchmark: Benchmark {
  let name = "albums"
  let about = "Albums with their counts and covers"

  func rows(in settings: Settings) throws(BenchmarkError) -> [Row] {
    let (count, albums) = settings.isSmoke ? (500, 20) : (20_000, 500)
    let title = "albums.lua with \(albums) albums"
    guard let sqlite = settings.program(.sqlite) else { return [.skipped(title, .sqlite)] }
    let library = try settings.photos(
      "albums-\(albums)",
      ["--count", "\(count)", "--albums", "\(albums)", "--whole", "--pictures"])
    let rule = "\(settings.rules)/albums.lua"
    let run = settings.run(rule, ["--library", library])
    let sql = try statements(rule, library, albums, settings)
    let query = Command(sqlite, ["\(library)/database/Photos.sqlite"]).reading(sql)
    // The first run makes the covers.
    try run.run(in: settings)
    let comparison = try Comparison([run, query], rounds: settings.rounds(15), in: settings)
    let clear = Command(settings.shotflow, ["cache", "clear"])
    let anew = try Comparison([run, query], rounds: settings.rounds(3), in: settings) {
      (_) throws(BenchmarkError) in try clear.run(in: settings)
    }
    return [
      comparison.row(title, against: 1, called: "its SQL, sqlite3", bar: .atMost(3)),
      anew.row("\(title), all covers made again", against: 1, called: "its SQL", bar: .none),
    ]
  }

  /// Writes what the tool asks the library, for all albums.
  ///
  /// `explain` shows the statements of one album of each kind, those of an album that the user made
  /// last; the sample's are numbered from 1.
  private func statements(
    _ rule: String, _ library: String, _ albums: Int, _ settings: Settings
  ) throws(BenchmarkError) -> String {
    let explained = "\(settings.scratch)/albums.explained"
    try Command(settings.shotflow, ["explain", rule, "--library", library])
      .writing(to: explained).run(in: settings)
    let lines = System.text(of: explained).split(separator: "\n")
      .filter { $0.hasPrefix("sql ") }
      .map { String($0.dropFirst(4)) + ";" }
    let first = ".Z_30ALBUMS = 1 "
    let ofAlbums = lines.filter { $0.contains(first) }
    guard !ofAlbums.isEmpty else {
      throw BenchmarkError("explain shows no SQL of an album:\n\(lines.joined(separator: "\n"))")
    }
    let others = lines.filter { !$0.contains(first) }
    let all = (1...albums).flatMap { number in
      ofAlbums.map { $0.replacing(first, with: ".Z_30ALBUMS = \(number) ") }
    }
    let path = "\(settings.scratch)/albums.sql"
    try System.save(
      (["BEGIN;"] + others + all + ["COMMIT;", ""]).joined(separator: "\n"), to: path)
    return path
  }
}
