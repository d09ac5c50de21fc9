/// The target of a permission: a library or a capability.
package enum PermissionTarget: Hashable, Sendable {
  /// The absolute path of a library, without links.
  case library(String)
  case capability(Capability)

  package var isLibrary: Bool {
    if case .library = self { true } else { false }
  }

  /// The text in the file of permissions: `library:/home/ann/Pictures`, `capability:exec`.
  package var text: String {
    switch self {
    case .library(let path): "library:\(path)"
    case .capability(let capability): "capability:\(capability.rawValue)"
    }
  }

  /// Parses the format of ``text``; returns nil for any other text.
  package init?(_ text: String) {
    if text.hasPrefix("library:/") {
      self = .library(String(text.dropFirst("library:".count)))
    } else if text.hasPrefix("capability:"),
      let capability = Capability(rawValue: String(text.dropFirst("capability:".count)))
    {
      self = .capability(capability)
    } else {
      return nil
    }
  }

  /// The purpose, worded to follow "permission": `to start other programs`.
  package var purpose: String {
    switch self {
    case .library: "for \(summary)"
    case .capability(let capability): "to \(capability.summary)"
    }
  }

  /// The target's name in messages, such as `the library "/home/ann/Pictures"`.
  package var summary: String {
    switch self {
    case .library(let path): "the library \"\(path)\""
    case .capability(let capability): "\(capability.rawValue): to \(capability.summary)"
    }
  }
}

extension LibraryAccess {
  /// Adds a library if its permission lets a run open it. `name` is the library's name in the rule
  /// or, if `isNamed`, on the command line.
  package mutating func add(
    _ name: String, _ target: PermissionTarget, _ permission: Permission, isNamed: Bool
  ) {
    guard case .library(let path) = target, permission.isGiven else { return }
    add(name, at: path, chosen: permission.chosen, isNamed: isNamed)
  }
}
