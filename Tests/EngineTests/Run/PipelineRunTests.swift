import AssetSupport
import Foundation
import Pipeline
import PipelineSupport
import Samples
import TestSupport
import Testing

@testable import Assets
@testable import Engine

@Suite struct PipelineRunTests {
  private struct Broken: Error {}

  private func context(_ cancellation: Cancellation = Cancellation()) -> RunContext {
    RunContext(
      components: .builtin, now: Scenario.noon, ruleName: "rule", libraries: [],
      ledgerPath: "/nonexistent/l",
      cancellation: cancellation)
  }

  private func run(
    _ source: NumberSource, _ stages: [any TransformWork], lanes: Int = 3,
    cancellation: Cancellation = Cancellation()
  ) throws -> Scenario.Outcome {
    let output = try ScratchFile()
    let plan = PipelinePlan(source: source, transforms: stages.map { PlannedTransform($0) })
    let report = try PipelineRun(
      plan, in: context(cancellation), outputDescriptor: output.descriptor, lanes: lanes
    ).run()
    return Scenario.Outcome(report: report, bytes: try output.bytes)
  }

  private func number(_ asset: Asset) -> Int { Int(asset.integer(.pixelWidth)) }

  /// A built-in filter.
  private func filter(_ table: ArgumentValue) throws -> any TransformWork {
    let made = try Components.builtin.stages.make(
      StageCall("filter", table), rulePath: "a.lua", now: Scenario.noon
    ).get()
    return try #require(made as? any TransformWork)
  }

  @Test(arguments: 1...8)
  func theOrderOfTheSourceIsRestored(_ lanes: Int) throws {
    let delays = ClosureStage("delay") { asset in
      var generator = SeededGenerator(seed: UInt64(asset.integer(.pixelWidth)))
      usleep(UInt32.random(in: 0...800, using: &generator))
      return true
    }
    let outcome = try run(NumberSource(400, batchSize: 3), [delays], lanes: lanes)
    #expect(try outcome.names == (0..<400).map { "\($0)" })
    #expect(outcome.report.read == 400)
    #expect(outcome.report.emitted == 400)
  }

  @Test func aSlowEndHoldsTheWorkersBack() throws {
    var source = NumberSource(10_000, batchSize: 1)
    let probe = Probe()
    source.probe = probe
    let gate = ClosureStage("gate", .source) { asset in
      if asset.integer(.pixelWidth) == 5 {
        probe.note("blocked")
        probe.passGate()
      }
      return true
    }
    let done = Probe()
    let thread = Thread { [source] in
      let emitted = (try? self.run(source, [gate], lanes: 2).report.emitted) ?? -1
      done.note("emitted", by: emitted)
      done.note("done")
    }
    thread.start()
    #expect(probe.waited(for: "blocked", count: 1))
    // The workers go on until the window is full, and no further.
    var read = 0
    repeat {
      read = probe.count("read")
      usleep(50_000)
    } while probe.count("read") != read
    #expect(read < 6 + 3 * 2 * 4)
    probe.openGate()
    #expect(done.waited(for: "done", count: 1))
    #expect(done.count("emitted") == 10_000)
  }

  @Test(arguments: 1...4)
  func aLimitLeavesTheRestOfTheSourceUnread(_ lanes: Int) throws {
    var source = NumberSource(1_000_000, batchSize: 10)
    source.probe = Probe()
    let outcome = try run(source, [try filter(["limit": 25])], lanes: lanes)
    #expect(try outcome.names == (0..<25).map { "\($0)" })
    #expect(source.probe.count("read") < 2000)
  }

  @Test func aLimitWithinTheFirstBatchReadsNoSecond() throws {
    var source = NumberSource(100, batchSize: 10)
    source.probe = Probe()
    let outcome = try run(source, [try filter(["limit": 10])])
    #expect(outcome.report.emitted == 10)
    #expect(source.probe.count("read") == 10)
  }

