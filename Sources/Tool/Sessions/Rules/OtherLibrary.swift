internal import Pipeline
internal import Terminal

/// A library, besides those that a rule reads, with whose files its filters compare assets.
struct OtherLibrary {
  /// The name as the rule or the user wrote it.
  let name: String
  let path: LibraryPath
  /// True if the user typed the name, which is the permission.
  let isTyped: Bool
}

extension Rule {
  /// Returns the rule's other libraries, each once. Throws ``LibraryProblem`` for one that does not
  /// exist.
  func otherLibraries(in tool: Tool) throws(LibraryProblem) -> [OtherLibrary] {
    var others: [OtherLibrary] = []
    for name in plans.flatMap(\.otherLibraries)
    where !others.contains(where: { $0.name == name }) {
      do throws(LibraryProblem) {
        let path = try LibraryPath(name, home: Environment["HOME"], in: tool.libraryKinds)
        others.append(OtherLibrary(name: name, path: path, isTyped: typesLibrary(name)))
      } catch {
        throw .notFound(
          "\(error); check its name, or connect its disk: pictures are compared with it")
      }
    }
    return others
  }

  /// Checks the other libraries; `names` are those that the user names. Throws ``UsageProblem`` for
  /// one that the rule itself reads, ``LibraryProblem`` for one that can't be read.
  func checkOtherLibraries(besides names: [String], in tool: Tool) throws {
    let others = try otherLibraries(in: tool)
    if others.isEmpty { return }
    let read = (plan.input.ownLibrary.map { [$0.name] } ?? names).compactMap {
      try? LibraryPath($0, home: Environment["HOME"], in: tool.libraryKinds).path
    }
    for other in others {
      if read.contains(other.path.path) {
        throw UsageProblem(
          "\"\(other.name)\" is the library that is looked in, and it would be compared with itself;"
            + " name another one")
      }
      if let refusal = other.path.refusal {
        throw LibraryProblem.notPermitted(
          "library \"\(other.name)\": \(refusal); pictures are compared with it, so make it readable"
        )
      }
    }
  }
}
