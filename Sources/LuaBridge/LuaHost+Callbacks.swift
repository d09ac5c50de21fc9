internal import CLuaShim
internal import Engine

// C calls these on any worker thread, so they are free functions without an actor.

func luaHostTakesOptions(
  _ context: UnsafeMutableRawPointer?, _ nodes: UnsafePointer<shotlua_node>?, _ count: Int,
  _ line: Int32, _ reply: UnsafeMutablePointer<shotlua_options_reply>?
) -> Bool {
  guard let context, let reply else { return false }
  let host = Unmanaged<LuaHost>.fromOpaque(context).takeUnretainedValue()
  var reader = NodeReader(UnsafeBufferPointer(start: nodes, count: count))
  guard let answer = host.takeOptions(reader.value(), line: Int(line)) else { return false }
  reply.pointee = answer
  return true
}

func luaHostTakesDeclaration(
  _ context: UnsafeMutableRawPointer?, _ declaration: UnsafePointer<shotlua_declaration>?,
  _ name: UnsafeMutablePointer<shotlua_text>?
) -> Bool {
  guard let context, let declaration = declaration?.pointee, let name else { return false }
  let host = Unmanaged<LuaHost>.fromOpaque(context).takeUnretainedValue()
  let answer = host.takeDeclaration(
    UnsafeBufferPointer(start: declaration.nodes, count: declaration.count),
    path: declaration.path.map { String(cString: $0) } ?? "", line: Int(declaration.line))
  guard let answer else { return false }
  name.pointee = answer
  return true
}

func luaHostFindsModule(
  _ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<CChar>?,
  _ reply: UnsafeMutablePointer<shotlua_module_reply>?
) -> Bool {
  guard let context, let name, let reply else { return false }
  let host = Unmanaged<LuaHost>.fromOpaque(context).takeUnretainedValue()
  let answer = host.findModule(String(cString: name))
  reply.pointee = answer.reply
  return answer.isFound
}

func luaHostTellsClock(_ context: UnsafeMutableRawPointer?, _ moment: Int64) -> Int32 {
  let (milliseconds, isTooFar) = moment.multipliedReportingOverflow(by: 1000)
  if isTooFar { return 0 }
  return Int32(clamping: ClockOffset.ofComputer(at: Instant(milliseconds: milliseconds)).seconds)
}

func luaHostReadsDate(
  _ context: UnsafeMutableRawPointer?, _ text: shotlua_text,
  _ date: UnsafeMutablePointer<shotlua_date>?
) -> Bool {
  let bytes = UnsafeRawBufferPointer(start: text.bytes, count: text.length)
  switch WrittenDate(parsing: bytes) {
  case .moment(let moment)?:
    date?.pointee = shotlua_date(has_zone: true, start: moment.milliseconds, end: 0)
  case .clock(let range)?:
    date?.pointee = shotlua_date(
      has_zone: false, start: range.start ?? .min, end: range.end ?? .max)
  case nil: return false
  }
  return true
}

func luaHostPrints(
  _ context: UnsafeMutableRawPointer?, _ bytes: UnsafePointer<CChar>?, _ length: Int
) {
  guard let context else { return }
  let host = Unmanaged<LuaHost>.fromOpaque(context).takeUnretainedValue()
  host.print(NodeReader.string(shotlua_text(bytes: bytes, length: length)))
}
