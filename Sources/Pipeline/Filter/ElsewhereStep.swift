internal import Platform
internal import Synchronization

/// Keeps the assets whose main files are, by content, in each of some libraries and in none of
/// others.
struct ElsewhereStep: Step {
  let notIn: [String]
  let alsoIn: [String]
  /// The contents of the libraries, shared by the worker threads of one run.
  private let contents = KnownLibraries()

  func forRun() -> any Step { ElsewhereStep(notIn: notIn, alsoIn: alsoIn) }

  var name: String { "filter" }
  var ordering: StepOrdering { .any }
  var facets: FacetSet { .stat }
  var isSelective: Bool { true }
  var detail: String {
    (notIn.map { "not in \"\($0)\"" } + alsoIn.map { "also in \"\($0)\"" }).joined(separator: ", ")
      + ", by content"
  }
  var traits: StepTraits {
    let reasons =
      notIn.map { "\"\($0)\" has the same file" } + alsoIn.map { "\"\($0)\" lacks the file" }
    return StepTraits(
      comparison: AssetComparison(
        contents: true, dropReason: reasons.joined(separator: ", or ")))
  }

  func makeWorker(in worker: WorkerContext) -> any StepInstance {
    ElsewhereInstance(self, in: worker.context)
  }

  private final class ElsewhereInstance: StepInstance {
    private let step: ElsewhereStep
    private let context: RunContext
    private let comparer: FileComparer

    init(_ step: ElsewhereStep, in context: RunContext) {
      self.step = step
      self.context = context
      comparer = FileComparer(in: context)
    }

    func process(_ batch: inout Batch) throws {
      guard batch.count > 0 else { return }
      let libraries = try step.contents.all(of: step.notIn + step.alsoIn, in: context)
      let excluded = libraries.prefix(step.notIn.count)
      let wanted = libraries.dropFirst(step.notIn.count)
      batch.keep { asset in
        do throws(FileProblem) {
          let sought = try content(of: asset)
          for library in excluded {
            if try sought.isIn(library, comparing: comparer) { return false }
          }
          for library in wanted {
            if try !sought.isIn(library, comparing: comparer) { return false }
          }
          return true
        } catch {
          asset.fail(stage: "read", error.reason)
          return false
        }
      }
      batch.note(libraries.flatMap { $0.takeProblems() })
    }

    private func content(of asset: Asset) throws(FileProblem) -> SoughtContent {
      let name = asset.contentName
      if asset.isAway {
        if name == nil {
          context.services.notices.tell(
            "originals that are in iCloud alone can't be compared, so they count as not there")
        }
        return SoughtContent(name: name)
      }
      guard let place = asset.original else { throw FileProblem("has no file to compare") }
      let status = if let known = asset.knownStatus { known } else { try place.status() }
      guard status.isRegularFile else { throw FileProblem("is not an ordinary file") }
      return SoughtContent(
        name: name, file: (ContentExemplar(place, memory: comparer.memory), status))
    }
  }

  /// The content of an asset, which is looked for in libraries.
  private struct SoughtContent {
    /// The library's name for it; nil if it has none.
    let name: String?
    /// The main file; nil if it is in iCloud alone.
    var file: (exemplar: ContentExemplar, status: FileStatus)?

    func isIn(
      _ library: LibraryContents, comparing comparer: FileComparer
    ) throws(FileProblem) -> Bool {
      if let name, library.holds(contentNamed: name) { return true }
      guard let file else { return false }
      return try library.holds(file.exemplar, file.status, comparing: comparer)
    }
  }

  /// The contents of libraries, which the first worker with an asset lists while others wait.
  private final class KnownLibraries: Sendable {
    private let libraries = Lock<[LibraryContents]?>(nil)

    func all(of names: [String], in context: RunContext) throws -> [LibraryContents] {
      try libraries.withLock { libraries in
        if let libraries { return libraries }
        let made = try names.map { try LibraryContents(of: $0, in: context) }
        libraries = made
        return made
      }
    }
  }
}

/// The options of `filter` that name libraries with whose files assets are compared.
package enum ElsewhereOption: String, CaseIterable {
  case notIn, alsoIn

  var description: OptionDescription {
    let which =
      switch self {
      case .notIn: "none of which has"
      case .alsoIn: "each of which has"
      }
    return OptionDescription(
      rawValue, .texts,
      "libraries \(which) a file with the same bytes, in any folder and by any name")
  }

  /// Reads the option, and reports an empty list.
  func names(_ arguments: inout StageArguments) -> [String] {
    guard let names = arguments.texts(rawValue) else { return [] }
    if names.isEmpty || names.contains("") {
      arguments.note(
        "\(rawValue) names at least one library, such as \"~/Backup\"", token: rawValue)
    }
    return names
  }
}
