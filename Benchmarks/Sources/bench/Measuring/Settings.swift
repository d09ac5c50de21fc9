/// The paths of programs and files, and the extent of the measurements.
struct Settings {
  let isSmoke: Bool
  /// The folder with the built programs.
  let products: String
  /// The folder for corpora, outputs and the state of the measured runs; kept between runs.
  let scratch: String
  /// The folder with `recent.lua`.
  let rules: String

  var shotflow: String { "\(products)/shotflow" }
  /// The file for a measured program's standard error.
  var messages: String { "\(scratch)/messages" }

  /// The environment of measured programs.
  var environment: [String] {
    [
      "PATH=\(System.variable("PATH") ?? "/usr/bin:/bin")",
      "HOME=\(scratch)/home",
      "LC_ALL=C.UTF-8",
      "XDG_STATE_HOME=\(scratch)/state",
      "XDG_CACHE_HOME=\(scratch)/cache",
    ]
  }

  /// Returns the number of runs of each side of a comparison.
  func rounds(_ full: Int) -> Int { isSmoke ? 1 : full }

  func run(_ rule: String, _ options: [String] = []) -> Command {
    Command(shotflow, ["run", rule] + options)
  }

  /// Writes a rule and returns its path.
  func rule(_ name: String, _ text: String) throws(BenchmarkError) -> String {
    let path = "\(scratch)/\(name).lua"
    try System.save(text + "\n", to: path)
    return path
  }

  /// A seeded corpus of pictures; made when it is missing or older than the program that makes it.
  func corpus(_ count: Int) throws(BenchmarkError) -> String {
    let path = "\(scratch)/corpus-\(count)"
    try make(path) { try Command(maker, ["corpus", path, "--count", "\(count)"]).run(in: self) }
    return path
  }

  /// Seeded records, one a line.
  func records(_ count: Int) throws(BenchmarkError) -> String {
    let path = "\(scratch)/records-\(count).ndjson"
    try make(path) {
      try Command(maker, ["records", "--count", "\(count)"]).writing(to: path).run(in: self)
    }
    return path
  }

  /// A seeded library of Apple Photos.
  func photos(_ name: String, _ options: [String]) throws(BenchmarkError) -> String {
    let path = "\(scratch)/\(name).photoslibrary"
    try make(path) {
      try Command("/bin/rm", ["-rf", path]).run(in: self)
      try Command(maker, ["photos", path] + options).run(in: self)
    }
    return path
  }

  /// A JPEG of about a kilobyte, with Exif.
  func smallPicture() throws(BenchmarkError) -> String {
    let path = "\(scratch)/kinds"
    try make(path) { try Command(maker, ["kinds", path]).run(in: self) }
    return "\(path)/exif.jpg"
  }

  private var maker: String { "\(products)/make-samples" }

  private func make(_ path: String, _ body: () throws -> Void) throws(BenchmarkError) {
    let mark = "\(path).made"
    let made = System.modification(of: mark) ?? .min
    if made >= System.modification(of: maker) ?? .max { return }
    System.say("making \(path)")
    do {
      try body()
    } catch {
      throw BenchmarkError("\(error)")
    }
    try System.save("", to: mark)
  }
}
