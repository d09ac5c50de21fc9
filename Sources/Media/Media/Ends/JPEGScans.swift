/// A count of the coded blocks of a JPEG whose end marker is missing (ITU-T T.81, annexes B and F).
/// Only code lengths are decoded. Only sequential Huffman-coded pictures are counted, the kind that
/// nearly all cameras write.
struct JPEGScans {
  private static let segmentLimit = 1024

  private struct Component {
    let identifier: UInt8
    let across: Int
    let down: Int
    var isWhole = false
  }

  private var width = 0
  private var height = 0
  private var restartInterval = 0
  private var components: [Component] = []
  /// Four tables for the first coefficient of a block, then four for the others.
  private var tables = [JPEGCodeTable?](repeating: nil, count: 8)

  private init() {}

  /// Returns true if every block of every component is present.
  static func areWhole(_ window: inout HeaderWindow) throws(MediaError) -> Bool {
    var scans = Self()
    var offset: Int64 = 2
    for _ in 0..<segmentLimit {
      guard let head = try window.bytes(at: offset, count: 4) else { break }
      guard head.byte(0) == 0xFF else { return false }
      let marker = head.byte(1)
      if marker == 0xFF {
        offset += 1
        continue
      }
      let count = Int(head.big16(2)) - 2
      guard count >= 0, let content = try window.bytes(at: offset + 4, count: count) else {
        return false
      }
      offset += 4 + Int64(count)
      switch marker {
      case 0xC0, 0xC1:
        guard scans.takeFrame(content) else { return false }
      case 0xC2, 0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF: return false
      case 0xC4:
        guard scans.takeTables(content) else { return false }
      case 0xDD: scans.restartInterval = Int(content.big16(0))
      case 0xDA:
        guard let end = try scans.takeScan(content, at: offset, &window) else { return false }
        offset = end
        if scans.components.allSatisfy(\.isWhole) { return true }
      default: break
      }
    }
    return false
  }

  private mutating func takeFrame(_ content: Bytes) -> Bool {
    (height, width) = (Int(content.big16(1)), Int(content.big16(3)))
    components = (0..<Int(min(content.byte(5), 4))).map { index in
      let sampling = content.byte(7 + index * 3)
      return Component(
        identifier: content.byte(6 + index * 3), across: Int(sampling >> 4),
        down: Int(sampling & 15))
    }
    return width > 0 && height > 0 && !components.isEmpty
      && components.allSatisfy { (1...4).contains($0.across) && (1...4).contains($0.down) }
  }

  private mutating func takeTables(_ content: Bytes) -> Bool {
    var place = 0
    while place < content.count {
      let kind = content.byte(place)
      let counts = (0..<16).map { content.byte(place + 1 + $0) }
      let total = counts.reduce(0) { $0 + Int($1) }
      guard kind & 0xEC == 0, total <= 256, place + 17 + total <= content.count,
        let table = JPEGCodeTable(
          counts: counts, values: (0..<total).map { content.byte(place + 17 + $0) })
      else { return false }
      tables[Int(kind >> 4) * 4 + Int(kind & 3)] = table
      place += 17 + total
    }
    return true
  }

  /// One component of a scan, with its tables and the blocks that each unit has of it.
  private struct Part {
    let first: JPEGCodeTable
    let others: JPEGCodeTable
    let blocks: Int
  }

  /// Skips a scan's blocks; returns the position of its end, nil if a block is missing.
  private mutating func takeScan(
    _ content: Bytes, at start: Int64, _ window: inout HeaderWindow
  ) throws(MediaError) -> Int64? {
    let count = Int(content.byte(0))
    guard (1...4).contains(count) else { return nil }
    var parts: [Part] = []
    var indices: [Int] = []
    for place in 0..<count {
      let choice = content.byte(2 + place * 2)
      guard
        let index = components.firstIndex(where: {
          $0.identifier == content.byte(1 + place * 2)
        }), let first = tables[Int(choice >> 4 & 3)], let others = tables[4 + Int(choice & 3)]
      else { return nil }
      indices.append(index)
      let blocks = count == 1 ? 1 : components[index].across * components[index].down
      parts.append(Part(first: first, others: others, blocks: blocks))
    }
    var source = JPEGBitSource(at: start)
    for unit in 0..<units(of: indices) {
      if restartInterval > 0, unit > 0, unit % restartInterval == 0 {
        guard try source.takeRestart(&window) else { return nil }
      }
      for part in parts {
        for _ in 0..<part.blocks {
          guard try Self.skipBlock(part, &source, &window) else { return nil }
        }
      }
    }
    for index in indices { components[index].isWhole = true }
    return source.offset
  }

  /// Returns the number of a scan's units: blocks of one component, or groups of blocks of all.
  private func units(of indices: [Int]) -> Int {
    let across = components.map(\.across).max() ?? 1
    let down = components.map(\.down).max() ?? 1
    func parts(_ side: Int, _ unit: Int) -> Int { (side + unit - 1) / unit }
    guard indices.count == 1 else { return parts(width, 8 * across) * parts(height, 8 * down) }
    let component = components[indices[0]]
    return parts(parts(width * component.across, across), 8)
      * parts(parts(height * component.down, down), 8)
  }

  @inline(__always)
  private static func skipBlock(
    _ part: Part, _ source: inout JPEGBitSource, _ window: inout HeaderWindow
  ) throws(MediaError) -> Bool {
    guard let bits = try source.value(of: part.first, &window), bits <= 16,
      try source.skip(Int(bits), &window)
    else { return false }
    var place = 1
    while place < 64 {
      guard let value = try source.value(of: part.others, &window) else { return false }
      let (run, bits) = (Int(value >> 4), Int(value & 15))
      if bits == 0 {
        if run != 15 { break }
        place += 16
      } else {
        guard try source.skip(bits, &window) else { return false }
        place += 1 + run
      }
    }
    return true
  }
}
