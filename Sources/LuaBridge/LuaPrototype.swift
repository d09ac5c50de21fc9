/// A compiled function of a rule, parsed from the binary format of Lua 5.4. The bytes come from the
/// program's own Lua, but are checked; other formats are refused.
struct LuaPrototype {
  /// The chunk's name with its `@`; nil if it is the same as that of the enclosing function.
  let source: String?
  let firstLine: Int
  let parameterCount: Int
  let code: [LuaInstruction]
  let constants: [Constant]
  let upvalues: [Upvalue]
  let children: [LuaPrototype]
  let lines: [Int]

  enum Constant: Hashable {
    case text(String)
    case other
  }

  /// A variable of an enclosing function that the function uses.
  struct Upvalue {
    /// True if the variable is the enclosing function's register, false if it is its upvalue.
    let isRegister: Bool
    let index: Int
  }

  /// Parses a function; returns nil for anything but a dump of Lua 5.4.
  init?(_ bytes: UnsafeRawBufferPointer) {
    var reader = Reader(bytes)
    guard reader.skipHeader(), let prototype = LuaPrototype(&reader, depth: 0) else { return nil }
    self = prototype
  }

  /// Lua's own limit of nested functions.
  private static let deepest = 200

  private init?(_ reader: inout Reader, depth: Int) {
    guard depth <= Self.deepest, let source = reader.text(), let firstLine = reader.size(),
      reader.size() != nil, let parameters = reader.byte(), reader.byte() != nil,
      reader.byte() != nil, let size = reader.count(of: 4)
    else { return nil }
    self.source = source.value
    self.firstLine = firstLine
    parameterCount = Int(parameters)
    code = (0..<size).map { _ in LuaInstruction(reader.word()) }
    guard let constants = reader.list({ Self.constant(&$0) }),
      let upvalues = reader.list({ Self.upvalue(&$0) }),
      let children = reader.list({ LuaPrototype(&$0, depth: depth + 1) }),
      let lines = Self.lines(&reader, from: firstLine, count: size),
      Self.skipNames(&reader)
    else { return nil }
    self.constants = constants
    self.upvalues = upvalues
    self.children = children
    self.lines = lines
  }

  private static func constant(_ reader: inout Reader) -> Constant? {
    switch reader.byte() {
    case 0x00, 0x01, 0x11: return .other
    case 0x03, 0x13: return reader.skip(8) ? .other : nil
    case 0x04, 0x14: return reader.text().map { .text($0.value ?? "") }
    default: return nil
    }
  }

  private static func upvalue(_ reader: inout Reader) -> Upvalue? {
    guard let isRegister = reader.byte(), let index = reader.byte(), reader.byte() != nil else {
      return nil
    }
    return Upvalue(isRegister: isRegister != 0, index: Int(index))
  }

  /// Reads the lines of `count` instructions, most given as differences; nil if bytes are missing.
  private static func lines(_ reader: inout Reader, from first: Int, count: Int) -> [Int]? {
    guard let known = reader.count(of: 1) else { return nil }
    let steps = (0..<known).map { _ in Int8(bitPattern: reader.byte() ?? 0) }
    guard
      let whole = reader.list({ reader in
        reader.size().flatMap { place in reader.size().map { (place, $0) } }
      })
    else { return nil }
    var lines: [Int] = []
    var line = first
    var next = 0
    for place in 0..<count {
      if next < whole.count, whole[next].0 == place {
        line = whole[next].1
        next += 1
      } else if place < steps.count, steps[place] != -0x80 {
        line += Int(steps[place])
      }
      lines.append(line)
    }
    return lines
  }

  private static func skipNames(_ reader: inout Reader) -> Bool {
    let locals = reader.list { reader in
      reader.text().flatMap { _ in reader.size() }.flatMap { _ in reader.size() }
    }
    return locals != nil && reader.list { $0.text().map { _ in true } } != nil
  }

  /// A reader of the bytes in order; returns nil beyond their end.
  private struct Reader {
    private let bytes: UnsafeRawBufferPointer
    private var position = 0

    init(_ bytes: UnsafeRawBufferPointer) {
      self.bytes = bytes
    }

    /// Skips Lua 5.4's header for 8-byte integers and numbers; returns false for another header.
    mutating func skipHeader() -> Bool {
      let start: [UInt8] = [
        0x1B, 0x4C, 0x75, 0x61, 0x54, 0x00, 0x19, 0x93, 0x0D, 0x0A, 0x1A, 0x0A, 4, 8, 8,
      ]
      guard bytes.starts(with: start) else { return false }
      position = start.count
      // An integer and a number that show the byte order, and the number of upvalues.
      return skip(8 + 8 + 1)
    }

    mutating func byte() -> UInt8? {
      guard position < bytes.count else { return nil }
      defer { position += 1 }
      return bytes[position]
    }

