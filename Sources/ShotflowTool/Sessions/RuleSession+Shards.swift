internal import Console
internal import Formats
internal import LuaBridge
internal import Pipeline
internal import Platform

extension RuleSession {
  /// The plan of the rule, for those that run it in shards.
  ///
  /// - Throws: ``ExitStatus``; the reason was told.
  func shardedPlan() throws -> ShardedPlan {
    do {
      let settings = try settings()
      let rule = try rule(settings)
      let context = try context(
        for: rule, on: try libraries(of: rule), settings, progress: RunProgress())
      return try ShardedPlan(rule, request.ruleWords, in: context)
    } catch {
      throw messages.report(error, rulePath: subject.label)
    }
  }

  /// - Throws: ``RuleProblems`` for a rule that a part of a library means nothing to.
  func checkShards(of rule: Rule) throws {
    do throws(ShardProblem) {
      try rule.plan.checkShards()
    } catch {
      throw RuleProblems(error, inRule: subject.label)
    }
  }

  /// Does the part of a shard and writes its result to standard output.
  ///
  /// - Throws: ``RuleProblems`` for another plan than the one that the shard is of.
  func runShard(of rule: Rule, in context: RunContext, lanes: Int) throws {
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
    own.catalogue = nil
    own.journal = nil
    own.notifier = nil
    own.lines = RecordLines()
    let library = try Self.library(of: own)
    let places = try places()
    // Who names contents asks whether they are the same.
    let work = places.contains { $0.content != nil } ? ShardRun.Work.contents : .steps
    _ = try ShardRun(
      rule.plan, cut, of: places, in: own, functions: rule.loaded
    ).run(work, on: library, to: STDOUT_FILENO, lanes: lanes)
  }

  /// The one library of a run, which has to be there as a whole.
  ///
  /// - Throws: ``LibraryProblem``, or ``UsageProblem`` where the run sees a part of it alone.
  static func library(of context: RunContext) throws -> LibraryPlace {
    let places = try context.places(named: context.libraries)
    guard places.count == 1, let place = places.first else {
      throw UsageProblem("shards are of one library; name it by --library")
    }
    guard place.chosen == nil else {
      throw UsageProblem("the rule may see chosen assets alone, so it runs in one process")
    }
    return place
  }

  /// The places that `--shard` names.
  ///
  /// - Throws: ``UsageProblem``.
  func places() throws -> [ShardPlace] {
    let name = request.shard.file ?? "-"
    let descriptor = name == "-" ? dup(STDIN_FILENO) : open(name, O_RDONLY | O_CLOEXEC)
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
