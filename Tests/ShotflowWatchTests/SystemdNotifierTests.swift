#if os(Linux)
  import Foundation
  import ProgramSupport
  import TestSupport
  import Testing

  /// A watch under systemd: signs of life, levels of messages.
  @Suite struct SystemdNotifierTests {
    private let world: ProgramWorld
    private let rule: String

    init() throws {
      world = try ProgramWorld()
      rule = try world.libraryRule()
    }

    /// A socket on which the test receives systemd's messages.
    private final class FakeSystemd {
      let descriptor: Int32

      /// - Parameter address: as `NOTIFY_SOCKET` has it.
      init(_ address: String) throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var bytes = Array(address.utf8)
        if bytes[0] == UInt8(ascii: "@") { bytes[0] = 0 }
        var name = sockaddr_un()
        name.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: bytes) }
        let size = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
        let bound = withUnsafePointer(to: name) {
          $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) }
        }
        try #require(bound == 0)
        // A test fails and does not hang. A timeval is the seconds and the microseconds.
        let patience = [60, 0]
        setsockopt(
          descriptor, SOL_SOCKET, SO_RCVTIMEO, patience, socklen_t(2 * MemoryLayout<Int>.size))
      }

      deinit { close(descriptor) }

      /// The next message; nil when none comes.
      func message() -> String? {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        return count < 0 ? nil : String(decoding: buffer[..<count], as: UTF8.self)
      }
    }

    private func program(_ variables: [String: String]) -> RunProgram {
      var program = world.program(["watch", rule, "--library", world.library])
      program.environment.merge(variables) { $1 }
      return program
    }

    @Test func aMissingLibraryIsToldAndTriedAgain() async throws {
      let path = "/tmp/shotflow-keeper-\(UUID().uuidString)"
      defer { unlink(path) }
      let systemd = try FakeSystemd(path)
      var program = program(["NOTIFY_SOCKET": path])
      program.arguments = ["watch", rule, "--library", world.path("nowhere")]
      let result = try await program.result()
      // The unit restarts after this status.
      #expect(result.status == .exited(66))
      #expect(result.errorText.contains("starts again until its library is there"))
      let message = try #require(systemd.message())
      #expect(message.hasPrefix("STATUS=") && message.contains(world.path("nowhere")), "\(message)")
    }

    @Test(arguments: ["", "@"])
    func tellsWhenItIsReadyAliveAndAboutToEnd(kind: String) async throws {
      let path = "/tmp/shotflow-keeper-\(UUID().uuidString)"
      let address = kind.isEmpty ? path : kind + path
      defer { unlink(path) }
      let systemd = try FakeSystemd(address)
      let program = try program(["NOTIFY_SOCKET": address, "WATCHDOG_USEC": "100000"]).start()
      #expect(systemd.message() == "READY=1\nSTATUS=watching \"\(world.library)\"")
      for _ in 0..<3 { #expect(systemd.message() == "WATCHDOG=1") }
      program.signal(SIGTERM)
      var last = systemd.message()
      while last == "WATCHDOG=1" { last = systemd.message() }
      #expect(last == "STOPPING=1")
      #expect(await program.result().status == .exited(0))
    }

    @Test func givesNoSignsThatAreWantedOfAnother() async throws {
      let address = "@shotflow-keeper-\(UUID().uuidString)"
      let systemd = try FakeSystemd(address)
      let program = try program([
        "NOTIFY_SOCKET": address, "WATCHDOG_USEC": "1000", "WATCHDOG_PID": "1",
      ]).start()
      #expect(systemd.message()?.hasPrefix("READY=1") == true)
      try world.picture("a.png", seed: 1)
      #expect(await program.printed("a.png"))
      program.signal(SIGINT)
      #expect(systemd.message() == "STOPPING=1")
      _ = await program.result()
    }

    @Test func aWatchGoesOnWithoutSystemd() async throws {
      let program = try await program([
        "NOTIFY_SOCKET": world.path("nowhere"), "WATCHDOG_USEC": "1000",
      ]).startWatching()
      try world.picture("a.png", seed: 1)
      #expect(await program.printed("a.png"))
      #expect(await program.end(by: SIGINT).status == .exited(0))
    }

    @Test func messagesToTheJournalHaveLevels() async throws {
      let line = """
        : > log; exec 2> log
        JOURNAL_STREAM=$(stat -c %d:%i log) "$shotflow" watch rule.lua -l pictures &
        watch=$!
        until grep -q watching log; do sleep 0.05; done
        echo 'return pipeline {\n  sourc {} }' > rule.lua
        until grep -q 'goes on' log; do sleep 0.05; done
        kill -TERM $watch
        wait $watch
        """
      var program = world.shell(line)
      program.timeout = .seconds(60)
      _ = try await program.result()
      let lines = try world.directory.text(of: "log").split(separator: "\n")
      #expect(lines.first?.hasPrefix("<6>shotflow: watching") == true)
      #expect(lines.contains { $0.hasPrefix("<3>") && $0.contains("unknown function \"sourc\"") })
      #expect(lines.contains { $0.hasPrefix("<4>") && $0.contains("goes on") })
      #expect(lines.allSatisfy { $0.hasPrefix("<") })
      // Another standard error has none.
      let result = try await world.run("watch", "nowhere.lua", "-l", "pictures")
      #expect(!result.errorText.hasPrefix("<"))
    }
  }
#endif
