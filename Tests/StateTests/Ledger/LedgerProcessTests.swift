import AssetSupport
import Foundation
import PipelineSupport
import State
import Testing

/// A ledger shared by processes: each body below runs in one of its own.
@Suite struct LedgerProcessTests {
  let folder: LedgerFolder

  init() throws {
    folder = try LedgerFolder()
  }

  @Test func aKilledProcessLeavesUnconfirmedEntries() async throws {
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = folder.ledger as String] in
      let ledger = try Ledger(at: path)
      _ = try ledger.claim(.sample(1), at: 10)
      let shown = try #require(try ledger.claim(.sample(2), at: 20))
      try ledger.markOffered(shown, at: 21)
      let settled = try #require(try ledger.claim(.sample(3), at: 30))
      try ledger.settle(settled, as: .dismissed, at: 31)
      kill(getpid(), SIGKILL)
    }
    let ledger = try folder.open()
    let claims = try ledger.claim([1, 2, 3].map { .sample($0) }, at: 40)
    #expect(claims.allSatisfy { $0 == nil })
    let entries = try ledger.entries()
    #expect(entries.map(\.state) == [.settled(.dismissed), .unconfirmed, .unconfirmed])
    #expect(entries.map(\.offeredAt) == [31, 21, nil])
  }

  @Test func processesNeverClaimTheSame() async throws {
    // The children start together with no ledger there, and each writes what it won.
    await withTaskGroup { group in
      for _ in 0..<3 {
        group.addTask { [folder] in
          await #expect(processExitsWith: .success) { [path = folder.path as String] in
            let ledger = try Ledger(at: path + "/ledger.sqlite")
            var won = ""
            for number in 0..<100 as Range<UInt32> {
              if let claim = try ledger.claim(.sample(number), at: 0) { won += "\(claim.digest)\n" }
            }
            try won.write(toFile: path + "/won-\(getpid())", atomically: true, encoding: .utf8)
          }
        }
      }
    }
    let lists = try folder.names.filter { $0.hasPrefix("won-") }
    #expect(lists.count == 3)
    let won = try lists.flatMap {
      try String(contentsOfFile: folder.path + "/" + $0, encoding: .utf8)
        .split(separator: "\n").map(String.init)
    }
    #expect(won.sorted() == (0..<100).map { ContentDigest.sample($0).description })
  }

  @Test func aFolderThatMayNotBeWrittenIsAnError() async throws {
    let closed = folder.path + "/closed"
    do { _ = try Ledger(at: closed + "/ledger.sqlite").claim(.sample(1), at: 0) }
    // Another user's would not be believed.
    if geteuid() == 0 {
      for place in [closed, closed + "/ledger.sqlite"] { try #require(chown(place, 65534, 0) == 0) }
    }
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: closed)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
    defer {
      try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: closed)
    }
    await #expect(processExitsWith: .success) { [closed = closed as String] in
      // Permissions don't hold for root.
      if geteuid() == 0 {
        try #require(setuid(65534) == 0)
      }
      for path in ["/ledger.sqlite", "/new.sqlite", "/new/ledger.sqlite"].map({ closed + $0 }) {
        let error = #expect(throws: LedgerError.self) { try Ledger(at: path) }
        guard case .notWritable(path, "permission denied") = error else {
          let text = String(describing: error)
          #expect(text.contains("permission denied") && text.contains(path))
          continue
        }
      }
      #expect(throws: LedgerError.self) { try Ledger.existing(at: closed + "/ledger.sqlite") }
      #expect(try Ledger.existing(at: closed + "/new.sqlite") == nil)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: closed) == ["ledger.sqlite"])
  }
}
