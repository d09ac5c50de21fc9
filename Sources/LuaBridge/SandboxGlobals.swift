internal import CLuaShim

/// The globals of every rule, besides stages and tests.
package enum SandboxGlobals {
  static let names = [
    "assert", "error", "ipairs", "next", "now", "options", "pairs", "pcall", "pipeline", "print",
    "require", "select", "setmetatable", "stage", "tonumber", "tostring", "type", "use", "xpcall",
  ]

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

  static let methods = ["hasItemConformingTo"]

  /// The letters that a date's format defines.
  package static let formatLetters = SHOTLUA_DATE_LETTERS.split(separator: " ").map(String.init)

  /// The members and methods of a date.
  static let partsOfDates = [
    "year", "month", "day", "hour", "minute", "second", "weekday", "format",
  ]
}
