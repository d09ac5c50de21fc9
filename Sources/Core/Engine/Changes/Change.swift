internal import Platform

/// A change of an asset or album in a fetch since a token, as in PHFetchResultChangeDetails.
package struct Change: Hashable, Sendable, RecordFrame {
  /// The kind of change, with its indexes.
  package let kind: Kind
  /// True if the changed object is an album.
  package let isOfAlbum: Bool
  /// True if the whole fetch is listed, because there is no earlier fetch to compare with.
  package var isListing = false
  /// The reason why the rule could not load data of the asset; nil if it could.
  package var problem: String?

  /// The kinds of change, each with indexes of the asset.
  package enum Kind: Hashable, Sendable {
    /// A removal at an index in the earlier fetch.
    case removed(at: Int)
    /// An insertion at an index in the earlier fetch, after removals and earlier insertions.
    case inserted(at: Int)
    /// A change of the asset at an index in the later fetch.
    case changed(at: Int)
    /// A move from an index in the earlier fetch, after removals and insertions, to one in the new.
    case moved(from: Int, to: Int)
  }

  package init(_ kind: Kind, ofAlbum isOfAlbum: Bool = false, isListing: Bool = false) {
    self.kind = kind
    self.isOfAlbum = isOfAlbum
    self.isListing = isListing
  }

  /// The values of the record's `type`.
  package static let types = ["removed", "inserted", "changed", "moved"]

  var hasContent: Bool {
    switch kind {
    case .inserted, .changed: true
    case .removed, .moved: false
    }
  }

  /// Writes the record of a change, which contains the record of the asset or album.
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
    // The nested record does not begin a line.
    let opening = writer.opening
    writer.opening = []
    writeAsset(&writer)
    writer.opening = opening
    // A nested record does not end a line.
    writer.buffer.truncate(to: writer.buffer.count - 1)
    writer.end()
  }
}

extension Findings {
  /// The change that the asset's record describes, in a rule that observes its fetch; else nil.
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

  /// Writes the record with the token of the fetch, which is the last record of an observation.
  package mutating func write(_ token: ChangeToken, isListing: Bool) {
    begin(kind: "token")
    write("token", token.description)
    write("hasIncrementalChanges", !isListing)
    end()
  }
}

extension KeptFailureStep {
  /// A step that loads data of assets that were inserted or changed. Removed and moved assets skip
  /// the step. An asset for which it fails is kept with the reason in its change, because without
  /// it the indexes of the others would be wrong.
  init(ofChanged step: any Step) {
    self.init(
      step,
      FailurePolicy(
        isConcerned: { asset in
          guard let change = asset.findings?.change else { return false }
          return change.hasContent && change.problem == nil
        },
        settle: { findings, failure in findings.change?.problem = failure.reason },
        allowsInterimRecords: false, reports: true))
  }
}
