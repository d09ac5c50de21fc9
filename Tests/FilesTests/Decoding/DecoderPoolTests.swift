import AssetSupport
import Decoding
import Engine
import Foundation
import Media
import PipelineSupport
import TestSupport
import Testing

struct DecoderPoolTests {
  @Test func manyFilesAreSharedByAFewProcesses() throws {
    let decoders = try FakeDecoders(limit: 2)
    let outcomes = try decoders.outcomes(of: Array(repeating: "process", count: 200))
    #expect(!outcomes.contains { $0.text == nil })
    #expect((1...2).contains(Set(outcomes).count))
  }

  @Test func eachFileGetsItsOwnAnswer() throws {
    let decoders = try FakeDecoders()
    let outcomes = try decoders.outcomes(of: (0..<200).map { "echo \($0)" })
    #expect(outcomes == (0..<200).map { .made("\($0)") })
  }

  @Test func theStepsOfAFileAreReported() throws {
    let decoders = try FakeDecoders()
    let files = try ["echo a", "steps"].map {
      try (input: ScratchFile(Array($0.utf8)), output: ScratchFile())
    }
    let jobs = files.map {
      DecoderPool.Job(
        PictureRequest(format: .jpeg), from: $0.input.descriptor, to: $0.output.descriptor)
    }
    let reported = Probe()
    var made = 0
    decoders.pool.makePictures(jobs) { index, share in
      reported.note("\(index): \(share)")
    } completion: { _, result in
      if case .success = result { made += 1 }
    }
    #expect(made == 2)
    #expect(reported.count("1: 0.25") == 1 && reported.count("1: 0.5") == 1)
  }

  @Test(arguments: ["wrong-step", "old-step"])
  func aStepThatCannotBeTrueCostsTheFile(_ command: String) throws {
    let decoders = try FakeDecoders()
    let outcomes = try decoders.outcomes(of: ["echo a", command, "echo b"])
    #expect(outcomes.map(\.text) == ["a", nil, "b"])
    #expect(outcomes[1].reason == .crashed)
  }

  @Test func noFilesNeedNoDecoder() throws {
    let decoders = try FakeDecoders(name: "fails-to-start")
    #expect(try decoders.outcomes(of: []).isEmpty)
  }

  @Test func metadataIsHandedOver() throws {
    let decoders = try FakeDecoders()
    let input = try ScratchFile(Array("echo metadata".utf8))
    let json = try decoders.pool.metadata(
      MetadataRequest(format: .heic), of: input.descriptor)
    #expect(json == Array("metadata".utf8))
  }

