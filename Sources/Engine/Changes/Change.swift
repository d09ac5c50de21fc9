internal import JSON

/// What became of an asset or album of a fetch since a token, as PHFetchResultChangeDetails tells it.
package struct Change: Hashable, Sendable, RecordFrame {
  package let kind: Kind
  /// Whether it is an album that it became of.
  package let isOfAlbum: Bool
  /// Whether everything is listed, as there is no fetch before that the indexes could be relative to.
  package var isListing = false
  /// Why what the rule loads of the asset could not be loaded.
  package var problem: String?

  package enum Kind: Hashable, Sendable {
    /// The index in the fetch before.
    case removed(at: Int)
    /// The index in the fetch before, once all that was removed is out and all that was inserted up
    /// to here is in.
    case inserted(at: Int)
    /// The index in the fetch after.
    case changed(at: Int)
    /// From an index in the fetch before, once all that was removed is out and all that was inserted
    /// is in, to one in the fetch after.
    case moved(from: Int, to: Int)
  }

  package init(_ kind: Kind, ofAlbum isOfAlbum: Bool = false, isListing: Bool = false) {
    self.kind = kind
    self.isOfAlbum = isOfAlbum
    self.isListing = isListing
  }

  package static let types = ["removed", "inserted", "changed", "moved"]

  /// Whether the record carries the asset, and not only its name.
  var hasContent: Bool {
    switch kind {
    case .inserted, .changed: true
    case .removed, .moved: false
    }
  }

  /// Writes the record of a change, with that of the asset or album within it.
  package func write(into writer: inout RecordWriter, writeAsset: (inout RecordWriter) -> Void) {
    writer.begin(kind: "change")
    switch kind {
    case .removed(let index): writer.write("removed", index)
    case .inserted(let index): writer.write("inserted", index)
    case .changed(let index): writer.write("changed", index)
    case .moved(let from, let to):
      writer.write("type", "moved" as StaticString)
      writer.write("from", Int64(from))
      writer.write("to", Int64(to))
    }
    if isListing { writer.write("hasIncrementalChanges", false) }
    if let problem { writer.write("error", problem) }
    writer.write(key: isOfAlbum ? "album" : "asset")
    // The record within begins no line.
    let opening = writer.opening
    writer.opening = []
    writeAsset(&writer)
    writer.opening = opening
    // A record within another ends no line.
    writer.buffer.truncate(to: writer.buffer.count - 1)
    writer.end()
  }
}

extension Findings {
  /// What became of the asset since a token, in a rule that observes its fetch.
  package var change: Change? {
    get { frame as? Change }
    set { frame = newValue }
  }
}

extension RecordWriter {
  fileprivate mutating func write(_ type: StaticString, _ index: Int) {
    write("type", type)
    write("index", Int64(index))
  }

  /// Writes the record that ends a feed.
  package mutating func write(_ token: ChangeToken, isListing: Bool) {
    begin(kind: "token")
    write("token", token.description)
    write("hasIncrementalChanges", !isListing)
    end()
  }
}
