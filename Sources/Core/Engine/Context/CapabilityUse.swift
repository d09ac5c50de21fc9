internal import Platform

/// An action that needs a capability, described to the user with the targets of links in paths.
package struct CapabilityUse: Hashable, Sendable {
  /// The description that the user sees.
  package let text: String
  private let paths: [[UInt8]]

  /// - Parameter places: the paths that the links led to when the user was asked.
  package init(_ need: RequiredCapability, in places: GrantedPlaces) {
    var text = need.action
    var paths: [[UInt8]] = []
    for place in need.places {
      let path = places[place] ?? GrantedPlaces.resolved(place)
      let shown = String(decoding: path, as: UTF8.self)
      if !path.split(separator: UInt8(ascii: "/"))
        .elementsEqual(place.utf8.split(separator: UInt8(ascii: "/")), by: { $0.elementsEqual($1) })
      {
        text += ", where \"\(place)\" is \"\(shown)\""
      }
      paths.append(path)
    }
    self.text = text
    self.paths = paths
  }

  /// Creates an action that affects no path.
  package init(_ text: String) {
    self.text = text
    paths = []
  }

  /// Returns the SHA-256 of actions in hexadecimal, the same for any order.
  ///
  /// - Throws: ``FileProblem`` when the system can't hash.
  package static func digest(of uses: [CapabilityUse]) throws(FileProblem) -> String {
    let state = try HashState(.sha256)
    for use in uses.map(\.bytes).sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      use.withUnsafeBytes(state.update)
    }
    return try state.finish().hexadecimal
  }

  /// The text, ended by a NUL, which neither words nor paths contain.
  private var bytes: [UInt8] {
    ([Array(text.utf8)] + paths + [[]]).flatMap { $0 + [0] }
  }
}
