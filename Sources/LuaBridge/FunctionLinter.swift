internal import Engine

/// A search for certain mistakes in a compiled function, without running it. It tracks the contents
/// of registers from one instruction to the next. At an instruction that is also reached by a jump
/// it forgets all of them, so that it reports nothing that may be correct.
struct FunctionLinter {
  /// The constant texts that functions capture, by the indexes of their upvalues.
  struct CapturedTexts {
    private var byLine: [Int: [Int: String]] = [:]

    /// The texts of the function in a line; empty if the line has several functions.
    subscript(line: Int) -> [Int: String] { byLine[line] ?? [:] }

    fileprivate mutating func add(_ texts: [Int: String], toFunctionIn line: Int) {
      byLine[line] = byLine[line] == nil ? texts : [:]
    }
  }

  struct Occurrence: Hashable {
    let act: Act
    let line: Int
    let isNested: Bool
  }

  enum Act: Hashable {
    case readsGlobal(String)
    /// Defines a global with this name.
    case makesGlobal(String)
    /// Uses the table of globals itself, so it may define any global.
    case touchesGlobals
    case readsMember(String, of: String)
    case callsMember(String, of: String)
    case readsField(String)
    case callsMethod(String)
    /// Reads a part of a date, which is a field of the asset.
    case readsPart(String, ofField: String)
    /// Formats a date, which is a field of the asset.
    case formats(field: String, text: String)
    /// Compares a field of the asset with a text, by `==` or `~=`.
    case equates(field: String, text: String)
    case orders(field: String, text: String)
  }

  private(set) var findings: [Occurrence] = []
  private(set) var captured = CapturedTexts()
  private let libraries: Set<String>

  /// - Parameters:
  ///   - libraries: The names of globals whose members are constant.
  ///   - texts: The constant texts in the function's upvalues, by their indexes.
  init(
    _ function: LuaPrototype, libraries: Set<String>, takesAsset: Bool, texts: [Int: String] = [:]
  ) {
    self.libraries = libraries
    let isKept = takesAsset && function.parameterCount > 0 && Self.keepsFirstRegister(function)
    scan(function, UpvalueContents(texts: texts), holdsAsset: isKept)
  }

  /// Scans a rule or module, with all functions in it; its only upvalue is the table of globals.
  init(chunk: LuaPrototype, libraries: Set<String>) {
    self.libraries = libraries
    scan(chunk, UpvalueContents(globals: 0), holdsAsset: false)
  }

  private struct UpvalueContents {
    /// The upvalue with the table of globals; nil if that is unknown.
    var globals: Int?
    /// The upvalue with the asset; nil if none exists.
    var asset: Int?
    var texts: [Int: String] = [:]
    var isNested = false
  }

  private enum RegisterContent {
    case asset
    case field(String)
    case text(String)
    case library(String)
    case member(String, of: String)
    case methodOfField(String, name: String)
  }

  /// The known contents of registers. An array, because creating the first dictionary with a type
  /// of key takes a third of a million instructions, and each rule is scanned before it runs.
  private struct Registers {
    private var values: [RegisterContent?] = []

    subscript(register: Int) -> RegisterContent? {
      get { register < values.count ? values[register] : nil }
      set {
        while values.count <= register { values.append(nil) }
        values[register] = newValue
      }
    }

    mutating func removeAll(from register: Int = 0) {
      values.removeLast(max(0, values.count - register))
    }
  }

  /// Returns true if neither the function nor a nested one ever sets its first parameter.
  private static func keepsFirstRegister(_ function: LuaPrototype) -> Bool {
    let isChanged = function.code.contains { instruction in
      instruction.a == 0 && (instruction.changesA || instruction.changedCount != 0)
    }
    return !isChanged && !function.children.contains { setsRegister(0, around: $0) }
  }

  /// Returns true if a nested function, at any depth, sets a register of the function around it.
  private static func setsRegister(_ register: Int, around function: LuaPrototype) -> Bool {
    function.upvalues.indices.contains { index in
      let upvalue = function.upvalues[index]
      return upvalue.isRegister && upvalue.index == register && setsUpvalue(index, of: function)
    }
  }

  private static func setsUpvalue(_ index: Int, of function: LuaPrototype) -> Bool {
    let isSet = function.code.contains {
      $0.operation == LuaInstruction.Operation.setUpvalue && $0.b == index
    }
    return isSet
      || function.children.contains { child in
        child.upvalues.indices.contains { inner in
          let upvalue = child.upvalues[inner]
          return !upvalue.isRegister && upvalue.index == index && setsUpvalue(inner, of: child)
        }
      }
  }

