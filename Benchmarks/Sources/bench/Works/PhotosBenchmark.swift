/// Libraries of Apple Photos with all tables and indexes of macOS 15: their records, what is recent, and
/// the first record of a million.
struct PhotosBenchmark: Benchmark {
  let name = "photos"
  let about = "Libraries of Apple Photos"

  func rows(in settings: Settings) throws(BenchmarkError) -> [Row] {
    let count = settings.isSmoke ? 500 : 20_000
    let library = try settings.photos("photos-\(count)", ["--count", "\(count)", "--whole"])
    let all = settings.run(
      try settings.rule("facts", "return pipeline { source {} }"), ["--library", library])
    let empty = "\(settings.scratch)/empty"
    try System.makeFolder(empty)
    let recent = try Comparison(
      [library, empty].map {
        settings.run("\(settings.rules)/recent.lua", ["--library", $0])
      }, rounds: settings.rounds(41), in: settings)
    return [
      try sqlite(all, count, library, settings),
      try osxphotos(all, count, library, settings),
      try clock(count, library, settings),
      recent.row("recent.lua on \(count) assets", beyond: 1, bar: .more(15)),
    ] + (try million(settings))
  }

  /// Compares with the columns that every record needs, printed by SQLite's own program.
  private func sqlite(
    _ all: Command, _ count: Int, _ library: String, _ settings: Settings
  ) throws(BenchmarkError) -> Row {
    let title = "records of \(count) assets of a Photos library"
    guard let sqlite = settings.program(.sqlite) else { return .skipped(title, .sqlite) }
    let sql = "\(settings.scratch)/records.sql"
    try System.save(Self.columns, to: sql)
    let database = "\(library)/database/Photos.sqlite"
    let comparison = try Comparison(
      [all, Command(sqlite, ["-json", database]).reading(sql)], rounds: settings.rounds(21),
      in: settings)
    return comparison.row(
      title, against: 1, called: "sqlite3 -json", bar: .atMost(1.3), peakLimit: 60_000_000)
  }

  private func osxphotos(
    _ all: Command, _ count: Int, _ library: String, _ settings: Settings
  ) throws(BenchmarkError) -> Row {
    let title = "records of \(count) assets of a Photos library, osxphotos"
    guard let program = settings.program(.osxphotos) else { return .skipped(title, .osxphotos) }
    let query = Command(program, ["query", "--json", "--library", library])
    // It takes minutes and warms nothing that it could use again.
    let comparison = try Comparison(
      [all, query], rounds: 1, warmsUp: false, in: settings)
    return comparison.row(title, against: 1, called: "osxphotos", bar: .faster(300))
  }

  /// Compares tests of the local hour and weekday with the same in SQL.
  private func clock(
    _ count: Int, _ library: String, _ settings: Settings
  ) throws(BenchmarkError) -> Row {
    let title = "weekends at noon among \(count) assets of a Photos library"
    guard let sqlite = settings.program(.sqlite) else { return .skipped(title, .sqlite) }
    let rule = try settings.rule(
      "clock",
      """
      return pipeline {
        source {},
        filter { creationDate = hour("12..13") },
        filter { creationDate = weekday("sat,sun") },
      }
      """)
    let sql = "\(settings.scratch)/clock.sql"
    try System.save(Self.clock, to: sql)
    let found = settings.run(
      rule, ["--library", library, "--fields", "localIdentifier", "--format", "tsv"])
    let comparison = try Comparison(
      [found, Command(sqlite, ["\(library)/database/Photos.sqlite"]).reading(sql)],
      rounds: settings.rounds(21), in: settings)
    return comparison.row(title, against: 1, called: "its SQL, sqlite3", bar: .atMost(1.2))
  }

  /// The assets of 12:00 to 13:59 on Saturdays and Sundays where they were taken.
  private static let clock = """
    SELECT a.ZUUID FROM ZASSET a
      LEFT JOIN ZADDITIONALASSETATTRIBUTES b ON b.Z_PK = a.ZADDITIONALATTRIBUTES
    WHERE a.ZTRASHEDSTATE = 0 AND a.ZHIDDEN = 0 AND a.ZVISIBILITYSTATE = 0
      AND CAST((a.ZDATECREATED + 978307200 + ifnull(b.ZTIMEZONEOFFSET, 0)) / 3600 AS INT) % 24
        BETWEEN 12 AND 13
      AND (CAST((a.ZDATECREATED + 978307200 + ifnull(b.ZTIMEZONEOFFSET, 0)) / 86400 AS INT) + 3)
        % 7 >= 5
    ORDER BY a.Z_PK;

    """

