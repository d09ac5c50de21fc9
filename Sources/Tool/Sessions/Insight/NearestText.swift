internal import Pipeline

/// A search for the keyword or person that a run without results may have meant.
enum NearestText {
  /// The fields whose texts people type from memory.
  private static let fields: [Field] = [.keywords, .persons]
  /// The number of assets that are read, as the run itself does not need them.
  private static let assetLimit = 100_000

  /// Returns a question such as `did you mean persons "Oma"?`; nil if the libraries have the text
  /// itself, or none that is like it.
  static func question(about plan: PipelinePlan, in context: RunContext) throws -> String? {
    for case .equals(let field, .text(let text)) in plan.query.predicate.conjuncts
    where fields.contains(field) {
      let known = try texts(of: field, plan, in: context)
      if known.contains(where: { Constant.text(text).equals(.string($0)) }) { continue }
      if let near = NearestName.of(text.string, among: known) {
        return "did you mean \(field.name) \"\(near)\"?"
      }
    }
    return nil
  }

  /// Returns the texts in the databases of a rule's libraries; other libraries would have to open
  /// each file.
  private static func texts(
    of field: Field, _ plan: PipelinePlan, in context: RunContext
  ) throws -> Set<String> {
    var texts: Set<String> = []
    var count = 0
    for place in try context.places(
      own: plan.input.ownLibrary?.name, named: context.request.libraries)
    {
      let databases = try context.libraryKinds.kind(of: place).abilities.databases?(place) ?? []
      if databases.isEmpty { continue }
      let library = try context.library(place)
      let answer = try LibraryReader(AssetFetch(), in: context).answer(of: library, at: place)
      while count < assetLimit, let batch = try answer.reader.next() {
        for asset in batch.unfold() {
          count += 1
          if case .texts(let found) = asset.sourceValue(of: field) { texts.formUnion(found) }
        }
      }
    }
    return texts
  }
}
