internal import CLuaShim
internal import Engine

/// What is found out of a function before its first call.
struct FunctionStudy: ~Copyable {
  let fields: FieldTable
  /// The fields that are recalled before each call.
  private(set) var recalled: [Field] = []
  private var arena = TextArena()

  init(fields: FieldTable) {
    self.fields = fields
  }

  /// Nil where the function needs an asset.
  fileprivate mutating func use(in code: UnsafeRawBufferPointer) -> shotlua_use? {
    guard let function = LuaPrototype(code), let use = AssetUse(of: function) else { return nil }
    recalled = use.recalled(of: fields)
    return shotlua_use(
      fields: arena.copy(recalled.map { Int32($0.rawValue) }), count: recalled.count,
      is_all: recalled.count == use.names.count)
  }
}

// C calls it while it holds the code, on whatever thread runs the lane.
func luaStudiesFunction(
  _ context: UnsafeMutableRawPointer?, _ code: shotlua_text,
  _ use: UnsafeMutablePointer<shotlua_use>?
) -> Bool {
  guard let context, let use else { return false }
  let study = context.assumingMemoryBound(to: FunctionStudy.self)
  let bytes = UnsafeRawBufferPointer(start: code.bytes, count: code.length)
  guard let answer = study.pointee.use(in: bytes) else { return false }
  use.pointee = answer
  return true
}
