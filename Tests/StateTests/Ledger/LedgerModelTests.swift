import Assets
import PipelineSupport
import Testing

/// Every interleaving of two processes that offer the same content, each of which may be killed at
/// any point and started again, against real ledgers.
///
/// Worlds are explored breadth first. A world is all that a later step can depend on: the ledger's
/// rows and how far each process has come; ways that lead to the same world are followed once.
@Suite struct LedgerModelTests {
  @Test func neverOfferedTwiceNeverForgotten() throws {
    let folder = try LedgerFolder(syncing: false)
    var seen: Set<LedgerWorld.Snapshot> = []
    var ways: [[LedgerWorld.Move]] = [[]]
    var ends = 0
    while !ways.isEmpty {
      var longer: [[LedgerWorld.Move]] = []
      for way in ways {
        let world = try LedgerWorld(in: folder, after: way)
        guard try seen.insert(world.snapshot).inserted else { continue }
        try world.checkInvariants(after: way)
        let moves = world.moves
        if moves.isEmpty {
          ends += 1
          try world.checkEnd(after: way)
        }
        longer += moves.map { way + [$0] }
      }
      ways = longer
    }
    #expect(seen.count == 267, "the exploration stopped short, or the model changed")
    #expect(ends == 42)
  }
}
