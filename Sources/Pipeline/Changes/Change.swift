internal import JSON

/// What became of an asset of a fetch since a token, as PHFetchResultChangeDetails tells it.
package struct Change: Hashable, Sendable {
  package let kind: Kind
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

  init(_ kind: Kind, isListing: Bool = false) {
    self.kind = kind
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
}

extension RecordWriter {
  /// Writes the record of a change; `writeAsset` writes that of the asset within it.
  mutating func write(_ change: Change, writeAsset: (inout RecordWriter) -> Void) {
    begin(kind: "change")
    switch change.kind {
    case .removed(let index): write("removed", index)
    case .inserted(let index): write("inserted", index)
    case .changed(let index): write("changed", index)
    case .moved(let from, let to):
      write("type", "moved" as StaticString)
      write("from", Int64(from))
      write("to", Int64(to))
    }
    if change.isListing { write("hasIncrementalChanges", false) }
    if let problem = change.problem { write("error", problem) }
    write(key: "asset")
    writeAsset(&self)
    // A record within another ends no line.
    buffer.truncate(to: buffer.count - 1)
    end()
  }

  private mutating func write(_ type: StaticString, _ index: Int) {
    write("type", type)
    write("index", Int64(index))
  }

  /// Writes the record that ends a feed.
  mutating func write(_ token: ChangeToken, isListing: Bool) {
    begin(kind: "token")
    write("token", token.description)
    write("hasIncrementalChanges", !isListing)
    end()
  }
}
