/// The options that select a part of a library, and the processes that run the rule.
package struct ShardRequest {
  /// The file with the positions of the assets to process, `-` for standard input; nil for all.
  package var file: String?
  /// True if this process runs on a part and another one merges the results.
  var isPartial = false
  /// The hash of the plan that the part was made for; nil for any plan.
  var plan: String?
  package var engine: String?
  var workers: String?
  var master: String?

  /// The processes that run the rule.
  package enum Engine: String, CaseIterable {
    /// This process alone.
    case one
    /// Several processes on this computer, each for a part of the library.
    case processes
    case spark
  }

  /// Returns the engine; throws ``UsageProblem`` for options that contradict each other.
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

  /// Returns the number of worker processes, `lanes` without `--workers`. Throws ``UsageProblem``
  /// unless it is from 1 to 256.
  func workers(lanes: Int) throws(UsageProblem) -> Int {
    guard let workers else { return lanes }
    guard let number = Int(workers), (1...256).contains(number) else {
      throw UsageProblem("--workers takes a number from 1 to 256, not \"\(workers)\"")
    }
    return number
  }
}
