internal import Files
internal import Media

/// The header readers, on a file that holds the input.
enum HeaderTarget {
  static func feed(_ input: UnsafeRawBufferPointer, _ frame: HeaderFrame) -> Int32 {
    let file = frame.file(around: input)
    let descriptor = file.withUnsafeBytes { ScratchInput.descriptor(holding: $0) }
    var reader = HeaderReader()
    do {
      let facts = try reader.read(descriptor: descriptor, size: Int64(file.count))
      precondition(reader.cost <= HeaderReader.costLimit, "more was read than is allowed")
      _ = try Completeness(
        descriptor: descriptor, size: Int64(file.count), format: facts.format)
      let described = try reader.readDescribed(
        descriptor: descriptor, size: Int64(file.count), digest: { _ in nil })
      precondition(described.facts == facts, "the facts of a file change")
      if let packed = described.description?.packed() {
        let read = packed.withUnsafeBytes { MediaDescription(packed: $0) }
        precondition(read == described.description, "a packed description changes")
      }
    } catch {
      preconditionFailure("reading failed: \(error)")
    }
    return 0
  }
}
