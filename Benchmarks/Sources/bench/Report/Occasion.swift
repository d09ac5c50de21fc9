#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The time and place of a measurement, and the versions of the programs.
struct Occasion {
  /// The day, in the machine's time zone.
  let day: String
  /// The system, the processor and the memory.
  let machine: String
  /// The duration, and the share of the processors that other programs used meanwhile.
  let circumstances: String
  let shotflow: String
  /// Those that are there, with their versions.
  let peers: [(name: String, version: String)]
  /// Those that are missing, with what to do about it.
  let missing: [String]

  /// - Parameters:
  ///   - minutes: how long everything took.
  ///   - neighbours: what else the machine did, from the start.
  init(
    after minutes: Double, beside neighbours: Neighbours, in settings: Settings
  ) throws(BenchmarkError) {
    let others = neighbours.share.map {
      "; other programs took \(Figure.significant($0 * 100)) % of the processors"
    }
    circumstances = "\(Figure.significant(minutes)) minutes\(others ?? "")"
    day = Self.day(of: time(nil))
    machine = Self.machine()
    let output = "\(settings.scratch)/version"
    try Command(settings.shotflow, ["--version"]).writing(to: output).run(in: settings)
    shotflow = String(System.text(of: output).prefix { $0 != "\n" })
    var peers: [(String, String)] = []
    var missing: [String] = []
    for peer in Peer.compared {
      if let version = try settings.version(of: peer) {
        peers.append((peer.name, version))
      } else {
        missing.append(peer.remedy)
      }
    }
    self.peers = peers
    self.missing = missing
  }

  /// As a paragraph above a table, in lines of a hundred characters.
  func summary(in layout: Layout) -> String {
    var parts = ["\(day), \(machine), \(circumstances)", shotflow]
    if layout == .figures {
      parts.append(peers.map { "\($0.name) \($0.version)" }.joined(separator: ", "))
    }
    return Self.filled(parts.joined(separator: "; ") + ".")
  }

  private static func filled(_ text: String) -> String {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, last.count + word.count < 100 {
        lines[lines.count - 1] += " \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines.joined(separator: "\n")
  }

  private static func day(of moment: time_t) -> String {
    var moment = moment
    var parts = tm()
    localtime_r(&moment, &parts)
    var bytes = [CChar](repeating: 0, count: 40)
    let count = strftime(&bytes, bytes.count, "%-d %B %Y", &parts)
    return String(decoding: bytes[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  private static func machine() -> String {
    var system = utsname()
    uname(&system)
    func text<Bytes>(_ field: Bytes) -> String {
      withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
    let kernel = "\(text(system.sysname)) \(text(system.release))"
    let name = value(of: "PRETTY_NAME", in: "/etc/os-release", behind: "=") ?? kernel
    let processor =
      value(of: "model name", in: "/proc/cpuinfo", behind: ":") ?? text(system.machine)
    let cores = sysconf(Int32(_SC_NPROCESSORS_ONLN))
    let memory = value(of: "MemTotal", in: "/proc/meminfo", behind: ":")
      .flatMap { Int($0.prefix { $0.isNumber }) }
    let size = memory.map { ", \(Figure.significant(Double($0) / 1e6)) GB" } ?? ""
    return "\(name) (\(kernel)), \(cores) cores of \(processor)\(size)"
  }

  /// Returns the text after a word in a file of lines, without quotes.
  private static func value(of word: String, in path: String, behind sign: Character) -> String? {
    let line = System.text(of: path).split(separator: "\n").first { $0.hasPrefix(word) }
    guard let line, let place = line.firstIndex(of: sign) else { return nil }
    return line[line.index(after: place)...].filter { $0 != "\"" && $0 != "\t" }
      .split(separator: " ").joined(separator: " ")
  }
}
