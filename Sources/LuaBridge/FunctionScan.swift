internal import Engine

/// Looks through a compiled function for what it certainly does wrong, without running it.
///
/// It follows what registers hold from one instruction to the next, and forgets all of it where
/// another way through the function leads in, so that nothing is found that may be right.
struct FunctionScan {
  /// Something that a function does, and where.
  struct Finding: Hashable {
    let act: Act
    let line: Int
    /// Whether it stands in a function within the one that was looked through.
    let isNested: Bool
  }

  enum Act: Hashable {
    /// Reads a global.
    case readsGlobal(String)
    /// Makes a global, or may make any.
    case makesGlobal(String)
    case touchesGlobals
    /// Reads a member of a library, and calls what was read.
    case readsMember(String, of: String)
    case callsMember(String, of: String)
    /// Reads a field of the asset, or calls one of its methods.
    case readsField(String)
    case callsMethod(String)
    /// Reads a part of a date, which is a field of the asset.
    case readsPart(String, ofField: String)
    /// Formats a date, which is a field of the asset.
    case formats(field: String, text: String)
    /// Compares a field of the asset with a text: whether they are equal, or what their order is.
    case equates(field: String, text: String)
    case orders(field: String, text: String)
  }

  private(set) var findings: [Finding] = []
  private let libraries: Set<String>

  /// - Parameters:
  ///   - libraries: names of globals whose members nobody can change.
  ///   - takesAsset: whether the function's first parameter is an asset.
  init(_ function: LuaPrototype, libraries: Set<String>, takesAsset: Bool) {
    self.libraries = libraries
    let isKept = takesAsset && function.parameterCount > 0 && Self.keepsFirstRegister(function)
    scan(function, holdsAsset: isKept, globals: nil, asset: nil, isNested: false)
  }

  /// The same for the text of a rule or module, with all functions in it; its only upvalue is the
  /// table of globals.
  init(chunk: LuaPrototype, libraries: Set<String>) {
    self.libraries = libraries
    scan(chunk, holdsAsset: false, globals: 0, asset: nil, isNested: false)
  }

  /// What a register holds.
  private enum Known {
    case asset
    case field(String)
    case text(String)
    case library(String)
    case member(String, of: String)
    case methodOfField(String, name: String)
  }

  /// Whether nothing but the caller puts a value into the first parameter.
  private static func keepsFirstRegister(_ function: LuaPrototype) -> Bool {
    let isChanged = function.code.contains { instruction in
      instruction.a == 0 && (instruction.changesA || instruction.changedCount != 0)
    }
    return !isChanged && !function.children.contains { setsRegister(0, around: $0) }
  }

  /// Whether a function within another, or one within it, sets a register of that.
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

  /// - Parameters:
  ///   - holdsAsset: whether the first register is the asset throughout.
  ///   - globals: the upvalue that is the table of globals; nil where that is not known.
  ///   - asset: the upvalue that is the asset; nil where none is.
  private mutating func scan(
    _ function: LuaPrototype, holdsAsset: Bool, globals: Int?, asset: Int?, isNested: Bool
  ) {
    var known: [Int: Known] = [:]
    var joins: Set<Int> = []
    for (place, instruction) in function.code.enumerated() {
      joins.formUnion(instruction.targets(from: place))
    }
    for (place, instruction) in function.code.enumerated() {
      if joins.contains(place) { known.removeAll() }
      if holdsAsset { known[0] = .asset }
      let line = place < function.lines.count ? function.lines[place] : 0
      let held = look(
        at: instruction, in: function, known, globals: globals, asset: asset
      ) { findings.append(Finding(act: $0, line: line, isNested: isNested)) }
      if let count = instruction.changedCount {
        for register in instruction.a..<instruction.a + count { known[register] = nil }
      } else {
        known = known.filter { $0.key < instruction.a }
      }
      if let held { known[instruction.a] = held }
    }
    for child in function.children {
      func place(of index: Int?) -> Int? {
        guard let index else { return nil }
        return child.upvalues.firstIndex { !$0.isRegister && $0.index == index }
      }
      let captured = child.upvalues.firstIndex { $0.isRegister && $0.index == 0 }
      scan(
        child, holdsAsset: false, globals: place(of: globals),
        asset: holdsAsset ? captured : place(of: asset), isNested: true)
    }
  }

  /// Notes what one instruction does.
  ///
  /// - Returns: what its first register holds afterwards, where that is known.
  private func look(
    at instruction: LuaInstruction, in function: LuaPrototype, _ known: [Int: Known],
    globals: Int?, asset: Int?, note: (Act) -> Void
  ) -> Known? {
    typealias Operation = LuaInstruction.Operation
    func text(_ place: Int) -> String? {
      guard function.constants.indices.contains(place),
        case .text(let text) = function.constants[place]
      else { return nil }
      return text
    }
    switch instruction.operation {
    case Operation.move: return known[instruction.b]
    case Operation.loadConstant: return text(instruction.bx).map(Known.text)
    case Operation.getUpvalue:
      if instruction.b == globals { note(.touchesGlobals) }
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

  private func field(_ name: String, _ note: (Act) -> Void) -> Known {
    note(.readsField(name))
    return .field(name)
  }

  private func member(_ name: String, of value: Known?, _ note: (Act) -> Void) -> Known? {
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
    _ instruction: LuaInstruction, _ known: [Int: Known], _ note: (Act) -> Void
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