  @Test func problemsAreHandedOver() throws {
    let decoders = try FakeDecoders()
    let outcomes = try decoders.outcomes(of: ["damaged", "echo a", "unknown"])
    #expect(
      outcomes == [
        .failed(.damaged, "as the file says"), .made("a"),
        .failed(.unsupported, "as the file says"),
      ])
    let input = try ScratchFile(Array("damaged".utf8))
    #expect(throws: DecodeProblem(.damaged, "as the file says")) {
      try decoders.pool.metadata(MetadataRequest(format: .jpeg), of: input.descriptor)
    }
  }

  @Test(arguments: [
    ("abort", "the decoder was ended by signal 6 (SIGABRT)"),
    ("fault", "the decoder was ended by signal 11 (SIGSEGV)"),
    ("signal 31", "the decoder was ended by signal 31 (SIGSYS)"),
    ("exit 0", "the decoder ended with status 0"),
    ("exit 3", "the decoder ended with status 3"),
  ])
  func aCrashCostsOneFile(command: String, message: String) throws {
    let decoders = try FakeDecoders()
    let outcomes = try decoders.outcomes(of: ["echo a", command, "echo b", command, "echo c"])
    let crashed = FakeDecoders.Outcome.failed(.crashed, message)
    #expect(outcomes == [.made("a"), crashed, .made("b"), crashed, .made("c")])
  }

  @Test(arguments: ["garbage", "half", "other-kind", "large", "longer", "files"])
  func anAnswerThatCanNotBeTrueCostsOneFile(command: String) throws {
    let decoders = try FakeDecoders(limit: 1)
    let outcomes = try decoders.outcomes(of: ["process", command, "process"])
    #expect(outcomes[1].reason == .crashed)
    let processes = [outcomes[0].text, outcomes[2].text]
    #expect(!processes.contains(nil))
    #expect(processes[0] != processes[1], "the process goes on")
  }

  @Test func anAnswerToAnotherRequestCostsNoOtherFile() throws {
    let decoders = try FakeDecoders(limit: 1)
    let outcomes = try decoders.outcomes(of: ["twice", "echo a", "old-number", "echo b"])
    #expect(outcomes[0] == .made("twice"))
    #expect(outcomes[1] == .made("a"))
    #expect(outcomes[2].reason == .crashed)
    #expect(outcomes[3] == .made("b"))
  }

  @Test func aKilledDecoderLosesNoFile() throws {
    let decoders = try FakeDecoders()
    let commands = (0..<20).map { "signal-once \(decoders.folder.path("marker-\($0)"))" }
    let outcomes = try decoders.outcomes(of: commands)
    #expect(outcomes == Array(repeating: .made("second"), count: 20))
  }

  @Test func aFileThatIsKilledTwiceHasFailed() throws {
    let decoders = try FakeDecoders()
    let outcomes = try decoders.outcomes(of: ["signal 9", "echo a", "hang-up", "echo b"])
    let killed = FakeDecoders.Outcome.failed(
      .crashed, "the decoder was ended by signal 9 (SIGKILL)")
    #expect(outcomes == [killed, .made("a"), killed, .made("b")])
  }

  @Test func aFileThatHangsIsGivenUp() throws {
    let decoders = try FakeDecoders(deadline: .milliseconds(300))
    let outcomes = try decoders.outcomes(of: ["hang", "hang", "hang"])
    #expect(outcomes.map(\.reason) == [.deadline, .deadline, .deadline])
    #expect(outcomes[0].message == "it was not decoded within 0.3 seconds")
  }

  @Test func anAnswerThatNeverEndsIsGivenUp() throws {
    let decoders = try FakeDecoders(deadline: .milliseconds(300))
    let input = try ScratchFile(Array("dribble".utf8))
    let problem = #expect(throws: DecodeProblem.self) {
      try decoders.pool.metadata(MetadataRequest(format: .jpeg), of: input.descriptor)
    }
    #expect(problem?.reason == .deadline)
  }

  @Test func anotherFileFollowsOneThatHangs() throws {
    let decoders = try FakeDecoders(limit: 1, deadline: .seconds(1))
    let outcomes = try decoders.outcomes(of: ["hang", "echo a"])
    #expect(outcomes[0].reason == .deadline)
    #expect(outcomes[1] == .made("a"))
  }

  @Test func processesAreRenewedAfterSoManyFiles() throws {
    let decoders = try FakeDecoders(limit: 1, renewal: 3)
    let outcomes = try decoders.outcomes(of: Array(repeating: "process", count: 9))
    #expect(Set(outcomes).count == 3)
    #expect(Set(outcomes[0..<3]).count == 1)
  }

  @Test func aFileThatLacksMemoryIsTriedInAFreshProcess() throws {
    let decoders = try FakeDecoders(limit: 1)
    let outcomes = try decoders.outcomes(of: ["echo a", "memory-unless-first", "echo b", "memory"])
    #expect(outcomes[0...2] == [.made("a"), .made("first"), .made("b")])
    #expect(outcomes[3].reason == .outOfMemory)
  }

  /// Damage that a file does to a process is no other file's fault.
  @Test(arguments: ["memory-unless-first", "abort-unless-first", "garbage-unless-first"])
  func noFilePaysForItsNeighbours(_ command: String) throws {
    for limit in 1...3 {
      let decoders = try FakeDecoders(limit: limit)
      let outcomes = try decoders.outcomes(
        of: (0..<6).flatMap { ["echo \($0)", command] })
      #expect(outcomes == (0..<6).flatMap { [.made("\($0)"), .made("first")] })
    }
  }

  @Test func aProcessThatLackedMemoryServesNoMore() throws {
    let decoders = try FakeDecoders(limit: 1)
    let outcomes = try decoders.outcomes(of: ["memory", "process", "process", "memory", "process"])
    #expect(outcomes[0].reason == .outOfMemory && outcomes[3].reason == .outOfMemory)
    #expect(outcomes[1] == outcomes[2])
    #expect(outcomes[4] != outcomes[2])
  }

  @Test func aProcessLoadsWhatItsFilesNeed() throws {
    let decoders = try FakeDecoders(limit: 1)
    let linked = try decoders.outcomes(of: ["process"])[0].text
    #expect(linked?.hasSuffix(" linked") == true)
    #expect(try decoders.outcomes(of: ["process"])[0].text == linked)
    let gif = PictureRequest(format: .gif)
    let every = try decoders.outcomes(of: ["process"], format: gif)[0].text
    #expect(every?.hasSuffix(" every") == true)
    #expect(try decoders.outcomes(of: ["process"])[0].text == every, "it can do both")
    #expect(try decoders.outcomes(of: ["process"], format: gif)[0].text == every)
  }

  @Test func processesGetNoDescriptorsButTheSocket() throws {
    let decoders = try FakeDecoders(limit: 1)
    let other = try ScratchFile()
    #expect(fcntl(other.descriptor, F_SETFD, 0) == 0)
    // Standard input, output and error are the null device; the last two came with the file.
    let outcomes = try decoders.outcomes(of: ["open-files"])
    #expect(outcomes == [.made("0,1,2,3,4,5")])
  }

  @Test func twoThreadsShareTheProcesses() throws {
    let decoders = try FakeDecoders(limit: 2)
    let group = DispatchGroup()
    let commands = (0..<100).map { "echo \($0)" }
    nonisolated(unsafe) var failures: [String] = []
    let lock = NSLock()
    for _ in 0..<4 {
      DispatchQueue.global().async(group: group) {
        let outcomes = try? decoders.outcomes(of: commands + ["abort"])
        guard outcomes?.dropLast() == commands.map({ .made(String($0.dropFirst(5))) })[...] else {
          return lock.withLock { failures.append("\(outcomes ?? [])") }
        }
      }
    }
    group.wait()
    #expect(failures.isEmpty)
  }

  @Test func aLongCallDoesNotKeepAShortOneWaiting() throws {
    let decoders = try FakeDecoders(limit: 1)
    // Two files each; a process may have 1,024.
    let long = (0..<200).map { "echo \($0)" }
    let isLongDone = Flag()
    let begun = DispatchSemaphore(value: 0)
    let group = DispatchGroup()
    DispatchQueue.global().async(group: group) {
      let files = long.compactMap { try? ScratchFile(Array($0.utf8)) }
      let outputs = long.compactMap { _ in try? ScratchFile() }
      let jobs = zip(files, outputs).map {
        DecoderPool.Job(PictureRequest(format: .jpeg), from: $0.descriptor, to: $1.descriptor)
      }
      decoders.pool.makePictures(jobs) { _, _ in begun.signal() }
      isLongDone.raise()
    }
    begun.wait()
    #expect(try decoders.outcomes(of: ["echo short"]) == [.made("short")])
    #expect(!isLongDone.isRaised)
    group.wait()
  }

  @Test func aCancelledRunEndsItsDecoders() throws {
    let cancellation = Cancellation()
    let decoders = try FakeDecoders(cancellation: cancellation)
    DispatchQueue.global().async { cancellation.cancel() }
    let outcomes = try decoders.outcomes(of: Array(repeating: "hang", count: 5))
    #expect(outcomes.map(\.reason) == Array(repeating: .cancelled, count: 5))
    #expect(try decoders.outcomes(of: ["echo a"]).map(\.reason) == [.cancelled])
  }

  @Test func aMissingDecoderFailsEveryFile() throws {
    let decoders = try FakeDecoders()
    try FileManager.default.removeItem(atPath: decoders.folder.path("decoder"))
    let outcomes = try decoders.outcomes(of: ["echo a", "echo b", "echo c"])
    let message = "can't run the decoder \"\(decoders.folder.path("decoder"))\""
    #expect(outcomes == Array(repeating: .failed(.noDecoder, message), count: 3))
  }

  @Test(arguments: [
    ("fails-to-start", "the decoder ended with status 1 before it was ready"),
    ("not-loaded", "the decoder ended with status 127 before it was ready"),
    ("says-nothing", "the decoder did not get ready in time"),
  ])
  func aDecoderThatDoesNotStartFailsEveryFile(name: String, reason: String) throws {
    let decoders = try FakeDecoders(name: name)
    let outcomes = try decoders.outcomes(of: ["echo a", "echo b", "echo c"])
    let message = "\(reason); run \"\(decoders.folder.path(name))\" to see why"
    #expect(outcomes == Array(repeating: .failed(.noDecoder, message), count: 3))
  }

  @Test func theJailIsReported() throws {
    let decoders = try FakeDecoders()
    #expect(try decoders.pool.jailReport() == [.limits])
    let broken = try FakeDecoders(name: "fails-to-start")
    #expect(throws: DecodeProblem.self) { try broken.pool.jailReport() }
  }
}

/// A flag that one thread sets and another waits for.
private final class Flag: Sendable {
  private let cancellation = Cancellation()

  var isRaised: Bool { cancellation.isCancelled }

  func raise() { cancellation.cancel() }
}