    mutating func word() -> UInt32 {
      guard bytes.count - position >= 4 else { return 0 }
      defer { position += 4 }
      return bytes.loadUnaligned(fromByteOffset: position, as: UInt32.self)
    }

    mutating func skip(_ count: Int) -> Bool {
      guard count <= bytes.count - position else { return false }
      position += count
      return true
    }

    /// Reads a number of seven bits per byte, the highest first; the last byte has its top bit set.
    mutating func size() -> Int? {
      var value = 0
      while let byte = byte() {
        guard value < 1 << 40 else { return nil }
        value = value << 7 | Int(byte & 0x7F)
        if byte & 0x80 != 0 { return value }
      }
      return nil
    }

    /// Reads the number of the elements of `width` bytes that follow; nil if the bytes are too few.
    mutating func count(of width: Int) -> Int? {
      guard let count = size(), count <= (bytes.count - position) / width else { return nil }
      return count
    }

    /// A text of the dump; its value is nil where the dump has none.
    struct Text {
      let value: String?
    }

    mutating func text() -> Text? {
      guard let size = size() else { return nil }
      guard size > 0 else { return Text(value: nil) }
      let start = position
      guard skip(size - 1) else { return nil }
      return Text(value: String(decoding: bytes[start..<start + size - 1], as: UTF8.self))
    }

    mutating func list<Element>(_ read: (inout Reader) -> Element?) -> [Element]? {
      guard let count = count(of: 1) else { return nil }
      var elements: [Element] = []
      for _ in 0..<count {
        guard let element = read(&self) else { return nil }
        elements.append(element)
      }
      return elements
    }
  }
}

/// One instruction of Lua 5.4: an operation and up to three operands.
struct LuaInstruction {
  private let bits: UInt32

  init(_ bits: UInt32) {
    self.bits = bits
  }

  var operation: Int { Int(bits & 0x7F) }
  var a: Int { Int(bits >> 7 & 0xFF) }
  var b: Int { Int(bits >> 16 & 0xFF) }
  var c: Int { Int(bits >> 24) }
  /// True if `c` is the index of a constant, false for a register.
  var hasConstant: Bool { bits >> 15 & 1 != 0 }
  var bx: Int { Int(bits >> 15) }
  /// All operands as one number: the instructions to skip, or to go back if it is negative.
  var jump: Int { Int(bits >> 7) - 0xFF_FFFF }

  enum Operation {
    static let move = 0
    static let loadConstant = 3
    static let loadFalseAndSkip = 6
    static let loadNil = 8
    static let getUpvalue = 9
    static let setUpvalue = 10
    static let getFieldOfUpvalue = 11
    static let getField = 14
    static let setFieldOfUpvalue = 15
    static let method = 20
    static let jump = 56
    static let equal = 57
    static let less = 58
    static let atMost = 59
    static let equalConstant = 60
    static let call = 68
    static let tailCall = 69
    static let forLoop = 73
    static let forPrepare = 74
    static let genericForPrepare = 75
    static let genericForCall = 76
    static let genericForLoop = 77
    static let closure = 79
    static let variadic = 80
    static let prepareVariadic = 81
  }

  var changesA: Bool {
    switch operation {
    case 10, 15...18, 46...48, 54...66, 70...72, 75, 78, 82: false
    default: true
    }
  }

  /// The number of registers, from `a` on, that the instruction may change; nil for all.
  var changedCount: Int? {
    switch operation {
    case Operation.loadNil: b + 1
    case Operation.method: 2
    case Operation.call, Operation.tailCall, Operation.variadic, Operation.genericForCall: nil
    case Operation.forLoop, Operation.forPrepare, Operation.genericForLoop: 5
    default: changesA ? 1 : 0
    }
  }

  /// True if an operation of Lua 5.4 may use the first register; lists of registers begin at `a`.
  var usesFirstRegister: Bool {
    let usesA =
      switch operation {
      case 15, 56, 71, 82: false
      default: a == 0
      }
    let usesB =
      switch operation {
      case 0, 12...14, 16, 20...46, 49...52, 57...59, 67: b == 0
      default: false
      }
    let usesC =
      switch operation {
      case 12, 34...45: c == 0
      case 15...18, 20: !hasConstant && c == 0
      default: false
      }
    return usesA || usesB || usesC || operation > 82
  }

  func changes(register: Int) -> Bool {
    guard let count = changedCount else { return register >= a }
    return (a..<a + count).contains(register)
  }

  /// Returns the indices of the instructions to which this one may jump.
  func targets(from place: Int) -> [Int] {
    switch operation {
    case Operation.jump: [place + 1 + jump]
    case Operation.loadFalseAndSkip: [place + 2]
    case Operation.forLoop, Operation.genericForLoop: [place + 1 - bx]
    case Operation.forPrepare: [place + 2 + bx]
    case Operation.genericForPrepare: [place + 1 + bx]
    default: []
    }
  }
}
