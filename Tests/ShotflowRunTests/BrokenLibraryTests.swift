import Foundation
import ProgramSupport
import Samples
import TestSupport
import Testing

/// Broken files through the built tool; each is reported once, as a record or as a failure. Files that
/// are no pictures are wanted, too: a picture format whose header is text can be damaged into a text.
@Suite struct BrokenLibraryTests {
  @Test(arguments: [
    "return pipeline { source { everything = true } }",
    "return pipeline { source { everything = true }, load { size = { 64, 64 }, metadata = true } }",
  ])
  func everyBrokenFileHasOneOutcome(rule: String) async throws {
    let world = try ProgramWorld()
    var kinds = SampleKinds.all.map { ($0.name, $0.sample.encoded()) }
    if Effort.isFull { kinds += Self.photographs() }
    var mutator = Mutator(seed: 7)
    var paths: Set<String> = []
    let count = Effort.isFull ? 20_000 : 1000
    for number in 0..<count {
      let (name, whole) = kinds[number % kinds.count]
      let place = "pictures/\(number % 20)/\(number) \(name)"
      paths.insert(try world.directory.write(mutator.mutated(whole), to: place))
    }
    let program = try world.program(
      ["run", try world.rule(rule), "--library", world.library]
    ).start()
    let watch = Task.detached { await Self.watch(program) }
    let result = await program.result()
    watch.cancel()
    let (peak, pause) = await watch.value
    #expect(result.status == .exited(0) || result.status == .exited(3))
    #expect(peak < 100 << 10 + Sanitizer.overhead >> 10, "\(peak) KiB")
    let name = rule.contains("load") ? "mutated files, loaded" : "mutated files, facts"
    Figures.note(name, count)
    Figures.note("\(name): peak memory in MiB", peak >> 10)
    Figures.note("\(name): longest pause in s", (pause / .milliseconds(100)).rounded() / 10)
    // Several files are done at once and reported in order; a busy computer takes longer.
    if Effort.isFull { #expect(pause < .seconds(6)) }
    let records = try result.records().compactMap(\.path)
    let failed = result.errorLines.compactMap { line in
      let parts = line.components(separatedBy: ": ")
      return parts.count > 2 && parts[0] == "shotflow" && paths.contains(parts[1]) ? parts[1] : nil
    }
    let missing = paths.subtracting(records).subtracting(failed).sorted().prefix(20)
    #expect(
      records.count + failed.count + Self.countedFailures(result) == paths.count, "\(missing)")
    #expect(Set(records).union(failed).isSubset(of: paths))
    #expect(Set(records).isDisjoint(with: failed))
  }

  /// The number of failures that are counted behind others with the same reason.
  private static func countedFailures(_ result: ProgramResult) -> Int {
    result.errorLines.reduce(0) { sum, line in
      guard let count = line.firstMatch(of: /the same for ([0-9]+) more asset/)?.1 else {
        return sum
      }
      return sum + (Int(count) ?? 0)
    }
  }

  /// The peak of the program's memory in KiB, and how long it said nothing at most.
  private static func watch(_ program: RunningProgram) async -> (peak: Int, pause: Duration) {
    var (peak, pause) = (0, Duration.zero)
    var (said, last) = (0, ContinuousClock.now)
    while !Task.isCancelled {
      let status = try? String(
        contentsOfFile: "/proc/\(program.processIdentifier)/status", encoding: .utf8)
      let line = status?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
      if let kibibytes = line?.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first
      {
        peak = max(peak, Int(kibibytes) ?? 0)
      }
      let count = program.outputCount
      if count != said {
        pause = max(pause, .now - last)
        (said, last) = (count, .now)
      }
      try? await Task.sleep(for: .milliseconds(20))
    }
    return (peak, pause)
  }

  /// Real photographs, to be broken.
  private static func photographs() -> [(String, [UInt8])] {
    guard let folder = SharedData.path("exif-samples") else { return [] }
    let files = FileManager.default.enumerator(atPath: folder)?.allObjects as? [String] ?? []
    let endings = ["jpg", "jpeg", "tif", "tiff", "heic", "heif"]
    return files.sorted().compactMap { name in
      let ending = (name as NSString).pathExtension.lowercased()
      guard endings.contains(ending),
        let bytes = try? Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)")),
        bytes.count < 400_000
      else { return nil }
      return ((name as NSString).lastPathComponent, Array(bytes))
    }
  }

  @Test func whatIsNoPictureHasATypeThatIsUnknown() async throws {
    let world = try ProgramWorld()
    try world.directory.write("<html xmlns='http://www.w3.org/1999/xhtml'/>", to: "pictures/a.png")
    try world.directory.write("%PDF-1.7\n", to: "pictures/b.png")
    let result = try await world.run("run", try world.libraryRule(), "--library", world.library)
    #expect(result.status == .exited(0))
    #expect(result.errorText == "")
    let types = try result.records().map(\.mediaType)
    #expect(types == ["unknown", "unknown"])
  }
}
