/// Makes the text of a rule out of bytes: any values, in places where stages, tests and options are.
///
/// Random text hardly ever is a rule. This always is one that Lua accepts, so that what is fed is
/// how results are read and checked.
struct TableWriter {
  private var bytes: Slice<UnsafeRawBufferPointer>
  private var text = ""
  private let words: [String]
  private let names: [String]

  /// - Parameters:
  ///   - words: what can be called.
  ///   - names: of options and fields.
  init(_ input: UnsafeRawBufferPointer, words: [String], names: [String]) {
    bytes = input[...]
    self.words = words
    self.names = names
  }

  /// A whole rule.
  mutating func rule() -> String {
    text = "local shared = { 1, 2 }\n"
    if next() % 4 == 0 {
      text += "pcall(options, "
      table(depth: 0)
      text += ")\n"
    }
    text += "return pipeline {\n"
    while !bytes.isEmpty, text.utf8.count < 1 << 16 {
      call(depth: 0)
      text += ",\n"
    }
    return text + "}\n"
  }

  private mutating func next() -> Int {
    bytes.popFirst().map(Int.init) ?? 0
  }

  /// A place in a list, whose last ones, which no rule may hold, are rare.
  private mutating func rarelyLast(_ count: Int) -> Int {
    let byte = next()
    return byte > 250 ? count - 1 - byte % 2 * (count > 2 ? 1 : 0) : byte % max(1, count - 2)
  }

  private mutating func call(depth: Int) {
    text += words[next() % words.count] + "("
    for place in 0..<(next() % 3 + 1) {
      if place > 0 { text += ", " }
      value(depth: depth + 1)
    }
    text += ")"
  }

  private mutating func value(depth: Int) {
    let kind = next()
    switch depth > 18 ? kind % 9 : kind % 16 {
    case 0: text += "true"
    case 1: text += "\(next() - 128)"
    case 2:
      text += ["0.1", "-0.0", "1e308", "math.mininteger", "2^63", "1/0", "0/0"][rarelyLast(7)]
    case 3, 4: quoted()
    case 5: text += "shared"
    case 6: text += "function(asset) return asset end"
    case 7: text += "\"\(names[next() % names.count])\""
    case 8: text += ["shared", "nil"][rarelyLast(2)]
    case 9, 10, 14, 15: table(depth: depth)
    case 11: text += "setmetatable({}, { __index = shared, __len = print })"
    case 12: text += "(\"x\"):rep(\(next() * next()))"
    default: call(depth: depth)
    }
  }

  private mutating func table(depth: Int) {
    text += "{ "
    for _ in 0..<(next() % 5) {
      switch next() % 24 {
      case 0: text += "[\(next() % 4)] = "
      case 1...8: break
      case 9...12:
        text += "["
        quoted()
        text += "] = "
      default: text += "[\"\(names[next() % names.count])\"] = "
      }
      value(depth: depth + 1)
      text += ", "
    }
    text += "}"
  }

  /// A text of any bytes.
  private mutating func quoted() {
    text += "\""
    for _ in 0..<(next() % 12) {
      let byte = next()
      let digits = String(byte)
      text += "\\" + String(repeating: "0", count: 3 - digits.count) + digits
    }
    text += "\""
  }
}
