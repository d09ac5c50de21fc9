internal import LuaBridge
internal import Pipeline

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Times filters alone, in one worker, over assets that were read from records before.
///
///     stage-times RECORDS ROUNDS
///
/// Prints a line for each filter: what it is, a tab, the nanoseconds that it takes an asset.
@main
struct Main {
  static func main() throws {
    guard CommandLine.arguments.count == 3, let rounds = Int(CommandLine.arguments[2]) else {
      print("usage: stage-times RECORDS ROUNDS")
      exit(64)
    }
    let assets = try RecordFile(path: CommandLine.arguments[1]).assets()
    for filter in TimedFilter.all {
      print("\(filter.title)\t\(try filter.nanoseconds(over: assets, rounds: rounds))")
    }
  }
}
