internal import CLuaShim
internal import Engine

struct FunctionAnalysis: ~Copyable {
  let fields: FieldTable
  /// The fields whose values are passed before each call.
  private(set) var recalled: [Field] = []
  private var arena = TextArena()

  init(fields: FieldTable) {
    self.fields = fields
  }

  /// Returns the members that the function reads of its asset; nil if it needs the asset's object.
  fileprivate mutating func use(in code: UnsafeRawBufferPointer) -> shotlua_use? {
    guard let function = LuaPrototype(code), let use = AssetUse(of: function) else { return nil }
    recalled = use.recalled(of: fields)
    return shotlua_use(
      fields: arena.copy(recalled.map { Int32($0.number) }), count: recalled.count,
      is_all: recalled.count == use.names.count)
  }
}

// C calls it while it holds the code, on any worker thread, so it is a free function.
func luaStudiesFunction(
  _ context: UnsafeMutableRawPointer?, _ code: shotlua_text,
  _ use: UnsafeMutablePointer<shotlua_use>?
) -> Bool {
  guard let context, let use else { return false }
  let study = context.assumingMemoryBound(to: FunctionAnalysis.self)
  let bytes = UnsafeRawBufferPointer(start: code.bytes, count: code.length)
  guard let answer = study.pointee.use(in: bytes) else { return false }
  use.pointee = answer
  return true
}
