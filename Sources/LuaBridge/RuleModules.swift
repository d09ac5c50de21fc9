internal import Platform
internal import Synchronization

/// The modules of a rule, as they were when it was first loaded. Each worker thread loads these
/// texts again, which the user has permitted, and no other module.
final class RuleModules: Sendable {
  struct Module: Sendable {
    let name: String
    let path: String
    let text: String
    let origin: ModuleFolder.Origin

    /// The last component of the name; a plugin in the file has to have it.
    var lastName: String { name.split(separator: ".").last.map(String.init) ?? name }
  }

  private struct State {
    var modules: [Module] = []
    var isComplete = false
  }

  private let state = Lock(State())

  var all: [Module] { state.withLock { $0.modules } }

  /// Returns a module, by `read` the first time; nil for one that the first load did not need.
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

  func complete() {
    state.withLock { $0.isComplete = true }
  }
}
