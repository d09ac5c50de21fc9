import Foundation

/// A Swift file with the modules that it imports, read by patterns and not by a compiler.
struct SwiftSource {
  /// The path from the project's root, such as `Sources/Core/Engine/Plan/PlanBuilder.swift`.
  let path: String
  /// The modules that it imports.
  let imports: Set<String>

  init(path: String, text: String) {
    self.path = path
    imports = Set(text.matches(of: /(?m)^[\w@ ]*\bimport (\w+)/).map { String($0.1) })
  }
}
