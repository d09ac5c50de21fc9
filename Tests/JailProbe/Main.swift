import CJail
import CTestSupport
import Decoder
import Decoding
import Media

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A program that tries what a process can do in the decoder's sandbox, and prints a line for each
/// attempt.
///
///     jail-probe attempt NAME…
///     jail-probe here [PATH:]NAME…
///     jail-probe program LANDLOCK RIGHTS FOLDER [PATH:]NAME…
///     jail-probe without-landlock PROGRAM [WORD…]
///     jail-probe without-namespaces PROGRAM [WORD…]
///     jail-probe chains COUNT [WORD…]
///     jail-probe fill WAY MIB
///     jail-probe leave FOLDER DEPTH FILES
///     jail-probe closed
///     jail-probe requests
///     jail-probe decode SCOPE jailed|free FORMAT WIDTH HEIGHT OUTPUT FOLDER FILE…
///     jail-probe abort
@main
struct Main {
  static func main() {
    var words = Array(CommandLine.arguments.dropFirst())
    guard !words.isEmpty else { exit(64) }
    switch words.removeFirst() {
    case "attempt": attempt(words)
    case "here": attemptHere(words)
    case "program": attemptAsProgram(words)
    case "without-landlock":
      let arguments = words.map { strdup($0) } + [nil]
      exit(ctest_run_without_landlock(arguments))
    case "without-namespaces":
      let arguments = words.map { strdup($0) } + [nil]
      exit(ctest_run_without_namespaces(arguments))
    case "chains": startChains(words)
    case "fill":
      guard words.count == 2, let size = Int(words[1]) else { exit(64) }
      exit(ctest_fill(words[0], size << 20))
    case "leave": leave(words)
    case "requests": tellRequests()
    case "closed":
      tell("jail \(Jail.close().rawValue)")
      waitForEndOfInput()
    case "decode": decode(words)
    case "abort":
      _ = Jail.close()
      abort()
    default: exit(64)
    }
  }

  private static func attempt(_ names: [String]) {
    let file = open(CommandLine.arguments[0], O_RDONLY)
    var ends: [Int32] = [0, 0]
    socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends)
    tell("jail \(Jail.close().rawValue)")
    tell("pass \(ctest_pass(ends, file))")
    for name in names { tell("\(name) \(ctest_attempt(name))") }
  }

  /// Tries things in the jail that it was started in, and tells on standard error.
  private static func attemptHere(_ names: [String]) {
    for name in names {
      let parts = name.split(separator: ":").map(String.init)
      let result: Int32
      if parts.count == 1 {
        let reached = ctest_reach(name)
        result = reached == -1 ? ctest_attempt(name) : reached
      } else if parts[1].hasPrefix("0x"), let request = UInt(parts[1].dropFirst(2), radix: 16) {
        result = ctest_control(request, parts[0])
      } else {
        result = ctest_change(parts[1], parts[0])
      }
      tell("\(parts.last ?? "") \(result)", on: 2)
    }
  }

  /// Tries things in the jail of a rule's program, with no newer Landlock than the system might have.
  private static func attemptAsProgram(_ words: [String]) {
    guard words.count > 3, let newest = Int32(words[0]) else { exit(64) }
    // As `shotflow-exec` does it.
    setsid()
    let outcome = words[2].withCString { folder in
      var rights = cjail_rights()
      rights.may_write = words[1].contains("w")
      rights.may_use_network = words[1].contains("n")
      rights.folder = folder
      rights.newest_landlock = newest
      return cjail_close_program(&rights)
    }
    tell("outcome \(outcome.rawValue)", on: 2)
    attemptHere(Array(words[3...]))
  }

  /// Starts what should not outlive it, and ends when its input does.
  private static func startChains(_ words: [String]) {
    ctest_start_chains(Int32(words.first ?? "") ?? 1)
    tell("ready", on: 2)
    waitForEndOfInput()
  }

  /// Leaves folders and files behind.
  private static func leave(_ words: [String]) {
    guard words.count == 3, chdir(words[0]) == 0, let depth = Int32(words[1]),
      let files = Int32(words[2])
    else { exit(64) }
    tell("left \(ctest_make_chain(depth)) \(ctest_make_files(files))", on: 2)
    waitForEndOfInput()
  }

  /// Makes requests of many numbers to the standard descriptors, and tells on standard error which ones are
  /// let through.
  private static func tellRequests() {
    var generator = SystemRandomNumberGenerator()
    let others = (0..<20_000).map { _ in UInt32.random(in: .min ... .max, using: &generator) }
    let numbers = Array(UInt32(0)...0xFFFF) + others
    for number in numbers {
      let isRefused = (0..<3).allSatisfy { ctest_control_open(UInt(number), $0) == EPERM }
      if !isRefused { tell("0x" + String(number, radix: 16), on: 2) }
    }
    tell("end", on: 2)
    waitForEndOfInput()
  }

  private static func waitForEndOfInput() {
    var byte: UInt8 = 0
    while read(0, &byte, 1) > 0 {}
  }

  /// Opens all, closes the jail, decodes; the results lie in the folder as `0.OUTPUT` and so on.
  private static func decode(_ words: [String]) {
    guard words.count > 7, let scope = DecoderScope(rawValue: words[0]),
      let format = MediaFormat.allCases.first(where: { "\($0)" == words[2] }),
      let width = Int32(words[3]), let height = Int32(words[4]),
      let output = PictureFormat.allCases.first(where: { "\($0)" == words[5] })
    else { exit(64) }
    let files = words[7...].enumerated().map { index, path in
      let result = "\(words[6])/\(index).\(words[5])"
      return (open(path, O_RDONLY), open(result, O_RDWR | O_CREAT | O_TRUNC, 0o644))
    }
    let decoder = PictureDecoder(scope: scope)
    if words[1] == "jailed" { tell("jail \(Jail.close().rawValue)") }
    for (file, result) in files {
      var request = PictureRequest(format: format, output: output)
      if width > 0 { request.targetSize = PictureSize(width: width, height: height) }
      do {
        let made = try decoder.decode(request, from: file, to: result)
        tell("made \(made.size.width)x\(made.size.height)")
      } catch {
        tell("\(error.reason) \(error.message)")
      }
    }
  }

  private static func tell(_ line: String, on descriptor: Int32 = 1) {
    let bytes = Array((line + "\n").utf8)
    write(descriptor, bytes, bytes.count)
  }
}