  /// - Parameter holdsAsset: True if the first register always holds the asset.
  private mutating func scan(
    _ function: LuaPrototype, _ around: UpvalueContents, holdsAsset: Bool
  ) {
    var known = Registers()
    var texts: [Int: [Int: String]] = [:]
    var isJoin = Array(repeating: false, count: function.code.count)
    for (place, instruction) in function.code.enumerated() {
      for target in instruction.targets(from: place) where isJoin.indices.contains(target) {
        isJoin[target] = true
      }
    }
    for (place, instruction) in function.code.enumerated() {
      if isJoin[place] { known.removeAll() }
      if holdsAsset { known[0] = .asset }
      let line = place < function.lines.count ? function.lines[place] : 0
      let held = look(at: instruction, in: function, known, around) {
        findings.append(Occurrence(act: $0, line: line, isNested: around.isNested))
      }
      if instruction.operation == LuaInstruction.Operation.closure {
        texts[instruction.bx] = Self.texts(
          for: instruction.bx, at: place, in: function, known, around)
      }
      if let count = instruction.changedCount {
        for register in instruction.a..<instruction.a + count { known[register] = nil }
      } else {
        known.removeAll(from: instruction.a)
      }
      if let held { known[instruction.a] = held }
    }
    for (number, child) in function.children.enumerated() {
      func place(of index: Int?) -> Int? {
        guard let index else { return nil }
        return child.upvalues.firstIndex { !$0.isRegister && $0.index == index }
      }
      let first = child.upvalues.firstIndex { $0.isRegister && $0.index == 0 }
      let own = texts[number] ?? [:]
      captured.add(own, toFunctionIn: child.firstLine)
      scan(
        child,
        UpvalueContents(
          globals: place(of: around.globals), asset: holdsAsset ? first : place(of: around.asset),
          texts: own, isNested: true), holdsAsset: false)
    }
  }

  /// Returns the constant texts that the nested function captures at that place, by upvalue.
  private static func texts(
    for number: Int, at place: Int, in function: LuaPrototype, _ known: Registers,
    _ around: UpvalueContents
  ) -> [Int: String] {
    guard function.children.indices.contains(number) else { return [:] }
    var texts: [Int: String] = [:]
    for (index, upvalue) in function.children[number].upvalues.enumerated() {
      if !upvalue.isRegister {
        texts[index] = around.texts[upvalue.index]
      } else if case .text(let text) = known[upvalue.index],
        !function.children.contains(where: { setsRegister(upvalue.index, around: $0) }),
        !function.code[(place + 1)...].contains(where: { $0.changes(register: upvalue.index) })
      {
        texts[index] = text
      }
    }
    return texts
  }

  /// Reports what an instruction does; returns its first register's new content, nil if unknown.
  private func look(
    at instruction: LuaInstruction, in function: LuaPrototype, _ known: Registers,
    _ around: UpvalueContents, note: (Act) -> Void
  ) -> RegisterContent? {
    let (globals, asset) = (around.globals, around.asset)
    typealias Operation = LuaInstruction.Operation
    func text(_ place: Int) -> String? {
      guard function.constants.indices.contains(place),
        case .text(let text) = function.constants[place]
      else { return nil }
      return text
    }
    switch instruction.operation {
    case Operation.move: return known[instruction.b]
    case Operation.loadConstant: return text(instruction.bx).map(RegisterContent.text)
    case Operation.getUpvalue:
      if instruction.b == globals { note(.touchesGlobals) }
      if let text = around.texts[instruction.b] { return .text(text) }
      return instruction.b == asset ? .asset : nil
    case Operation.getFieldOfUpvalue:
      guard let name = text(instruction.c) else { return nil }
      if instruction.b == globals {
        note(.readsGlobal(name))
        return libraries.contains(name) ? .library(name) : nil
      }
      return instruction.b == asset ? field(name, note) : nil
    case Operation.setFieldOfUpvalue:
      if instruction.a == globals, let name = text(instruction.b) { note(.makesGlobal(name)) }
      return nil
    case Operation.getField:
      guard let name = text(instruction.c) else { return nil }
      return member(name, of: known[instruction.b], note)
    case Operation.method:
      guard instruction.hasConstant, let name = text(instruction.c) else { return nil }
      switch known[instruction.b] {
      case .asset: note(.callsMethod(name))
      case .field(let field):
        note(.readsPart(name, ofField: field))
        return .methodOfField(field, name: name)
      default: break
      }
      return nil
    case Operation.equalConstant:
      if case .field(let field) = known[instruction.a], let text = text(instruction.b) {
        note(.equates(field: field, text: text))
      }
      return nil
    case Operation.equal, Operation.less, Operation.atMost:
      compare(instruction, known, note)
      return nil
    case Operation.call, Operation.tailCall:
      switch (known[instruction.a], known[instruction.a + 2]) {
      case (.member(let name, let library), _): note(.callsMember(name, of: library))
      case (.methodOfField(let field, "format"), .text(let text)):
        note(.formats(field: field, text: text))
      default: break
      }
      return nil
    default: return nil
    }
  }

  private func field(_ name: String, _ note: (Act) -> Void) -> RegisterContent {
    note(.readsField(name))
    return .field(name)
  }

  private func member(_ name: String, of value: RegisterContent?, _ note: (Act) -> Void)
    -> RegisterContent?
  {
    switch value {
    case .asset: return field(name, note)
    case .library(let library):
      note(.readsMember(name, of: library))
      return .member(name, of: library)
    case .field(let field):
      note(.readsPart(name, ofField: field))
      return nil
    case .text, .member, .methodOfField, nil: return nil
    }
  }

  private func compare(
    _ instruction: LuaInstruction, _ known: Registers, _ note: (Act) -> Void
  ) {
    let pair: (field: String, text: String)
    switch (known[instruction.a], known[instruction.b]) {
    case (.field(let field), .text(let text)), (.text(let text), .field(let field)):
      pair = (field, text)
    default: return
    }
    note(
      instruction.operation == LuaInstruction.Operation.equal
        ? .equates(field: pair.field, text: pair.text)
        : .orders(field: pair.field, text: pair.text))
  }
}