  /// A test may open the file of each asset that comes to it.
  @Test(
    arguments: [
      // The limit, the numbers that pass, and how many are tested.
      (2, Set(0..<400), 2), (1, [0], 1), (1, [1], 3), (2, [5, 13], 14), (3, [0, 1, 2], 3),
      (2, [0, 255], 256), (300, Set(0..<400), 400),
    ] as [(Int64, Set<Int>, Int)])
  func aLimitBehindATestTestsFewMoreThanAnswer(_ limit: Int64, _ passing: Set<Int>, _ most: Int)
    throws
  {
    let probe = Probe()
    let test = ClosureStage("test") { asset in
      probe.note("tested")
      return passing.contains(Int(asset.integer(.pixelWidth)))
    }
    let stages: [any TransformWork] = [test, try filter(["limit": .integer(limit)])]
    let outcome = try run(NumberSource(400, batchSize: 256), stages)
    #expect(try outcome.names == passing.sorted().prefix(Int(limit)).map { "\($0)" })
    #expect(probe.count("tested") <= most)
  }

  @Test func aLimitGivesTheFirstThatPassInBatchesOfAnySize() throws {
    var generator = SeededGenerator(seed: 17)
    for _ in 0..<200 {
      let count = Int.random(in: 0...60, using: &generator)
      let passing = (0..<count).filter { _ in generator.chance(0.3) }
      let limit = Int.random(in: 0...12, using: &generator)
      let offset = Int.random(in: 0...5, using: &generator)
      let source = NumberSource(count, batchSize: Int.random(in: 1...70, using: &generator))
      let test = ClosureStage("test") { passing.contains(Int($0.integer(.pixelWidth))) }
      let outcome = try run(
        source,
        [test, try filter(["limit": .integer(Int64(limit)), "offset": .integer(Int64(offset))])])
      #expect(try outcome.names == passing.dropFirst(offset).prefix(limit).map { "\($0)" })
    }
  }

