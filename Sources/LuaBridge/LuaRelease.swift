internal import CLuaShim

/// A release of Lua: `Lua 5.4.4`.
public struct LuaRelease: Sendable, CustomStringConvertible {
  public let description: String

  /// The release that rules run in.
  public static var linked: LuaRelease { LuaRelease(String(cString: shotlua_release())) }

  init(_ description: String) {
    self.description = description
  }

  /// True if it is 5.4.8 or later: an allocation that fails in the ones before may damage memory,
  /// which is why rules are ended before that.
  public var isRepaired: Bool {
    let numbers = (description.split(separator: " ").last ?? "").split(separator: ".")
      .compactMap { Int($0) }
    return [5, 4, 8].lexicographicallyPrecedes(numbers + [0])
  }
}
