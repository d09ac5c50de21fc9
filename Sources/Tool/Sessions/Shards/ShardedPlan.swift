internal import LuaBridge
package import Pipeline
internal import Platform
internal import Terminal

/// The plan of a rule for runs on parts of a library: its steps, the step up to which parts are
/// processed in parallel, and a hash of everything that determines the result.
package struct ShardedPlan {
  let rule: Rule
  let cut: Result<PlanCut, ShardProblem>
  let digest: String
  private let identity: RuleIdentity
  private let now: Instant
  private let libraries: [String]

  /// Plans the rule with its options. Throws ``FileProblem`` if the system can't hash.
  init(_ rule: Rule, _ ruleWords: [String], in context: RunContext) throws(FileProblem) {
    self.rule = rule
    now = context.request.now
    libraries = context.request.libraries
    identity = try rule.loaded.identity()
    cut = Self.cut(rule, context)
    let hash = try HashState(.sha256)
    let parts =
      [Version.current, identity.digest, "\(now)", Self.zone, Self.name(of: cut)]
      + libraries + ruleWords + rule.plan.steps.map { "\($0.name) \($0.detail)" }
    for part in parts {
      Array("\(part.utf8.count) \(part)\n".utf8).withUnsafeBytes { hash.update($0) }
    }
    digest = try hash.finish().hexadecimal
  }

  /// Returns the steps that can run on parts of a library, or the reason why none can.
  static func cut(
    _ rule: Rule, _ context: RunContext
  ) -> Result<PlanCut, ShardProblem> {
    Result { () throws(ShardProblem) in
      if rule.plans.count > 1 {
        throw ShardProblem("it has several pipelines, of which each waits for the one before")
      }
      if context.request.libraries.count != 1 {
        throw ShardProblem("shards are of one library; name it by --library")
      }
      return try rule.plan.cut()
    }
  }

  /// The name of the time zone in which dates without one are read, such as `Europe/Berlin`.
  private static var zone: String {
    if let name = Environment["TZ"], !name.isEmpty { return name }
    guard let name = RealPath("/etc/localtime")?.text else { return "Etc/UTC" }
    return name.firstRange(of: "/zoneinfo/").map { String(name[$0.upperBound...]) } ?? name
  }

  private static func name(of cut: Result<PlanCut, ShardProblem>) -> String {
    switch cut {
    case .success(let cut): "\(cut.steps) \(cut.merge.name)"
    case .failure: "whole"
    }
  }

  /// Returns the steps that can run on parts; throws ``RuleProblems`` if none can.
  func place(inRule path: String) throws(RuleProblems) -> PlanCut {
    switch cut {
    case .success(let cut): return cut
    case .failure(let problem): throw RuleProblems(problem, inRule: path)
    }
  }

  /// Writes the plan as one line of JSON.
  package func write(into writer: inout RecordWriter) {
    writer.begin(kind: "plan")
    writer.write("digest", digest)
    writer.write("tool", Version.current)
    writer.beginObject("rule")
    writer.write("name", identity.name)
    writer.write("path", identity.path)
    writer.write("sha256", identity.digest)
    writer.endObject()
    writer.write("now", now)
    writer.write("timeZone", Self.zone)
    writer.write(key: "steps")
    writer.buffer.append("[")
    for (place, step) in rule.plan.steps.enumerated() {
      writer.buffer.separate(after: "[")
      writer.buffer.append("{")
      writer.write("place", Int64(place))
      writer.write("name", step.name)
      if !step.detail.isEmpty { writer.write("detail", step.detail) }
      writer.write("scope", step.scope.rawValue)
      writer.endObject()
    }
    writer.buffer.append("]")
    switch cut {
    case .failure(let problem): writer.write("reason", problem.description)
    case .success(let cut): write(cut, into: &writer)
    }
    writer.end()
  }

  private func write(_ cut: PlanCut, into writer: inout RecordWriter) {
    writer.write("cut", Int64(cut.steps))
    writer.write("merge", cut.merge.name)
    switch cut.merge {
    case .place: break
    case .again(let reason):
      writer.write("reason", reason)
      writer.write("comparesContents", cut.comparesContents)
    case .count(let keys):
      writer.write(key: "order")
      writer.buffer.append("[")
      for key in keys {
        writer.buffer.separate(after: "[")
        writer.buffer.append("{")
        writer.write("field", key)
        writer.write("descending", false)
        writer.endObject()
      }
      writer.buffer.append("]")
    case .order(let keys, let slice):
      writer.write(key: "order")
      writer.buffer.append("[")
      for key in keys {
        writer.buffer.separate(after: "[")
        writer.buffer.append("{")
        writer.write("field", rule.plan.fields.name(of: key.field))
        writer.write("descending", key.isDescending)
        writer.endObject()
      }
      writer.buffer.append("]")
      writer.write("offset", Int64(slice.offset))
      if let limit = slice.limit { writer.write("limit", Int64(limit)) }
    }
  }
}

extension RuleProblems {
  init(_ problem: ShardProblem, inRule path: String) {
    self.init([
      RuleProblem(path: path, line: 0, message: "the rule can't run in shards: \(problem)")
    ])
  }
}
