import AssetSupport
import Files
import PipelineSupport

#if os(Linux)
  import Decoding
  import Foundation
  import Media
  import Pipeline
  import Testing

  /// The resources that a pool leaves behind; each in a process of its own, where nothing else
  /// opens files.
  struct DecoderResourceTests {
    @Test func neitherDescriptorsNorProcessesAreLeftBehind() async {
      await #expect(processExitsWith: .success) {
        let commands = [
          "echo a", "abort", "signal 9", "hang-up", "garbage", "half", "twice", "files", "damaged",
          "memory", "exit 3", "old-number",
        ]
        // The first round opens what stays open, such as the runtime's own descriptors.
        for round in 0..<3 {
          let before = try openDescriptors()
          do {
            let decoders = try FakeDecoders(renewal: 3)
            _ = try decoders.outcomes(of: commands + commands)
          }
          let left = try openDescriptors().subtracting(before)
          if round > 0, !left.isEmpty { fail("open: \(left)") }
          var status: Int32 = 0
          if waitpid(-1, &status, WNOHANG) != -1 || errno != ECHILD { fail("a process is left") }
        }
      }
    }

    @Test func noDescriptorIsLeftWhileThePoolGoesOn() async {
      await #expect(processExitsWith: .success) {
        let decoders = try FakeDecoders(limit: 1)
        _ = try decoders.outcomes(of: ["echo a"])
        let before = try openDescriptors()
        for command in ["abort", "signal 9", "garbage", "files", "hang-up"] {
          _ = try decoders.outcomes(of: [command, "echo a"])
        }
        // One process ends and another is started: as many as before.
        if try openDescriptors().count != before.count { fail("\(before)") }
      }
    }

    @Test func aFileThatNoProcessCanBeStartedForFails() async {
      await #expect(processExitsWith: .success) {
        // A run that waits for ever is ended.
        alarm(60)
        let decoders = try FakeDecoders(limit: 2)
        _ = try decoders.outcomes(of: ["echo a"])
        let (input, output) = (try ScratchFile(Array("echo b".utf8)), try ScratchFile())
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = 3
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        // The process that is there, and idle, can't decode it.
        let job = DecoderPool.Job(
          PictureRequest(format: .gif), from: input.descriptor, to: output.descriptor)
        var reported: DecodeProblem?
        decoders.pool.makePictures([job]) { _, result in
          if case .failure(let problem) = result { reported = problem }
        }
        // There may be room for one soon: it is no reason to end a run.
        guard reported?.reason == .outOfMemory, let message = reported?.message,
          message.hasSuffix(": too many open files")
        else { fail("told: \(String(describing: reported))") }
      }
    }

    @Test func aWriterIsNotEndedByADecoderThatIsGone() async {
      await #expect(processExitsWith: .success) {
        signal(SIGPIPE, SIG_DFL)
        let decoders = try FakeDecoders(limit: 1)
        for _ in 0..<50 { _ = try decoders.outcomes(of: ["hang-up", "exit 0", "echo a"]) }
      }
    }
  }

  private func openDescriptors() throws -> Set<String> {
    Set(
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { name in
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)"))
          .map { "\(name) \($0)" }
      })
  }

  private func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data("\(message)\n".utf8))
    exit(1)
  }
#endif
