public import Engine

/// A stage that a Lua file declares with `stage { … }`.
///
/// ```lua
/// return stage {
///   name = "aspect", role = "classify", api = { 1, 1 }, version = "1.0",
///   summary = "adds the ratio of width to height",
///   fields = { aspect = "number" },
///   process = function(asset) return asset.pixelWidth and asset.pixelWidth / asset.pixelHeight end,
/// }
/// ```
public struct Plugin: Hashable, Sendable {
  public let description: StageDescription
  /// The plugin's own version; "0" if it declares none.
  public let version: String
  /// The lowest and the highest version of the plugin contract that the stage was written for.
  public let contracts: ClosedRange<Int>
  /// The path of the file that declares the stage.
  public let path: String
  /// The line of the declaration.
  package let line: Int
  /// The function that the stage runs for each asset.
  package let process: FunctionReference
  /// The options that the function gets, in order; the description has others as well.
  let options: [OptionDescription]

  /// The version of the contract between plugins and this program.
  public static let contract = 1

  public var name: String { description.name }
  public var role: StageRole { description.role }

  /// The roles that a stage declared in Lua can have.
  package static let roles: [StageRole] = [.classify, .filter, .map, .key, .text]

  /// Returns true if a plugin can have this name: a-z, 0-9 and _, at most 40, a letter first.
  public static func isName(_ name: String) -> Bool {
    guard let first = name.utf8.first, name.utf8.count <= 40 else { return false }
    let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    return letters.contains(first)
      && name.utf8.allSatisfy {
        letters.contains($0) || $0 == UInt8(ascii: "_")
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
      }
  }

  /// The option that determines what happens to an asset for which the function fails.
  static let failureOption = OptionDescription.choice(
    "onError", among: OnError.allCases.map(\.rawValue),
    "leave out an asset for which the plugin fails, or end the run", default: OnError.skip.rawValue)

  enum OnError: String, CaseIterable {
    case skip, stop
  }

  /// The stage definition for the registry of a rule's stages.
  package var definition: StageDefinition {
    StageDefinition(description, function: process) { LuaStage(self, &$0) }
  }
}
