internal import CLuaShim

/// What every rule finds in its globals beside the words of stages and tests.
package enum RuleGlobals {
  /// Functions and values.
  static let names = [
    "assert", "error", "ipairs", "next", "now", "options", "pairs", "pcall", "pipeline", "print",
    "require", "select", "setmetatable", "stage", "tonumber", "tostring", "type", "use", "xpcall",
  ]

  /// Lua's libraries, as far as rules have them.
  static let libraries: [String: [String]] = [
    "math": [
      "abs", "acos", "asin", "atan", "ceil", "cos", "deg", "exp", "floor", "fmod", "huge", "log",
      "max", "maxinteger", "min", "mininteger", "modf", "pi", "rad", "random", "randomseed", "sin",
      "sqrt", "tan", "tointeger", "type", "ult",
    ],
    "string": [
      "byte", "char", "find", "format", "gmatch", "gsub", "len", "lower", "match", "pack",
      "packsize", "rep", "reverse", "sub", "unpack", "upper",
    ],
    "table": ["concat", "insert", "move", "pack", "remove", "sort", "unpack"],
    "utf8": ["char", "charpattern", "codepoint", "codes", "len", "offset"],
  ]

  /// Methods of an asset.
  static let methods = ["hasItemConformingTo"]

  /// The letters of a date's format that stand for something.
  package static let formatLetters = SHOTLUA_DATE_LETTERS.split(separator: " ").map(String.init)

  /// What a date has behind a dot or a colon.
  static let partsOfDates = [
    "year", "month", "day", "hour", "minute", "second", "weekday", "format",
  ]
}
