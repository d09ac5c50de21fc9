internal import Platform

/// An action that a rule wants a capability for, as the user sees it: in words, and with where the
/// links in its places lead.
package struct CapabilityUse: Hashable, Sendable {
  /// The text that the user sees.
  package let text: String
  private let paths: [[UInt8]]

  /// - Parameter places: the targets of the action's places when the user was asked.
  package init(_ need: RequiredCapability, in places: GrantedPlaces) {
    var text = need.action
    var paths: [[UInt8]] = []
    for place in need.places {
      let path = places[place] ?? GrantedPlaces.resolved(place)
      let shown = String(decoding: path, as: UTF8.self)
      if shown.split(separator: "/") != place.split(separator: "/") {
        text += ", where \"\(place)\" is \"\(shown)\""
      }
      paths.append(path)
    }
    self.text = text
    self.paths = paths
  }

  /// An action that names no place.
  package init(_ text: String) {
    self.text = text
    paths = []
  }

  /// The hash of actions, in any order.
  ///
  /// - Throws: ``FileProblem`` when the system can't hash.
  package static func digest(of uses: [CapabilityUse]) throws(FileProblem) -> String {
    let state = try HashState(.sha256)
    for use in uses.map(\.bytes).sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      use.withUnsafeBytes(state.update)
    }
    return try state.finish().hexadecimal
  }

  /// Neither words nor paths have a NUL in them.
  private var bytes: [UInt8] {
    ([Array(text.utf8)] + paths + [[]]).flatMap { $0 + [0] }
  }
}
