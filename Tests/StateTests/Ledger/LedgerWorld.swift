import AssetSupport
import PipelineSupport
import State
import Testing

/// Two processes that want to offer the same content, taken through a list of moves with a ledger.
final class LedgerWorld {
  enum Move: Hashable {
    /// Claims, shows, marks as offered, settles: whatever comes next.
    case step(process: Int)
    /// Gives a claim back that was not shown yet, and ends.
    case release(process: Int)
    /// Breaks its question off without an answer, gives the claim back, and ends.
    case withdraw(process: Int)
    /// Ends without a word and starts again, to meet what the life before left.
    case kill(process: Int)
  }

  /// The progress of one life of a process.
  enum Progress: Hashable {
    case started, claimed, shown, marked
    case ended
  }

  struct Snapshot: Hashable {
    let rows: [String]
    let progress: [Progress]
    let kills: [Int]
    let shows: Int
  }

  private struct Life {
    var progress = Progress.started
    var ledger: Ledger?
    var claim: Claim?
    var kills = 0
  }

  private let folder: LedgerFolder
  private let observer: Ledger
  private let alive: RunningProcesses
  private var lives = [Life(), Life()]
  private var shows = 0
  /// Claims that were got and not given back.
  private var wins = 0

  /// Forgets what other worlds left in the folder's ledger.
  init(in folder: LedgerFolder, after moves: [Move]) throws {
    self.folder = folder
    let alive = RunningProcesses()
    self.alive = alive
    observer = try folder.open { $0.isRunning = { alive.contains($0) } }
    try observer.forget(.everything)
    for process in lives.indices { try start(process) }
    for move in moves { try make(move) }
  }

  var moves: [Move] {
    lives.indices.flatMap { process -> [Move] in
      let life = lives[process]
      guard life.progress != .ended else { return [] }
      var moves = [Move.step(process: process)]
      if life.progress == .claimed { moves.append(.release(process: process)) }
      if life.progress == .shown || life.progress == .marked {
        moves.append(.withdraw(process: process))
      }
      if life.kills < 2 { moves.append(.kill(process: process)) }
      return moves
    }
  }

  var snapshot: Snapshot {
    get throws {
      Snapshot(
        rows: try observer.entries().map { "\($0.digest) \($0.state) \($0.offeredAt ?? -1)" },
        progress: lives.map(\.progress), kills: lives.map(\.kills), shows: shows)
    }
  }

  func checkInvariants(after way: [Move]) throws {
    let comment = Comment(rawValue: "\(way)")
    let entries = try observer.entries()
    #expect(shows <= 1 && wins <= 1, comment)
    #expect(entries.count == wins, comment)
    guard let entry = entries.first else { return }
    if let holder = lives.first(where: { $0.claim != nil && $0.progress != .ended }) {
      #expect(entry.state == (holder.progress == .marked ? .offered : .claimed), comment)
    } else if lives.contains(where: { $0.claim != nil }) {
      #expect(entry.state == .settled(.accepted), comment)
    } else {
      #expect(entry.state == .unconfirmed, comment)
    }
  }

  /// Checks that, after all processes have ended, a third can claim the content only if it was
  /// never shown.
  func checkEnd(after way: [Move]) throws {
    let comment = Comment(rawValue: "\(way)")
    let remembered = try observer.isRemembered([.sample(1)], memory: "recent") == [true]
    #expect(remembered == (wins == 1), comment)
    #expect(shows == 0 || remembered, comment)
    #expect(try (observer.claim(.sample(1), at: 9) == nil) == remembered, comment)
  }

  private func start(_ process: Int) throws {
    let identity = identity(process)
    alive.insert(identity)
    lives[process].ledger = try folder.open { $0.claimant = identity }
    lives[process].progress = .started
    lives[process].claim = nil
  }

  private func identity(_ process: Int) -> ProcessIdentity {
    ProcessIdentity(
      boot: "model", number: Int32(process), start: UInt64(lives[process].kills))
  }

  private func make(_ move: Move) throws {
    switch move {
    case .kill(let process):
      alive.remove(identity(process))
      lives[process].kills += 1
      try start(process)
    case .release(let process):
      let life = lives[process]
      #expect(try #require(life.ledger).release(#require(life.claim)))
      lives[process].progress = .ended
      lives[process].claim = nil
      wins -= 1
    case .withdraw(let process):
      let life = lives[process]
      #expect(try #require(life.ledger).withdraw([#require(life.claim)]) == 1)
      lives[process].progress = .ended
      lives[process].claim = nil
      // Nothing was decided, so the content may be shown again.
      wins -= 1
      shows -= 1
    case .step(let process):
      try step(process)
    }
  }

  private func step(_ process: Int) throws {
    let ledger = try #require(lives[process].ledger)
    switch (lives[process].progress, lives[process].claim) {
    case (.started, _):
      lives[process].claim = try ledger.claim(.sample(1), at: 1)
      lives[process].progress = lives[process].claim == nil ? .ended : .claimed
      wins += lives[process].claim == nil ? 0 : 1
    case (.claimed, _):
      shows += 1
      lives[process].progress = .shown
    case (.shown, let claim?):
      #expect(try ledger.markOffered(claim, at: 2))
      lives[process].progress = .marked
    case (.marked, let claim?):
      #expect(try ledger.settle(claim, as: .accepted, at: 3))
      lives[process].progress = .ended
    default:
      Issue.record("a step without a claim")
    }
  }
}
