internal import LuaBridge
internal import Pipeline
internal import Platform

extension RuleSession {
  /// Returns the plan of the rule for a run in shards.
  package func shardedPlan() throws -> ShardedPlan {
    return try messages.reporting(rulePath: subject.label) {
      let prepared = try PreparedRule(self)
      return try ShardedPlan(prepared.rule, request.ruleWords, in: prepared.context)
    }
  }

  /// Checks that the rule may run on a part of a library. Throws ``RuleProblems`` if it can't.
  func checkShards(of rule: Rule) throws {
    do throws(ShardProblem) {
      try rule.plan.checkShards()
    } catch {
      throw RuleProblems(error, inRule: subject.label)
    }
  }

  /// Processes a part of a library and writes the result to standard output. Throws
  /// ``RuleProblems`` if the part was made for another plan.
  func runShard(of prepared: PreparedRule) throws {
    let (rule, context) = (prepared.rule, prepared.context)
    let plan = try ShardedPlan(rule, request.ruleWords, in: context)
    if let expected = request.shard.plan, expected != plan.digest {
      throw RuleProblems([
        RuleProblem(
          path: subject.label, line: 0,
          message: "the shard is of another plan: the rule, its options, the moment, the zone, the"
            + " library's name or the version of \(tool.name) differs")
      ])
    }
    let cut = try plan.place(inRule: subject.label)
    var own = context
    own.services.catalogue = nil
    own.journal = nil
    own.services.notifier = nil
    own.output.lines = RecordLineOptions()
    let library = try Self.library(of: own)
    let places = try places()
    // Positions with contents are a request to compare these contents.
    let work = places.contains { $0.content != nil } ? ShardRun.Work.contents : .steps
    _ = try ShardRun(
      rule.plan, cut, of: places, in: own, functions: rule.loaded
    ).run(work, on: library, to: STDOUT_FILENO, lanes: prepared.settings.lanes)
  }

  /// Returns the only library of a run. Throws ``LibraryProblem`` if it doesn't exist, or
  /// ``UsageProblem`` if there are several or the run may see only a part of it.
  static func library(of context: RunContext) throws -> LibraryPlace {
    let places = try context.places(named: context.request.libraries)
    guard places.count == 1, let place = places.first else {
      throw UsageProblem("shards are of one library; name it by --library")
    }
    guard place.chosen == nil else {
      throw UsageProblem("the rule may see chosen assets alone, so it runs in one process")
    }
    return place
  }

  /// Returns the positions in the file of `--shard`; throws ``UsageProblem`` if it can't be read.
  func places() throws -> [ShardPlace] {
    let name = request.shard.file ?? "-"
    let descriptor =
      name == "-" ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0) : open(name, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw UsageProblem("can't read the shard \"\(name)\": \(FileProblem(error: errno).reason)")
    }
    defer { close(descriptor) }
    do {
      return try ShardPlace.all(in: ShardText.bytes(of: descriptor))
    } catch let problem as FileProblem {
      throw UsageProblem("can't read the shard \"\(name)\": \(problem.reason)")
    } catch {
      throw UsageProblem("\(name == "-" ? "standard input" : "\"\(name)\""): \(error)")
    }
  }
}
