internal import Assets
internal import PhotosSamples
internal import Samples
internal import Sessions
internal import ShotwellSamples
internal import Terminal

struct SampleCommand: ToolCommand {
  static let text = CommandText(
    "sample", "Make a library of sample pictures, to try things on.",
    """
    The folder has to be new, empty, or of samples that were made before, which are replaced. The \
    pictures are drawn by the program: photos with a date, camera and place, screenshots of which one \
    is as old as --now, a copy, a live photo, and a text file, in folders as albums.

      shotflow sample pictures
      shotflow find pictures --screenshots
    """,
    examples: [
      "shotflow sample pictures  # Make a folder of sample pictures",
      "shotflow sample Sample.photoslibrary --kind photos --count 300  # Make a library as Apple Photos leaves it",
      "shotflow sample home --kind messy  # Make a home as other programs leave it",
    ])

  var folder: String = ""
  var kind: SampleKind = .folder
  var count: Int?
  var now: String?
  var text: [String] = []

  static func entries(in tool: Tool) -> [CommandEntry<Self>] {
    [
      .required("folder", \.folder, "The folder to make."),
      .choice(
        "--kind", \.kind, standard: .folder, "kind",
        """
        folder, photos, takeout, shotwell or messy: a folder of pictures, or what another program leaves: a library of Apple Photos without its \
        originals, the archives of a Google Takeout, a library of Shotwell; or a messy home with all of \
        these, and a camera's card, phones, messengers, backups, damaged files and odd names.
        """),
      .number(
        "--count", \.count, "number",
        "How many pictures; 300 without it. Not for a folder or a home."),
      .option(
        "--now", \.now, "2015-09-27T21:29:28Z",
        "The moment at which the newest screenshot of a folder was taken, instead of now.",
        takesDashes: true),
      .list(
        "--text", \.text, "line",
        "A line of capital letters that one more screenshot of a folder shows; may be repeated."),
    ]
  }

  func validate() throws(UsageProblem) {
    if [.folder, .messy].contains(kind), count != nil {
      throw UsageProblem("--count is for --kind photos, takeout and shotwell")
    }
    if kind != .folder, now != nil || !text.isEmpty {
      throw UsageProblem("--now and --text are for a folder of pictures")
    }
    if let count, !(0...1_000_000).contains(count) {
      throw UsageProblem("--count takes 0 to 1000000, not \(count)")
    }
  }

  func run(in tool: Tool) throws {
    let messages = tool.messages()
    try messages.reporting {
      let moment = try RunSettings.moment(now)
      let made: String
      do {
        made = try write(at: moment)
      } catch {
        messages.writeProblem("\(error)")
        throw ExitStatus.cannotWrite
      }
      messages.write(
        "made \(made) in \(folder); to look at them: \(tool.name) find \(ShellWord.path(folder))"
      )
    }
  }

  /// Writes the library and returns what was made, such as "13 files".
  private func write(at moment: Instant) throws -> String {
    let number = count ?? 300
    switch kind {
    case .folder:
      let seconds = Int(moment.milliseconds / 1000)
      var library = SampleLibrary(now: seconds)
      library.text = text
      return "\(try library.write(to: folder).count) files"
    case .photos:
      let samples = try SampleFolder(replacing: folder)
      try PhotosSampleLibrary(.macOS15, GeneratedPhotos(count: number), albums: []).write(
        to: folder)
      try samples.listAll()
    case .takeout:
      try TakeoutSampleLibrary(count: number, seed: 1).write(to: folder)
    case .shotwell:
      try ShotwellSampleLibrary(count: number, seed: 1).write(to: folder)
    case .messy:
      try writeHome()
      return "a home of pictures"
    }
    return "\(number) assets"
  }

  private func writeHome() throws {
    let home = try SampleFolder(replacing: folder)
    try MessyHome().write(to: home)
    let photos = try SampleFolder("Pictures/Photos Library.photoslibrary", in: home)
    let assets = GeneratedPhotos(count: 8).enumerated().map { number, asset in
      var asset = asset
      if number < 2 { asset.columns["ZFAVORITE"] = 1 }
      asset.original = JPEGPicture(width: 600, height: 400, seed: UInt64(900 + number)).encoded()
      return asset
    }
    try PhotosSampleLibrary(.macOS15, assets).write(to: photos.path)
    try photos.listAll()
    try ShotwellSampleLibrary(count: 12).write(to: SampleFolder("Pictures/Shotwell", in: home))
  }
}

/// The types of sample libraries, for `--kind`: a folder, as another program leaves its library, or a
/// home with all of them.
enum SampleKind: String, CaseIterable {
  case folder, photos, takeout, shotwell, messy
}