  /// Measures the time of the first record of a million assets, and the memory of the whole run.
  private func million(_ settings: Settings) throws(BenchmarkError) -> [Row] {
    let count = settings.isSmoke ? 5000 : 1_000_000
    let library = try settings.photos("photos-\(count)", ["--count", "\(count)"])
    let wide = "filter(function(a) return a.mediaType == \"image\" and a.pixelWidth > 100 end)"
    let newest = "filter { sortedBy = \"-creationDate\" }"
    let rules = [
      ("first record of \(count)", "source {}"),
      ("first record of \(count), newest first", "source {}, \(newest)"),
      ("first record of \(count), through a function", "source {}, \(wide)"),
      (
        "first record of \(count), newest first through a function", "source {}, \(wide), \(newest)"
      ),
    ]
    let empty = "\(settings.scratch)/empty"
    var rows: [Row] = []
    for (title, stages) in rules {
      let rule = try settings.rule("million", "return pipeline { \(stages) }")
      let comparison = try Comparison(
        [library, empty].map { first(settings.run(rule, ["--library", $0])) },
        rounds: settings.rounds(11), in: settings)
      var row = comparison.row(title, beyond: 1, bar: .more(100))
      let whole = try settings.run(rule, ["--library", library]).run(in: settings)
      let limit = 80_000_000
      row.peak = "\(Figure.megabytes(whole.peak)) (≤ \(Figure.megabytes(limit)))"
      if whole.peak > limit { row.verdict = Verdict.text(false, .more(100)) }
      rows.append(row)
    }
    return rows
  }

  /// Returns the same command, of which only the first line is read.
  private func first(_ command: Command) -> Command {
    Command(
      "/bin/sh", ["-c", "\"$0\" \"$@\" | head -n 1", command.program] + command.arguments)
  }

  /// The columns for records: identifiers, names, dates, sizes, subtypes, places, cameras, titles,
  /// keywords and persons of all assets that Photos shows.
  private static let columns = """
    SELECT a.Z_PK, a.ZUUID AS localIdentifier, a.ZDIRECTORY AS directory, a.ZFILENAME AS file,
      b.ZORIGINALFILENAME AS filename, a.ZKIND AS mediaType, a.ZKINDSUBTYPE AS subtype,
      a.ZPLAYBACKSTYLE AS playbackStyle, a.ZDEPTHTYPE AS depth, a.ZHDRTYPE AS rendering,
      a.ZSPATIALTYPE AS spatial, a.ZISDETECTEDSCREENSHOT AS screenshot,
      a.ZUNIFORMTYPEIDENTIFIER AS uniformTypeIdentifier, a.ZDATECREATED AS creationDate,
      a.ZMODIFICATIONDATE AS modificationDate, a.ZADDEDDATE AS addedDate,
      b.ZTIMEZONEOFFSET AS creationDateOffset, a.ZWIDTH AS pixelWidth, a.ZHEIGHT AS pixelHeight,
      b.ZORIGINALORIENTATION AS orientation, a.ZDURATION AS duration, e.ZFPS AS frameRate,
      b.ZORIGINALFILESIZE AS fileSize, a.ZFAVORITE AS isFavorite, a.ZHIDDEN AS isHidden,
      a.ZAVALANCHEUUID AS burstIdentifier, a.ZAVALANCHEPICKTYPE AS burstSelectionTypes,
      a.ZMEDIAGROUPUUID AS livePhotoIdentifier, a.ZLATITUDE AS latitude,
      a.ZLONGITUDE AS longitude, e.ZCAMERAMAKE AS cameraMake, e.ZCAMERAMODEL AS cameraModel,
      e.ZLENSMODEL AS lensModel, a.ZADJUSTMENTSSTATE AS adjustments,
      b.ZCAMERACAPTUREDEVICE AS captureDevice, a.ZSAVEDASSETTYPE AS sourceType,
      (SELECT sum(ifnull(r.ZDATASTORESUBTYPE = 17, 0)) FROM ZINTERNALRESOURCE r
        WHERE r.ZASSET = a.Z_PK) AS raw,
      b.ZTITLE AS title, d.ZLONGDESCRIPTION AS caption,
      (SELECT group_concat(k.ZTITLE, char(31)) FROM Z_1KEYWORDS j
        JOIN ZKEYWORD k ON k.Z_PK = j.Z_47KEYWORDS
        WHERE j.Z_1ASSETATTRIBUTES = b.Z_PK) AS keywords,
      (SELECT group_concat(p.ZFULLNAME, char(31)) FROM ZDETECTEDFACE f
        JOIN ZPERSON p ON p.Z_PK = f.ZPERSONFORFACE WHERE f.ZASSETFORFACE = a.Z_PK) AS persons
    FROM ZASSET a
      LEFT JOIN ZADDITIONALASSETATTRIBUTES b ON b.Z_PK = a.ZADDITIONALATTRIBUTES
      LEFT JOIN ZASSETDESCRIPTION d ON d.Z_PK = b.ZASSETDESCRIPTION
      LEFT JOIN ZEXTENDEDATTRIBUTES e ON e.Z_PK = a.ZEXTENDEDATTRIBUTES
    WHERE a.ZTRASHEDSTATE = 0 AND a.ZHIDDEN = 0 AND a.ZVISIBILITYSTATE = 0
    ORDER BY a.Z_PK;

    """
}
