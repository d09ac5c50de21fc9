internal import CLuaShim

/// Copies of texts at addresses that stay valid until the arena is emptied.
struct TextArena: ~Copyable {
  private var blocks: [UnsafeMutableRawPointer] = []

  deinit {
    for block in blocks { block.deallocate() }
  }

  mutating func removeAll() {
    for block in blocks { block.deallocate() }
    blocks.removeAll(keepingCapacity: true)
  }

  mutating func copy(_ text: String) -> shotlua_text {
    var text = text
    return text.withUTF8 { copy(UnsafeRawBufferPointer($0)) }
  }

  mutating func copy(_ bytes: UnsafeRawBufferPointer) -> shotlua_text {
    let block = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count + 1, alignment: 1)
    block.copyMemory(from: bytes)
    block[bytes.count] = 0
    if let base = block.baseAddress { blocks.append(base) }
    let address = block.baseAddress?.assumingMemoryBound(to: CChar.self)
    return shotlua_text(bytes: address, length: bytes.count)
  }

  mutating func copy<Element: BitwiseCopyable>(_ elements: [Element]) -> UnsafePointer<Element> {
    let buffer = UnsafeMutablePointer<Element>.allocate(capacity: max(1, elements.count))
    buffer.initialize(from: elements, count: elements.count)
    blocks.append(UnsafeMutableRawPointer(buffer))
    return UnsafePointer(buffer)
  }
}
