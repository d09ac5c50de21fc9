internal import Console

/// The words of a run that say which part of a library it looks at, and who does the work.
struct ShardRequest {
  /// A file with the places that the run looks at, or `-` for standard input; nil for all.
  var file: String?
  /// Whether the run does the part of a shard and leaves the rest to another.
  var isPartial = false
  /// The plan that a shard is of; nil for any.
  var plan: String?
  var engine: String?
  var workers: String?
  var master: String?

  /// Where the work is done.
  enum Engine: String, CaseIterable {
    /// By this process.
    case one
    /// By processes of this computer, each for a part of the library.
    case processes
    /// By Apache Spark.
    case spark
  }

  /// - Throws: ``UsageProblem`` for words that don't go together.
  func engine(_ request: RunRequest) throws(UsageProblem) -> Engine {
    guard let engine = Engine(rawValue: engine ?? Engine.one.rawValue) else {
      throw UsageProblem("--engine takes one, processes or spark, not \"\(engine ?? "")\"")
    }
    if isPartial, file == nil {
      throw UsageProblem("--partial goes with --shard, which names the assets")
    }
    if plan != nil, !isPartial { throw UsageProblem("--plan goes with --partial") }
    if workers != nil, engine != .processes {
      throw UsageProblem("--workers goes with --engine processes")
    }
    if master != nil, engine != .spark { throw UsageProblem("--master goes with --engine spark") }
    guard file != nil || engine != .one else { return engine }
    let name = file == nil ? "--engine" : "--shard"
    if file != nil, engine != .one {
      throw UsageProblem("--shard is for one part of the work, and --engine makes the parts")
    }
    if file == nil, request.trace != nil {
      throw UsageProblem("\(name) does not go with --trace, which follows one process")
    }
    if request.auth != nil {
      throw UsageProblem("\(name) does not go with --auth")
    }
    return engine
  }

  /// - Throws: ``UsageProblem``.
  func workers(lanes: Int) throws(UsageProblem) -> Int {
    guard let workers else { return lanes }
    guard let number = Int(workers), (1...256).contains(number) else {
      throw UsageProblem("--workers takes a number from 1 to 256, not \"\(workers)\"")
    }
    return number
  }
}
