/// Thumbnails of photographs, beside the program that libvips brings for that.
struct PicturesBenchmark: Benchmark {
  let name = "pictures"
  let about = "Photographs made small, nothing kept from before"

  private static let size = "150x150"

  func rows(in settings: Settings) throws(BenchmarkError) -> [Row] {
    let count = settings.isSmoke ? 2 : 48
    let title = "\(count) pictures of 12 megapixels to \(Self.size)"
    guard let maker = settings.program(.ffmpeg) else { return [.skipped(title, .ffmpeg)] }
    guard let vips = settings.program(.vipsthumbnail) else {
      return [.skipped(title, .vipsthumbnail)]
    }
    let folder = "\(settings.scratch)/pictures-\(count)"
    try make(count, in: folder, by: maker, settings)
    let tree = try FileTree(folder)
    tree.warm()

    let rule = try settings.rule(
      "thumbnails", "return pipeline { source {}, load { size = { 150, 150 } } }")
    let thumbnails = "\(settings.scratch)/thumbnails"
    try System.makeFolder(thumbnails)
    let ours = settings.run(rule, ["--library", folder, "--no-catalogue"])
    let theirs = Command(
      vips, ["-s", Self.size, "-o", "\(thumbnails)/%s.jpg"] + tree.paths)
    var rows = [
      try row(title, ours, theirs, .faster(3.5), settings)
    ]
    if let taskset = settings.program(.taskset) {
      rows.append(
        try row(
          "\(title), one core", ours.on(core: 0, by: taskset), theirs.on(core: 0, by: taskset),
          .faster(1.2), settings))
    } else {
      rows.append(.skipped("\(title), one core", .taskset))
    }
    return rows
  }

  /// Both make all pictures anew.
  private func row(
    _ title: String, _ ours: Command, _ theirs: Command, _ bar: Bar, _ settings: Settings
  ) throws(BenchmarkError) -> Row {
    let clear = Command(settings.shotflow, ["cache", "clear", "--thumbnails"])
    let comparison = try Comparison([ours, theirs], rounds: settings.rounds(7), in: settings) {
      (_) throws(BenchmarkError) in try clear.run(in: settings)
    }
    return comparison.row(
      title, against: 1, called: "vipsthumbnail", bar: bar, peakLimit: 60_000_000)
  }

  /// A test picture with noise, which costs a decoder what a photograph does.
  private func make(
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
