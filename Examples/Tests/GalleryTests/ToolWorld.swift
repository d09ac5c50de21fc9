import Foundation

/// A folder with pictures, a catalogue of them and rules, in which the built tool runs.
final class ToolWorld {
  let folder: URL

  /// Three pictures: wide, high and square; the catalogue has them in this order.
  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("gallery-\(UUID().uuidString)").resolvingSymlinksInPath()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let sizes: [(String, UInt8, UInt8)] = [
      ("wide.gif", 40, 20), ("high.gif", 10, 30), ("even.gif", 8, 8),
    ]
    for (name, width, height) in sizes {
      try Data(Self.gif(width, height)).write(to: folder.appendingPathComponent(name))
    }
    try write(
      """
      path,title,date,keywords
      wide.gif,"Rome, ""again\""",2015-09-27,city; summer
      high.gif,Lighthouse,2016-01-01T10:00:00Z,summer
      even.gif,,2014-05-05,

      """, to: "pictures.csv")
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: folder.appendingPathComponent(name))
  }

  func text(of name: String) throws -> String {
    try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
  }

  /// Writes a rule with these stages behind its source.
  func write(rule stages: String, source: String = "", to name: String = "rule.lua") throws {
    try write("return pipeline { source { \(source) }, \(stages) }\n", to: name)
  }

  struct Result {
    let status: Int32
    let output: String
    let messages: String

    var lines: [String] { output.split(separator: "\n").map(String.init) }

    /// Each line of JSON.
    var records: [[String: Any]] {
      get throws {
        try lines.map { line in
          try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
        }
      }
    }

    /// One text of each record.
    func texts(_ name: String) throws -> [String] {
      try records.map { $0[name] as? String ?? "" }
    }
  }

  /// Runs the tool to its end; state is kept in the folder.
  func run(_ words: String..., input: String = "") throws -> Result {
    try run(words, input: input)
  }

  func run(_ words: [String], input: String = "") throws -> Result {
    try write(input, to: "input")
    let process = Process()
    process.executableURL = Self.tool
    process.arguments = words
    process.currentDirectoryURL = folder
    process.environment = [
      "HOME": folder.path, "XDG_STATE_HOME": folder.path + "/state",
      "XDG_CACHE_HOME": folder.path + "/cache", "XDG_CONFIG_HOME": folder.path + "/config",
      "TZ": "UTC",
    ]
    let names = ["input", "output", "messages"].map { folder.appendingPathComponent($0) }
    for name in names.dropFirst() { try Data().write(to: name) }
    process.standardInput = try FileHandle(forReadingFrom: names[0])
    process.standardOutput = try FileHandle(forWritingTo: names[1])
    process.standardError = try FileHandle(forWritingTo: names[2])
    try process.run()
    process.waitUntilExit()
    return Result(
      status: process.terminationStatus, output: try text(of: "output"),
      messages: try text(of: "messages"))
  }

  /// The build puts the tool beside the tests.
  private static var tool: URL {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
    let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let anchor = bundle ?? URL(fileURLWithPath: program ?? CommandLine.arguments[0])
    return anchor.deletingLastPathComponent().appendingPathComponent("mytool")
  }

  /// A GIF that says how large it is and holds one pixel.
  private static func gif(_ width: UInt8, _ height: UInt8) -> [UInt8] {
    let size = [width, 0, height, 0]
    return Array("GIF89a".utf8) + size + [0x80, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF]
      + [0x2C, 0, 0, 0, 0] + size + [0, 2, 2, 0x44, 1, 0, 0x3B]
  }
}
