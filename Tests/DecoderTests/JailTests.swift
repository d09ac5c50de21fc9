import CTestSupport
import Decoding
import Foundation
import Samples
import TestSupport
import Testing

/// The remaining rights of a process that is sandboxed like the decoder.
struct JailTests {
  #if os(Linux)
    @Test func refusesAllButOpenDescriptors() async throws {
      let attempts = [
        "open", "openat", "stat", "readlink", "unlink", "socket", "unix-socket", "execve", "fork",
        "kill", "signal-thread", "ptrace", "process-memory", "executable-memory",
        "protect-executable", "personality", "dumpable", "limit", "ioctl", "namespace", "bpf",
        "io-uring", "userfaultfd", "memfd",
      ]
      let result = try await RunProgram(Products.jailProbe, ["attempt"] + attempts).result()
      #expect(result.status == .exited(0))
      let report = result.lines.first.flatMap { UInt8($0.dropFirst(5)) }.map(JailReport.init)
      #expect(report?.isSuperset(of: [.noNewPrivileges, .systemCalls, .limits]) == true)
      // 0x7F is the first byte of the program's own file, read through a descriptor that came over
      // a socket; 1 is EPERM.
      #expect(result.lines.dropFirst().first == "pass 127")
      #expect(result.lines.dropFirst(2) == attempts.map { "\($0) 1" }[...])
    }

    @Test func hasNoCapabilitiesAndGetsNone() async throws {
      let program = try RunProgram(Products.jailProbe, ["closed"]).start()
      #expect(await program.printed("jail "))
      let status = try String(
        contentsOfFile: "/proc/\(program.processIdentifier)/status", encoding: .utf8)
      program.closeInput()
      #expect(await program.result().status == .exited(0))
      let lines = status.split(separator: "\n").map { $0.split(separator: "\t").map(String.init) }
      for set in ["CapInh", "CapPrm", "CapEff", "CapAmb"] {
        #expect(lines.contains(["\(set):", "0000000000000000"]), "\(status)")
      }
      // Who has none can't bound them.
      #expect(geteuid() != 0 || lines.contains(["CapBnd:", "0000000000000000"]), "\(status)")
      #expect(lines.contains(["NoNewPrivs:", "1"]))
    }

    /// The same attempts say yes without a jail, so that a refusal means something.
    @Test func theAttemptsWorkOutside() {
      for name in [
        "open", "stat", "socket", "fork", "executable-memory", "protect-executable",
        "personality", "dumpable", "limit",
      ] {
        #expect(ctest_attempt(name) == 0, "\(name)")
      }
    }
  #endif

  @Test func endsByItsOwnSignalInTheJail() async throws {
    let result = try await RunProgram(Products.jailProbe, ["abort"]).result()
    #expect(result.status == .killed(signal: 6))
  }

  @Test(arguments: JailedFile.all)
  func decodesInTheJail(file: JailedFile) async throws {
    let folder = try TemporaryDirectory()
    let path = try folder.write(file.bytes, to: "picture")
    let words = ["decode", file.scope.rawValue, "jailed", file.format, "64", "64", file.output]
    let result = try await RunProgram(Products.jailProbe, words + [folder.path, path, path])
      .result()
    #expect(result.lines.dropFirst() == ["made 64x48", "made 64x48"], "\(result.errorText)")
    let made = try folder.contents(of: "1.\(file.output)")
    #expect(made.count > 100)
  }

  @Test(.enabled(if: SharedData.has("exif-samples/heic")))
  func decodesHEICInTheJail() async throws {
    let path = try #require(SharedData.path("exif-samples/heic/mobile/iphone_13_pro_max.HEIC"))
    let folder = try TemporaryDirectory()
    for scope in ["heif", "every"] {
      // A thumbnail, and all pixels.
      for size in ["150", "0"] {
        let words = ["decode", scope, "jailed", "heic", size, size, "jpeg", folder.path, path]
        let result = try await RunProgram(Products.jailProbe, words).result()
        #expect(result.lines.last == (size == "0" ? "made 3024x4032" : "made 113x150"))
      }
    }
  }
}
