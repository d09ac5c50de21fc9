/// Thumbnails of photographs, beside the program that libvips brings for that.
struct PicturesBenchmark: Benchmark {
  let name = "pictures"
  let about = "Photographs made small, nothing kept from before"

  private static let size = "150x150"

  /// The same work in two ways.
  struct Way {
    let title: String
    let bar: Bar
    /// shotflow and vipsthumbnail.
    let commands: [Command]
    /// The number of threads that a program of two may have.
    let threads: Int
  }

  func rows(in settings: Settings) throws(BenchmarkError) -> [Row] {
    try Self.rows(in: settings) { (way) throws(BenchmarkError) in
      let comparison = try Self.comparison(of: way.commands, in: settings)
      return comparison.row(
        way.title, against: 1, called: "vipsthumbnail", bar: way.bar, peakLimit: 60_000_000)
    } + [try damage(in: settings)]
  }

  /// Compares a look for damage, which decodes each picture, with making all of them small.
  private func damage(in settings: Settings) throws(BenchmarkError) -> Row {
    let count = Self.count(in: settings)
    let title = "damage within \(count) pictures of 12 megapixels"
    guard let maker = settings.program(.ffmpeg) else { return .skipped(title, .ffmpeg) }
    let folder = Self.folder(in: settings)
    try Self.make(count, in: folder, by: maker, settings)
    let all = ["--library", folder, "--no-catalogue"]
    let commands = [
      settings.run("\(settings.rules)/damaged.lua", all + ["--deep"]),
      settings.run(try Self.thumbnails(in: settings), all),
    ]
    let comparison = try Self.comparison(of: commands, in: settings)
    return comparison.row(title, against: 1, called: "their thumbnails", bar: .atMost(1.1))
  }

  /// The path of the rule that makes pictures small.
  private static func thumbnails(in settings: Settings) throws(BenchmarkError) -> String {
    try settings.rule(
      "thumbnails", "return pipeline { source {}, load { size = { 150, 150 } } }")
  }

  /// Rows of all cores and of one; those of what is missing are skipped.
  static func rows(
    in settings: Settings, _ row: (Way) throws(BenchmarkError) -> Row
  ) throws(BenchmarkError) -> [Row] {
    let count = count(in: settings)
    let title = "\(count) pictures of 12 megapixels to \(size)"
    guard let maker = settings.program(.ffmpeg) else { return [.skipped(title, .ffmpeg)] }
    guard let vips = settings.program(.vipsthumbnail) else {
      return [.skipped(title, .vipsthumbnail)]
    }
    try make(count, in: folder(in: settings), by: maker, settings)
    let tree = try FileTree(folder(in: settings))
    tree.warm()

    let commands = [
      settings.run(
        try thumbnails(in: settings), ["--library", folder(in: settings), "--no-catalogue"]),
      Command(vips, ["-s", size, "-o", "\(try target(in: settings))/%s.jpg"] + tree.paths),
    ]
    var rows = [try row(Way(title: title, bar: .faster(3.5), commands: commands, threads: 2))]
    guard let taskset = settings.program(.taskset) else {
      return rows + [.skipped("\(title), one core", .taskset)]
    }
    rows.append(
      try row(
        Way(
          title: "\(title), one core", bar: .faster(1.2),
          commands: commands.map { $0.on(core: 0, by: taskset) }, threads: 1)))
    return rows
  }

  /// All make all pictures again.
  static func comparison(
    of commands: [Command], in settings: Settings
  ) throws(BenchmarkError) -> Comparison {
    let clear = Command(settings.shotflow, ["cache", "clear", "--thumbnails"])
    return try Comparison(commands, rounds: settings.rounds(7), in: settings) {
      (_) throws(BenchmarkError) in try clear.run(in: settings)
    }
  }

  private static func count(in settings: Settings) -> Int { settings.isSmoke ? 2 : 48 }

  static func folder(in settings: Settings) -> String {
    "\(settings.scratch)/pictures-\(count(in: settings))"
  }

  /// The folder that other programs write their pictures into.
  static func target(in settings: Settings) throws(BenchmarkError) -> String {
    let path = "\(settings.scratch)/thumbnails"
    try System.makeFolder(path)
    return path
  }

  /// A test picture with noise, which costs a decoder what a photograph does.
  private static func make(
    _ count: Int, in folder: String, by ffmpeg: String, _ settings: Settings
  ) throws(BenchmarkError) {
    let mark = "\(folder).made"
    if System.exists(mark) { return }
    System.say("making \(folder)")
    try System.makeFolder(folder)
    try Command(
      ffmpeg,
      [
        "-loglevel", "error", "-f", "lavfi", "-i", "testsrc2=size=4032x3024:rate=1",
        "-vf", "noise=alls=14:allf=t", "-frames:v", "\(count)", "-pix_fmt", "yuvj420p",
        "-q:v", "3", "-y", "\(folder)/%03d.jpg",
      ]
    ).run(in: settings)
    try System.save("", to: mark)
  }
}

extension Command {
  fileprivate func on(core: Int, by taskset: String) -> Command {
    Command(taskset, ["-c", "\(core)", program] + arguments).accepting(accepted)
  }
}
