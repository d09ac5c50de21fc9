/// A program that shotflow is compared with.
struct Peer {
  let name: String
  /// The Debian package that has it.
  let package: String

  static let sqlite = Peer(name: "sqlite3", package: "sqlite3")
  static let jq = Peer(name: "jq", package: "jq")
  static let jdupes = Peer(name: "jdupes", package: "jdupes")
  static let exiftool = Peer(name: "exiftool", package: "libimage-exiftool-perl")
  static let vipsthumbnail = Peer(name: "vipsthumbnail", package: "libvips-tools")
  static let ffmpeg = Peer(name: "ffmpeg", package: "ffmpeg")
  static let taskset = Peer(name: "taskset", package: "util-linux")
  /// Installed by `script/bench --peers`, into the folder of the benchmarks alone.
  static let osxphotos = Peer(name: "osxphotos", package: "")
  static let inotifywait = Peer(name: "inotifywait", package: "inotify-tools")
  static let copy = Peer(name: "cp", package: "coreutils")

  /// The program's path; nil when it is not installed.
  var program: String? { System.program(name) }

  /// What a skipped row says.
  var remedy: String {
    let way = package.isEmpty ? "script/bench --peers installs it" : "apt-get install \(package)"
    return "\(name) is not installed; \(way)"
  }
}
