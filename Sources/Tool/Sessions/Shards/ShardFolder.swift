internal import Pipeline
internal import Platform

/// A new folder with a file for each part of a library, which appears when all are written.
struct ShardFolder {
  private let path: String
  let count: Int

  init(_ path: String, count: Int) {
    let trimmed = path.reversed().drop { $0 == "/" }.reversed()
    self.path = trimmed.isEmpty ? "/" : String(trimmed)
    self.count = count
  }

  /// Writes the folder: `list` passes on each position with the number of its part, in order;
  /// `report` is called with the number and path of each file, and its count of positions. Throws
  /// ``OutputProblem`` if the folder exists or can't be written, or the errors of `list`.
  func write(
    _ list: ((ShardPlace, Int) throws -> Void) throws -> Void,
    report: (_ number: Int, _ path: String, _ count: Int) -> Void
  ) throws {
    guard access(path, F_OK) != 0 else {
      throw OutputProblem.notWritable("\"\(path)\" is there already; name a new folder")
    }
    let draft = "\(path).new-\(UInt64.random(in: 0 ... .max))"
    guard mkdir(draft, 0o777) == 0 else { throw failure() }
    var sizes = Array(repeating: 0, count: count)
    do {
      var number = 0
      var writer = RecordWriter()
      func finish(until next: Int) throws {
        while number < next {
          try write(&writer, number, into: draft)
          number += 1
        }
      }
      try list { place, shard in
        try finish(until: shard)
        writer.buffer.append("{")
        place.write(into: &writer)
        writer.end()
        sizes[shard] += 1
      }
      try finish(until: count)
      guard rename(draft, path) == 0 else { throw failure() }
    } catch {
      for number in 0..<count { unlink("\(draft)/\(Self.name(of: number))") }
      rmdir(draft)
      throw error
    }
    for number in 0..<count { report(number, "\(path)/\(Self.name(of: number))", sizes[number]) }
  }

  private func write(
    _ writer: inout RecordWriter, _ number: Int, into folder: String
  ) throws {
    let name = "\(folder)/\(Self.name(of: number))"
    let descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw failure() }
    defer { close(descriptor) }
    try RecordOutput(descriptor: descriptor).write(writer.buffer.bytes)
    writer.buffer.removeAll()
  }

  private static func name(of number: Int) -> String {
    let digits = String(number)
    return "shard-\(String(repeating: "0", count: max(0, 5 - digits.count)))\(digits).ndjson"
  }

  private func failure() -> OutputProblem {
    .notWritable("can't write \"\(path)\": \(String(cString: strerror(errno)).lowercased())")
  }
}
