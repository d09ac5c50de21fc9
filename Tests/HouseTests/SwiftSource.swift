import Foundation

/// A Swift file as text without comments and string literals, with what it declares and names.
///
/// Read by patterns, not by a compiler: it knows the types, protocols, aliases and functions that are
/// declared at the left margin, and takes any word that is spelled alike, without a dot before it,
/// for a use of them. Members, extensions' contents and what macros make are not seen, so an arrow
/// that goes through a member alone is missed.
struct SwiftSource {
  let path: String
  /// The target below `Sources`.
  let target: String
  /// The folder inside the target, `.` for the target's own.
  let folder: String
  let imports: Set<String>
  /// Names of the top level that other files see.
  let declared: Set<String>
  /// Words that may be names of the top level.
  let used: Set<String>
  let lineCount: Int

  /// - Parameter path: from the project's root, such as `Sources/Engine/Plan/PlanBuilder.swift`.
  init(path: String, text: String) {
    let parts = path.split(separator: "/").map(String.init)
    let code = Self.code(of: text)
    self.path = path
    target = parts[1]
    folder = parts.count > 3 ? parts[2..<parts.count - 1].joined(separator: "/") : "."
    imports = Set(code.matches(of: /(?m)^[\w@ ]*\bimport (\w+)/).map { String($0.1) })
    declared = Set(code.matches(of: Self.declaration).map { String($0.1) })
    let words = code.matches(of: /(\.|\bfunc )?\b([A-Za-z_]\w*)(\()?/)
    used = Set(
      words.filter { word in
        word.1 == nil && (word.2.first?.isUppercase == true || word.3 != nil)
      }.map { String($0.2) })
    lineCount = text.count { $0.isNewline }
  }

  private static var declaration: Regex<(Substring, Substring)> {
    /(?m)^(?:@\w+(?:\([^)\n]*\))?\s+)*(?:(?:public|package|open|internal|final|indirect|nonisolated) )*(?:struct|class|enum|protocol|actor|typealias|func) (\w+)/
  }

  private static func code(of text: String) -> String {
    text.replacing(/"""[\s\S]*?"""/, with: "\"\"")
      .replacing(/"(?:\\.|[^"\\\n])*"/, with: "\"\"")
      .replacing(/\/\/[^\n]*/, with: "")
      .replacing(/\/\*[\s\S]*?\*\//, with: "")
  }
}
