internal import CFuzzer

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Feeds a reader of untrusted bytes with inputs that libFuzzer makes up.
///
///     fuzz TARGET [libFuzzer's options and folders]
@main
struct Main {
  static func main() {
    guard CommandLine.arguments.count > 1,
      let target = FuzzTarget(rawValue: CommandLine.arguments[1])
    else {
      let names = FuzzTarget.allCases.map(\.rawValue).joined(separator: "|")
      print("usage: fuzz \(names) [OPTION|FOLDER]…")
      exit(64)
    }
    var words = [CommandLine.arguments[0]] + CommandLine.arguments.dropFirst(2)
    words.removeAll(where: \.isEmpty)
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
    arguments.append(nil)
    let status = arguments.withUnsafeMutableBufferPointer { arguments in
      var count = Int32(words.count)
      var start = arguments.baseAddress
      return LLVMFuzzerRunDriver(&count, &start, target.function)
    }
    exit(status)
  }
}
