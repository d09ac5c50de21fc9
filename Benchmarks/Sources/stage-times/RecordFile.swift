internal import LuaBridge
internal import Pipeline

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A file of records, read as a run reads its standard input.
struct RecordFile {
  let path: String

  func assets() throws -> [Asset] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileProblem(error: errno) }
    defer { close(descriptor) }
    let rule = try TimedRule("source { stdin = true }")
    let context = TimedRule.context(reading: descriptor)
    let reader = try rule.plan.source.open(rule.plan.query, in: context).reader
    var assets: [Asset] = []
    while let piece = try reader.next() { assets += piece.unfold() }
    return assets
  }
}