  @Test(arguments: [1, 4], [StepOrdering.any, .source])
  func cancellingFromAnotherThreadEndsTheRun(_ lanes: Int, _ ordering: StepOrdering) throws {
    let cancellation = Cancellation()
    let probe = Probe()
    let slow = ClosureStage("slow", ordering) { _ in
      probe.note("asset")
      usleep(200)
      return true
    }
    let thread = Thread {
      _ = probe.waited(for: "asset", count: 20)
      cancellation.cancel()
    }
    thread.start()
    #expect(throws: RunProblem.cancelled) {
      try run(NumberSource(1_000_000), [slow], lanes: lanes, cancellation: cancellation)
    }
    #expect(probe.count("asset") < 500_000)
  }

  @Test(arguments: [1, 3, 8], [StepOrdering.any, .source])
  func aWorkersErrorEndsTheRunAndAllWorkers(_ lanes: Int, _ ordering: StepOrdering) throws {
    let probe = Probe()
    let breaking = ClosureStage("breaking", ordering) { asset in
      probe.note("begun")
      defer { probe.note("ended") }
      if asset.integer(.pixelWidth) == 100 { throw Broken() }
      return true
    }
    #expect(throws: Broken.self) { try run(NumberSource(100_000), [breaking], lanes: lanes) }
    // No worker is left.
    let ended = probe.count("ended")
    #expect(probe.count("begun") == ended)
    usleep(20_000)
    #expect(probe.count("begun") == ended)
  }

  @Test(arguments: [0, 50])
  func aSourceThatBreaksEndsTheRun(_ place: Int) throws {
    var source = NumberSource(100)
    source.breaksAt = place
    #expect(throws: FileProblem("the source broke")) { try run(source, []) }
  }

  @Test(arguments: 1...4)
  func failuresAreDataAndTheTalliesAddUp(_ lanes: Int) throws {
    var source = NumberSource(1000, batchSize: 7)
    source.broken = [3, 500, 999]
    let odd = ClosureStage("odd") { asset in
      if asset.integer(.pixelWidth) % 100 == 1 { asset.fail(stage: "odd", "hurts") }
      return asset.integer(.pixelWidth) % 2 == 1
    }
    let third = ClosureStage("third", .source) { $0.integer(.pixelWidth) % 3 == 0 }
    let outcome = try run(source, [odd, third, try filter(["limit": 1000])], lanes: lanes)
    let expected = (0..<1000).filter {
      $0 % 2 == 1 && $0 % 3 == 0 && $0 % 100 != 1 && !source.broken.contains($0)
    }
    #expect(try outcome.names == expected.map { "\($0)" })
    let report = outcome.report
    #expect(report.read == 1000)
    #expect(report.failureCount == 13)
    #expect(
      report.failures.map(\.asset).sorted()
        == ([3, 500, 999] + (0..<10).map { $0 * 100 + 1 }).map { "\($0)" }.sorted())
    #expect(report.steps.map(\.name) == ["odd", "third", "limit"])
    let tallies = report.steps.map(\.tally)
    for tally in tallies { #expect(tally.entered == tally.passed + tally.dropped + tally.failed) }
    #expect(tallies.map(\.entered) == [997, 488, expected.count])
    #expect(tallies.map(\.failed) == [10, 0, 0])
    #expect(tallies.map(\.passed) == [488, expected.count, expected.count])
    #expect(tallies.map(\.dropped) == [499, 488 - expected.count, 0])
  }

  @Test func onlyTheFirstThousandFailuresAreKeptButAllAreCounted() throws {
    var source = NumberSource(2500, batchSize: 100)
    source.broken = Set(0..<2500)
    let report = try run(source, []).report
    #expect(report.failureCount == 2500)
    #expect(report.failures.count == RunReport.keptFailures)
    #expect(report.failures.first?.asset == "0")
    #expect(report.emitted == 0)
  }

  @Test func anEmptySourceIsNoError() throws {
    let outcome = try run(NumberSource(0), [try filter(["limit": 3])])
    #expect(outcome.bytes.isEmpty)
    #expect(outcome.report.read == 0)
    #expect(outcome.report.steps.map(\.name) == ["limit"])
  }

  @Test func whatTheSourceLeavesIsDone() throws {
    var source = NumberSource(50)
    source.residual = .ordered(.pixelWidth, .less, .integer(4))
    #expect(try run(source, []).names == ["0", "1", "2", "3"])
  }

  @Test(arguments: [1, 4])
  func aReaderThatGoesAwayEndsTheRunQuietly(_ lanes: Int) throws {
    signal(SIGPIPE, SIG_IGN)
    let pipe = Pipe()
    var source = NumberSource(1_000_000, batchSize: 50)
    source.probe = Probe()
    let thread = Thread {
      _ = try? pipe.fileHandleForReading.read(upToCount: 100)
      try? pipe.fileHandleForReading.close()
    }
    thread.start()
    let plan = PipelinePlan(source: source, transforms: [])
    let report = try PipelineRun(
      plan, in: context(), outputDescriptor: pipe.fileHandleForWriting.fileDescriptor,
      lanes: lanes
    ).run()
    #expect(report.emitted < 100_000)
    #expect(source.probe.count("read") < 100_000)
    // Another file that got the descriptor's number would be written to.
    withExtendedLifetime(pipe) {}
  }

  @Test(.needs(.fullDevice)) func anOutputThatCannotBeWrittenIsAnError() throws {
    let descriptor = open("/dev/full", O_WRONLY)
    defer { close(descriptor) }
    let plan = PipelinePlan(source: NumberSource(10), transforms: [])
    #expect(throws: RunProblem.outputFailed("no space left on the device")) {
      try PipelineRun(plan, in: context(), outputDescriptor: descriptor, lanes: 1).run()
    }
  }

  @Test func progressEndsWithAllThatWasRead() throws {
    let output = try ScratchFile()
    let context = context()
    let limit = PlannedTransform(try filter(["limit": 60]))
    let plan = PipelinePlan(source: NumberSource(100, batchSize: 9), transforms: [limit])
    _ = try PipelineRun(
      plan, in: context, outputDescriptor: output.descriptor, lanes: 2
    ).run()
    #expect(context.progress.snapshot.doneItems >= 60)
  }

  @Test func aSortedRunGivesBackWhatItHeld() throws {
    let outcome = try run(
      NumberSource(3000, batchSize: 100),
      [try filter(["sortedBy": "-pixelWidth", "offset": 5, "limit": 10])])
    #expect(try outcome.names == (2985..<2995).reversed().map { "\($0)" })
    let tallies = outcome.report.steps.map(\.tally)
    #expect(tallies.map(\.entered) == [3000, 15])
    #expect(tallies.map(\.passed) == [15, 10])
  }
}
