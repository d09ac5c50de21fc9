internal import Engine

/// A check that a stage processes samples as every stage has to.
struct BehaviourCheck {
  private let trial: ContractRunner.PreparedStage
  private let bench: ContractRunner
  private let description: StageDescription
  private let steps: [any Step]

  init(
    _ trial: ContractRunner.PreparedStage, _ bench: ContractRunner, _ description: StageDescription
  ) {
    self.trial = trial
    self.bench = bench
    self.description = description
    steps = trial.transform?.steps(leadingIsAnswered: false) ?? []
  }

  func violations() throws -> [String] {
    let records = try bench.records(of: trial, lanes: 1)
    var violations: [String] = []
    if try bench.records(of: trial, lanes: 4) != records {
      violations.append("gives something else in four lanes than in one")
    }
    if try remembers(records) {
      violations.append("gives an asset something else once it has seen another")
    }
    if !keepsOrder(records) { violations.append("changes the order of assets") }
    violations += try condition(records)
    let assets = try bench.work(trial)
    return violations + depth(assets) + fields(assets)
  }

  /// Returns true if a plugin's records of later samples change when the first sample is left out.
  private func remembers(_ records: [String]) throws -> Bool {
    guard !bench.isBuiltIn, !description.role.isValue else { return false }
    let first = try bench.records().first.map(Self.name)
    return try bench.records(of: trial, lanes: 1, from: 1)
      != records.filter { Self.name(of: $0) != first }
  }

  /// Returns true if the records are in the order of the samples, whose identifiers ascend.
  private func keepsOrder(_ records: [String]) -> Bool {
    guard steps.allSatisfy(\.traits.fetch.order.isEmpty) else { return true }
    let names = records.map(Self.name)
    return zip(names, names.dropFirst()).allSatisfy { $0 <= $1 }
  }

  /// Checks that assets which `when` excludes pass unchanged.
  private func condition(_ records: [String]) throws -> [String] {
    guard !description.role.isValue, let members = trial.call.members,
      trial.transform?.traits.isLast != true
    else { return [] }
    let video = ArgumentMember("mediaType", .text("video"))
    let condition = ArgumentMember(OptionDescription.condition.name, .table([video]))
    let conditional: ContractRunner.PreparedStage
    do {
      conditional = try bench.trial(trial.call.with(members + [condition]), trial.functions)
    } catch let problems as RuleProblems {
      return problems.problems.map { "is refused behind \"when\": \($0.message)" }
    }
    let all = try bench.records()
    let untouched = all.filter { !Self.isVideo($0) }
    let passed = try bench.records(of: conditional, lanes: 4)
    guard Set(untouched).isSubset(of: passed) else {
      return ["changes or drops assets that \"when\" leaves out"]
    }
    guard trial.transform is any AssetStage else { return [] }
    return passed.filter(Self.isVideo) == records.filter(Self.isVideo)
      ? [] : ["works in another way behind \"when\""]
  }

  /// Returns violations for fields that were read although no step declares their facets.
  private func depth(_ assets: [SampleAsset]) -> [String] {
    // The function of a plugin reads what it likes, as those of a rule do.
    guard bench.isBuiltIn, !trial.call.hasFunctions else { return [] }
    var declared = steps.reduce(into: FacetSet(.entry)) { $0.formUnion($1.facets) }
    declared.formUnion(.findings)
    if steps.contains(where: \.readsHeaders) { declared.formUnion(.header) }
    let asked = assets.reduce(into: Set<Field>()) { $0.formUnion($1.asked) }
    return asked.filter { !declared.contains($0.facet) }.map(\.name).sorted().map {
      "reads \($0) and does not say so"
    }
  }

  private func fields(_ assets: [SampleAsset]) -> [String] {
    // A trial makes no offers.
    if trial.transform?.traits.offers != nil { return [] }
    return description.adds.flatMap { added -> [String] in
      guard let field = trial.plan.fields.field(named: added.name) else { return [] }
      let values = assets.compactMap { $0.findings?.value(of: field) }
      guard !values.isEmpty else {
        let remedy =
          bench.isBuiltIn
          ? "hand in samples that get it"
          : "an asset of a test in \(description.name)_test.lua has to get it"
        return ["gives no sample the field \"\(added.name)\"; \(remedy)"]
      }
      guard values.allSatisfy({ $0.fits(added.type) }) else {
        return ["gives the field \"\(added.name)\" values that are no \(added.type.summary)"]
      }
      return []
    }
  }

  private static func name(of record: String) -> Substring {
    record.split(separator: "\"localIdentifier\":\"", maxSplits: 1).last?.prefix { $0 != "\"" }
      ?? ""
  }

  private static func isVideo(_ record: String) -> Bool {
    record.contains("\"mediaType\":\"video\"")
  }
}

extension StageCall {
  /// True if functions of the rule decide which fields the stage reads.
  fileprivate var hasFunctions: Bool { arguments.contains(where: \.hasFunctions) }
}

extension ArgumentValue {
  fileprivate var hasFunctions: Bool {
    switch self {
    case .function: true
    case .list(let values): values.contains(where: \.hasFunctions)
    case .table(let members): members.contains { $0.value.hasFunctions }
    default: false
    }
  }
}

extension FieldValue {
  /// Returns true if a field of that type may have the value.
  fileprivate func fits(_ type: FieldType) -> Bool {
    switch (type, self) {
    case (.flag, .flag), (.integer, .integer), (.number, .number), (.number, .integer),
      (.date, .date), (.text, .text), (.text, .string), (.texts, .texts),
      (.location, .location), (.object, .object):
      true
    case (.value, .flag), (.value, .integer), (.value, .number), (.value, .date), (.value, .text),
      (.value, .string), (.value, .texts):
      true
    default: false
    }
  }
}
