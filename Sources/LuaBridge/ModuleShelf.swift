internal import Synchronization

/// The modules of a rule, each read once.
///
/// What the first load read is what was looked at and what was granted, so every lane gets the
/// same texts, whatever became of the files.
final class ModuleShelf: Sendable {
  private let state = Mutex((modules: [RuleModule](), isClosed: false))

  /// All that were read, in the order of reading.
  var all: [RuleModule] { state.withLock(\.modules) }

  /// No module is read any more.
  func close() {
    state.withLock { $0.isClosed = true }
  }

  /// The module of that name, read by `read` when it is not here yet; nil when it is too late.
  func module(
    _ name: String, read: () throws(SourceProblem) -> RuleModule
  ) throws(SourceProblem) -> RuleModule? {
    let (known, isClosed) = state.withLock { state in
      (state.modules.first { $0.name == name }, state.isClosed)
    }
    if let known { return known }
    if isClosed { return nil }
    let module = try read()
    state.withLock { $0.modules.append(module) }
    return module
  }
}
