import Files
internal import Media

/// The readers of sidecars, and the names of a Takeout.
enum SidecarTarget {
  static func feedTakeout(_ input: UnsafeRawBufferPointer) -> Int32 {
    guard case .item(let item) = try? TakeoutDocument(input) else { return 0 }
    if let taken = item.takenMilliseconds {
      precondition(
        (-62_135_596_800_000...253_402_300_799_999).contains(taken), "no calendar has that date")
    }
    return 0
  }

  static func feedXMP(_ input: UnsafeRawBufferPointer) -> Int32 {
    guard let sidecar = try? XMPSidecar(input) else { return 0 }
    precondition(sidecar.description.keywords.count <= input.count, "more was found than is there")
    return 0
  }

  /// Names that are parted by newlines.
  static func feedNames(_ input: UnsafeRawBufferPointer) -> Int32 {
    let names = input.split(separator: UInt8(ascii: "\n")).map {
      UnsafeRawBufferPointer(rebasing: $0)
    }
    let found = TakeoutFileGroups(names)
    for (index, sidecar) in found.sidecars.enumerated() where sidecar >= 0 {
      precondition(TakeoutFileGroups.isSidecar(names[Int(sidecar)]), "a sidecar that is none")
      precondition(!TakeoutFileGroups.isSidecar(names[index]), "the sidecar of a sidecar")
    }
    return 0
  }
}
