internal import Platform

/// The identifier of an asset in its library, and its position there.
package struct ShardPlace: Sendable {
  /// The position in the library's order, from 0.
  package let ordinal: Int
  /// The `localIdentifier`.
  package let identifier: OwnedBytes
  /// The name of the asset's content, equal for equal bytes; nil if no shard determined it.
  package var content: String?

  package init(ordinal: Int, identifier: OwnedBytes, content: String? = nil) {
    self.ordinal = ordinal
    self.identifier = identifier
    self.content = content
  }

  /// Writes the members `ord`, `place`, for a name that is not UTF-8 `placeBytes`, and `content`.
  package func write(into writer: inout RecordWriter) {
    writer.write("ord", Int64(ordinal))
    withExtendedLifetime(identifier) {
      writer.write("place", identifier.bytes, bytesKey: "placeBytes")
    }
    if let content { writer.write("content", content) }
  }

  /// Reads lines like `{"ord":0,"place":"Holiday/a.jpg"}`; a ``ShardProblem`` names the line.
  package static func all(in text: [UInt8]) throws(ShardProblem) -> [ShardPlace] {
    var places: [ShardPlace] = []
    for (number, line) in text.split(separator: UInt8(ascii: "\n")).enumerated() {
      guard let place = line.withUnsafeBytes({ ShardPlace(line: $0) }) else {
        throw ShardProblem(
          "line \(number + 1) of the shard is no place, such as {\"ord\":0,\"place\":\"a.jpg\"}")
      }
      places.append(place)
    }
    return places
  }

  private init?(line: UnsafeRawBufferPointer) {
    guard let element = try? JSONElement(checking: line, deepest: 8) else { return nil }
    self.init(element)
  }

  init?(_ element: JSONElement) {
    var (ordinal, text, bytes): (Int?, String?, [UInt8]?) = (nil, nil, nil)
    var content: String?
    for (name, value) in element.members {
      if name.equals("ord") { ordinal = value.whole.flatMap { Int(exactly: $0) } }
      if name.equals("place") { text = value.string }
      if name.equals("placeBytes") { bytes = Base64.decode(value.bytes) }
      if name.equals("content") { content = value.string }
    }
    guard let ordinal, ordinal >= 0, let identifier = bytes ?? text.map({ Array($0.utf8) }) else {
      return nil
    }
    self.init(ordinal: ordinal, identifier: OwnedBytes(identifier), content: content)
  }
}

/// The positions of a shard's assets, by the bytes of their identifiers: names of different files may
/// be the same text.
struct ShardOrdinals: Sendable {
  private let ordinals: [[UInt8]: Int]

  init(_ places: [ShardPlace]) {
    ordinals = Dictionary(
      places.map { place in
        (withExtendedLifetime(place.identifier) { Array($0.bytes) }, place.ordinal)
      }, uniquingKeysWith: { $1 })
  }

  /// The position of an asset; nil for one of another shard.
  subscript(identifier: OwnedBytes) -> Int? {
    withExtendedLifetime(identifier) { ordinals[Array($0.bytes)] }
  }
}

extension RunContext {
  /// Calls `each` with the identifier and position of every asset of a library, including hidden
  /// ones and all frames of bursts, in the library's order; opens no file of an asset. `failed`
  /// gets failures of parts, such as a folder without permission. Throws ``LibraryProblem`` if the
  /// library can't be listed, or ``RunProblem/cancelled``.
  package func places(
    of place: LibraryPlace, failed: (AssetFailure) -> Void = { _ in },
    each: (ShardPlace) throws -> Void
  ) throws {
    var context = self
    context.arrivals = nil
    context.services.catalogue = nil
    var fetch = AssetFetch()
    fetch.includesHidden = true
    fetch.includesBurstFrames = true
    // A rule may include every file; which of them are assets is decided where they are read.
    fetch.includesEverything = true
    let reader = try LibraryReader(fetch, in: context).answer(
      of: context.library(place), at: place
    ).reader
    var ordinal = 0
    while let batch = try reader.next() {
      if cancellation.isCancelled { throw RunProblem.cancelled }
      for asset in batch.unfold() {
        if let failure = asset.failure {
          failed(failure)
          continue
        }
        try each(ShardPlace(ordinal: ordinal, identifier: asset.identifierBytes))
        ordinal += 1
      }
    }
  }
}
