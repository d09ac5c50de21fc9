/// Why a library or an album can't be used.
package enum LibraryProblem: Error, Hashable, Sendable, CustomStringConvertible {
  case notNamed(String)
  case notFound(String)
  case notPermitted(String)
  case noAlbum(String)

  package init(_ path: String, _ problem: FileProblem) {
    let message = "library \"\(path)\": \(problem.reason)"
    self = problem.isRefusal ? .notPermitted(message) : .notFound(message)
  }

  package var description: String {
    switch self {
    case .notNamed(let message), .notFound(let message), .notPermitted(let message),
      .noAlbum(let message):
      message
    }
  }
}
