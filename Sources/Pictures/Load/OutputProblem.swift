/// Why nothing can be written where the person wants it.
package enum OutputProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The person named no place.
  case notNamed(String)
  case notWritable(String)

  package var description: String {
    switch self {
    case .notNamed(let message), .notWritable(let message): message
    }
  }
}
