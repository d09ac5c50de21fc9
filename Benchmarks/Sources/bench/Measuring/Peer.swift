/// A program that shotflow is compared with.
struct Peer {
  let name: String
  /// The source of the program.
  let origin: Origin
  /// The arguments that make it print its version.
  var version = ["--version"]

  enum Origin {
    /// A package of Debian.
    case debian(String)
    /// The Python Package Index; `script/bench --peers` installs it for the benchmarks alone.
    case pypi
  }

  static let sqlite = Peer(name: "sqlite3", origin: .debian("sqlite3"))
  static let exiftool = Peer(
    name: "exiftool", origin: .debian("libimage-exiftool-perl"), version: ["-ver"])
  static let exiv2 = Peer(name: "exiv2", origin: .debian("exiv2"))
  static let jq = Peer(name: "jq", origin: .debian("jq"))
  static let gojq = Peer(name: "gojq", origin: .debian("gojq"))
  static let jaq = Peer(name: "jaq", origin: .pypi)
  static let duckdb = Peer(name: "duckdb", origin: .pypi)
  static let jdupes = Peer(name: "jdupes", origin: .debian("jdupes"), version: ["-v"])
  static let rmlint = Peer(name: "rmlint", origin: .debian("rmlint"))
  static let copy = Peer(name: "cp", origin: .debian("coreutils"))
  static let rsync = Peer(name: "rsync", origin: .debian("rsync"))
  static let ffmpeg = Peer(name: "ffmpeg", origin: .debian("ffmpeg"), version: ["-version"])
  static let vipsthumbnail = Peer(name: "vipsthumbnail", origin: .debian("libvips-tools"))
  static let taskset = Peer(name: "taskset", origin: .debian("util-linux"))
  static let osxphotos = Peer(name: "osxphotos", origin: .pypi)
  static let inotifywait = Peer(
    name: "inotifywait", origin: .debian("inotify-tools"), version: ["--help"])

  /// Those whose speed is looked at.
  static let compared = [
    sqlite, exiftool, exiv2, jq, gojq, jaq, duckdb, jdupes, rmlint, copy, rsync, vipsthumbnail,
    osxphotos, inotifywait,
  ]

  /// The instruction to install it.
  var remedy: String {
    switch origin {
    case .debian(let package): "\(name) is not installed; apt-get install \(package)"
    case .pypi: "\(name) is not installed; script/bench --peers installs it"
    }
  }
}

extension Settings {
  /// The program's path; nil when it is not installed.
  func program(_ peer: Peer) -> String? {
    let own = "\(scratch)/peers/bin/\(peer.name)"
    return System.exists(own) ? own : System.program(peer.name)
  }

  /// The first number with a dot of what the program says of its version; nil when it is not
  /// installed, or says none.
  func version(of peer: Peer) throws(BenchmarkError) -> String? {
    guard let program = program(peer) else { return nil }
    let output = "\(scratch)/version"
    // Some print it on standard error, and some end with a failure.
    try Command(program, peer.version).writing(to: output).accepting(Set(0...255)).run(in: self)
    return [output, messages].lazy.compactMap { Self.version(in: System.text(of: $0)) }.first
  }

  static func version(in text: String) -> String? {
    text.split { !($0.isASCII && $0.isNumber || $0 == ".") }.lazy
      .map { word in word.drop { $0 == "." } }
      .first { $0.contains(".") && $0.last != "." }
      .map(String.init)
  }
}
