internal import Platform
internal import Synchronization

/// The modules of a rule, as they were when it was first loaded.
///
/// Each lane loads the rule anew. What it gets is what the person was asked about: a module that
/// was changed since, or that the first load did not ask for, is not read.
final class RuleModules: Sendable {
  struct Module: Sendable {
    let name: String
    let path: String
    let text: String
    let origin: ModuleFolder.Origin

    /// What the file is called, which is the name of a plugin in it.
    var lastName: String { name.split(separator: ".").last.map(String.init) ?? name }
  }

  private struct State {
    var modules: [Module] = []
    var isComplete = false
  }

  private let state = Lock(State())

  var all: [Module] { state.withLock { $0.modules } }

  /// The module with that name, which was read before, else what `read` gives; nil for one that
  /// comes too late.
  func module<Failure: Error>(
    named name: String, read: () throws(Failure) -> Module
  ) throws(Failure) -> Module? {
    let (known, isComplete) = state.withLock { state in
      (state.modules.first { $0.name == name }, state.isComplete)
    }
    if known != nil || isComplete { return known }
    let module = try read()
    state.withLock { $0.modules.append(module) }
    return module
  }

  /// The rule was loaded; nothing more is read.
  func complete() {
    state.withLock { $0.isComplete = true }
  }
}
