internal import LuaBridge
internal import Pipeline
internal import Platform

/// An engine that runs a rule in several processes of this computer, each on parts of the library,
/// and merges their results. Parts have a fixed size, so that neither the list of the library nor
/// records that need no sorting are held in memory.
package struct ProcessesEngine {
  private let session: RuleSession
  private let rule: Rule
  private let plan: ShardedPlan
  private let cut: PlanCut
  private let context: RunContext
  private let workers: Int

  private static let shardSize = 4096

  init(_ session: RuleSession, _ rule: Rule, in context: RunContext, workers: Int) throws {
    self.session = session
    self.rule = rule
    self.context = context
    self.workers = workers
    plan = try ShardedPlan(rule, session.request.ruleWords, in: context)
    cut = try plan.place(inRule: session.subject.label)
  }

  /// Runs the rule, with records to `descriptor`; `again` runs the whole rule on the assets that
  /// passed the parts, for a rule whose results can't be merged otherwise.
  func run(
    to descriptor: Int32, again: (RunContext) throws -> RunReport
  ) throws -> RunReport {
    let library = try RuleSession.library(of: context)
    var merge = ShardMerge(cut, in: context, to: descriptor)
    var failures: [AssetFailure] = []
    func fail(_ failure: AssetFailure) { failures.append(failure) }
    try work(
      { try context.places(of: library, failed: fail, each: $0) }, take: { try merge.add($0) })
    merge.add(failures)
    let report = try merge.finish()
    guard case .again = cut.merge else { return report }
    try compare(&merge)
    var own = context
    own.looksOnly(at: merge.places, of: library)
    return merge.finish(with: try again(own))
  }

  /// Lets processes read the assets that have the same size as others, to compare their contents.
  private func compare(_ merge: inout ShardMerge) throws {
    let unclear = merge.unclear
    guard !unclear.isEmpty else { return }
    var results: [ShardResult] = []
    try work({ try unclear.forEach($0) }, take: { results.append($0) })
    merge.learn(contents: results)
  }

  /// Processes positions in parts: `places` passes on each position, in order; `take` receives the
  /// results, in the order of the parts.
  private func work(
    _ places: ((ShardPlace) throws -> Void) throws -> Void,
    take: @escaping (ShardResult) throws -> Void
  ) throws {
    let words = try words
    var line = Line(workers: workers, context)
    var shard: UnsafeMutablePointer<FILE>?
    var writer = RecordWriter()
    var (count, number) = (0, 0)
    var (first, last) = (0, 0)
    var hasOrdinals = true
    if case .count = cut.merge { hasOrdinals = false }
    func close(_ line: inout Line) throws {
      guard let file = shard else { return }
      try Self.write(&writer, to: file)
      line.add(
        ShardProcess(
          number: number, words, shard: file, count: count, at: hasOrdinals ? first...last : nil))
      context.progress.expect(items: context.progress.snapshot.totalItems + count)
      (shard, count, number) = (nil, 0, number + 1)
      try line.work(atMost: workers + 8, take)
    }
    try places { place in
      if shard == nil { shard = tmpfile() }
      guard let file = shard else {
        throw RunProblem.outputFailed("can't make a temporary file for a shard")
      }
      if count == 0 { first = place.ordinal }
      last = place.ordinal
      writer.buffer.append("{")
      place.write(into: &writer)
      writer.end()
      count += 1
      if writer.buffer.count > 1 << 16 { try Self.write(&writer, to: file) }
      if count == Self.shardSize { try close(&line) }
    }
    try close(&line)
    try line.work(atMost: 0, take)
  }

  private static func write(
    _ writer: inout RecordWriter, to file: UnsafeMutablePointer<FILE>
  ) throws(RunProblem) {
    try RecordOutput(descriptor: fileno(file)).write(writer.buffer.bytes)
    writer.buffer.removeAll()
  }

  private var words: [String] {
    get throws {
      let subject: [String]
      switch session.subject {
      case .word(RuleSubject.inputWord, _):
        throw UsageProblem("processes read the rule, too, so it has to be a file, a name or -e")
      case .word(let word, let origin): subject = [word] + (origin.map { [$0.option] } ?? [])
      case .text(let text, _), .program(let text, _, _): subject = [RuleSubject.textOption, text]
      }
      // The user may have granted the permission on the terminal, for this run alone.
      let allowed = context.permission.capabilities.flatMap { ["--allow", $0.rawValue] }
      let roots = session.request.roots.flatMap { ["--root", $0] }
      return ["run"] + subject + session.request.ruleWords + allowed + roots + [
        "--library", context.request.libraries[0], "--now", "\(context.request.now)", "--shard",
        "-", "--partial",
        "--plan", plan.digest, "--lanes", "1", "--progress", "none",
      ]
    }
  }

  /// The processes that run or wait to be started, in the order of their parts of the library.
  private struct Line {
    let workers: Int
    private let context: RunContext
    private var all: ArraySlice<ShardProcess> = []
    private var started = 0
    /// The results that wait for one of an earlier part, by the number of their part.
    private var results: [Int: ShardResult] = [:]

    init(workers: Int, _ context: RunContext) {
      self.workers = workers
      self.context = context
    }

    mutating func add(_ process: ShardProcess) { all.append(process) }

    /// Waits for processes until at most `count` are left; `take` receives their results, in order.
    mutating func work(atMost count: Int, _ take: (ShardResult) throws -> Void) throws {
      while all.count > count {
        if context.cancellation.isCancelled { throw RunProblem.cancelled }
        try startNext()
        var isIdle = true
        for process in all where results[process.number] == nil {
          if let result = try process.resultIfOver() {
            results[process.number] = result
            isIdle = false
          }
        }
        while let first = all.first, let result = results.removeValue(forKey: first.number) {
          all.removeFirst()
          context.progress.complete(items: result.read)
          try take(result)
        }
        if isIdle { usleep(1000) }
      }
      try startNext()
    }

    private mutating func startNext() throws {
      var running = all.count { $0.number < started && results[$0.number] == nil }
      for process in all where process.number >= started && running < workers {
        try process.start()
        (started, running) = (process.number + 1, running + 1)
      }
    }
  }
}
