import Foundation
import Samples
import TestSupport
import Testing

/// Broken files through the built tool; each is told of once, as a record or as a failure.
@Suite struct BrokenLibraryTests {
  @Test(arguments: [
    "return pipeline { source {} }",
    "return pipeline { source {}, load { size = { 64, 64 }, metadata = true } }",
  ])
  func everyBrokenFileHasOneOutcome(rule: String) async throws {
    let world = try ProgramWorld()
    let kinds = SampleKinds.all.map { ($0.name, $0.sample.encoded()) }
    var mutator = Mutator(seed: 7)
    var paths: Set<String> = []
    for number in 0..<2000 {
      let (name, whole) = kinds[number % kinds.count]
      let place = "pictures/\(number % 20)/\(number) \(name)"
      paths.insert(try world.directory.write(mutator.mutated(whole), to: place))
    }
    let result = try await world.run("run", try world.rule(rule), "--library", world.library)
    #expect(result.status == .exited(0) || result.status == .exited(3))
    let records = try result.records().compactMap(\.path)
    let failed = result.errorLines.compactMap { line in
      paths.first { line.hasPrefix("shotflow: \($0): ") }
    }
    #expect(records.count + failed.count == paths.count)
    #expect(Set(records).union(failed) == paths)
  }

  @Test func whatIsNoPictureHasATypeThatIsUnknown() async throws {
    let world = try ProgramWorld()
    try world.directory.write("<svg xmlns='http://www.w3.org/2000/svg'/>", to: "pictures/a.png")
    try world.directory.write("%PDF-1.7\n", to: "pictures/b.png")
    let result = try await world.run("run", try world.libraryRule(), "--library", world.library)
    #expect(result.status == .exited(0))
    #expect(result.errorText == "")
    let types = try result.records().map(\.mediaType)
    #expect(types == ["unknown", "unknown"])
  }
}
