package import Foundation
package import State

/// A folder for one test's ledger, removed with the test.
package final class LedgerFolder: Sendable {
  package let path: String

  /// With `syncing` false, below `/dev/shm` where there is one, so that a thousand syncs cost nothing.
  package init(syncing: Bool = true) throws {
    let shared = URL(fileURLWithPath: "/dev/shm")
    let useShared = !syncing && FileManager.default.isWritableFile(atPath: shared.path)
    let folder = (useShared ? shared : FileManager.default.temporaryDirectory)
      .appendingPathComponent("shotflow-ledger-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    path = folder.path
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  package var ledger: String { path + "/ledger.sqlite" }

  package var names: Set<String> {
    get throws { Set(try FileManager.default.contentsOfDirectory(atPath: path)) }
  }

  package var ledgerBytes: Data {
    get throws { try Data(contentsOf: URL(fileURLWithPath: ledger)) }
  }

  package func open(_ change: (inout LedgerOptions) -> Void = { _ in }) throws -> Ledger {
    var options = LedgerOptions()
    change(&options)
    return try Ledger(at: ledger, options: options)
  }
}
