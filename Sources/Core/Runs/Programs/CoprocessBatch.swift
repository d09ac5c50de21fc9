/// The assets of one batch for a program, and its answers so far.
struct CoprocessBatch {
  private enum Answer {
    case record(Asset)
    case leftOut, failed
  }

  private let assets: [Asset]
  private let identifiers: [String]
  private var answers: [Answer?]
  private let call: ProgramCall
  /// The failures of lines that answer no asset, which were not passed on yet.
  private var strays: [AssetFailure] = []
  /// The number of lines since the last answer that answer no asset.
  private var strayCount = 0
  private var handedOn = 0
  private var first = 0

  /// The number of lines in a row that answer no asset, after which the program is ended.
  private static let mostStrays = 1000

  init(_ assets: [Asset], _ call: ProgramCall) {
    self.assets = assets
    self.call = call
    identifiers = assets.map { $0.string(of: .localIdentifier) }
    answers = Array(repeating: nil, count: assets.count)
  }

  var isComplete: Bool { handedOn == assets.count }

  var unanswered: [Asset] { zip(assets, answers).compactMap { $1 == nil ? $0 : nil } }

  /// Takes lines of the program; returns true if one of them answers an asset. Throws
  /// ``RunProblem/programFailed(_:)`` after too many lines that answer no asset.
  mutating func take(_ lines: [Asset]) throws -> Bool {
    var hasAnswer = false
    for line in lines {
      if take(line) {
        hasAnswer = true
        strayCount = 0
        continue
      }
      strayCount += 1
      if strayCount == Self.mostStrays {
        throw RunProblem.programFailed(
          "\(call.title) wrote \(Self.mostStrays) lines that answer nothing; \(Self.remedy)")
      }
    }
    return hasAnswer
  }

  private static let remedy = "it writes one line for each record that it reads"

  private mutating func take(_ line: Asset) -> Bool {
    switch line {
    case let verdict as ProgramVerdict:
      guard let place = place(of: verdict.identifier) else {
        stray(verdict.displayName, "is about an asset that it was not given; \(Self.remedy)")
        return false
      }
      if let reason = verdict.reason {
        fail(reason, at: place)
      } else {
        answers[place] = .leftOut
      }
    case is UnreadableAsset:
      if let failure = line.failure { strays.append(failure) }
      return false
    default:
      let identifier = line.string(of: .localIdentifier)
      guard let place = place(of: identifier) else {
        stray(
          line.displayName,
          "is a record of an asset that it was not given, or answered before; \(Self.remedy)")
        return false
      }
      answers[place] = .record(line)
    }
    return true
  }

  private mutating func stray(_ name: String, _ reason: String) {
    strays.append(
      AssetFailure(asset: "\(call.title), \"\(name)\"", stage: call.stage, reason: reason))
  }

  /// Returns the index of the first unanswered asset, with this identifier unless that is nil; nil
  /// if all such assets are answered.
  private mutating func place(of identifier: String?) -> Int? {
    while first < answers.count, answers[first] != nil { first += 1 }
    return answers.indices[first...].first { place in
      answers[place] == nil && (identifier == nil || identifiers[place] == identifier)
    }
  }

  mutating func fail(_ reason: String) {
    if let place = place(of: nil) { fail(reason, at: place) }
  }

  private mutating func fail(_ reason: String, at place: Int) {
    assets[place].fail(stage: call.stage, reason)
    answers[place] = .failed
  }

  /// Passes on, in order, the assets before the first one without an answer, and at once the
  /// failures of lines that answer none. Calls `check` with failures, which throws to end the run.
  mutating func handOn(
    _ fields: FieldTable, _ check: ([AssetFailure]) throws -> Void,
    _ handOn: (Batch) throws -> Void
  ) throws {
    while handedOn < assets.count, let answer = answers[handedOn] {
      let asset = assets[handedOn]
      handedOn += 1
      var batch: Batch
      switch answer {
      case .record(let record):
        OfferClaims.handOver(from: asset, to: record, fields)
        batch = Batch(ordinal: 0, assets: [record])
        batch.keep { _ in true }
      case .leftOut, .failed:
        batch = Batch(ordinal: 0, assets: [asset])
        batch.keep { _ in false }
      }
      batch.note(strays)
      strays = []
      try check(batch.failures)
      try handOn(batch)
    }
    if strays.isEmpty { return }
    var batch = Batch(ordinal: 0, assets: [])
    batch.note(strays)
    strays = []
    try check(batch.failures)
    try handOn(batch)
  }
}
