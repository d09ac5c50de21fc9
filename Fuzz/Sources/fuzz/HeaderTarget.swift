internal import Media

/// The header readers, on a file that holds the input.
enum HeaderTarget {
  static func feed(_ input: UnsafeRawBufferPointer) -> Int32 {
    let descriptor = ScratchInput.descriptor(holding: input)
    var reader = HeaderReader()
    do {
      let facts = try reader.read(descriptor: descriptor, size: Int64(input.count))
      _ = try Completeness(
        descriptor: descriptor, size: Int64(input.count), format: facts.format)
    } catch {
      preconditionFailure("reading failed: \(error)")
    }
    return 0
  }
}
