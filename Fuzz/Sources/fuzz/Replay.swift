import Foundation

/// Feeds a reader of untrusted bytes with the files of folders, without libFuzzer and its sanitizers, as
/// a program of the tool's package: an input is one too many if it traps, or takes more than ten seconds.
///
///     fuzz-replay TARGET FOLDER…
@main
struct Replay {
  static func main() throws {
    let words = CommandLine.arguments.dropFirst()
    guard let name = words.first, let target = FuzzTarget(rawValue: name), words.count > 1 else {
      let names = FuzzTarget.allCases.map(\.rawValue).joined(separator: "|")
      print("usage: fuzz-replay \(names) FOLDER…")
      exit(64)
    }
    var count = 0
    for folder in words.dropFirst() {
      for file in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() {
        let path = "\(folder)/\(file)"
        // The last path in the log is that of an input that ended the program.
        FileHandle.standardError.write(Data("\(path)\n".utf8))
        let input = try Data(contentsOf: URL(fileURLWithPath: path))
        alarm(10)
        _ = input.withUnsafeBytes { bytes in
          target.function(bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count)
        }
        alarm(0)
        count += 1
      }
    }
    print("stat::number_of_executed_units: \(count)")
  }
}
