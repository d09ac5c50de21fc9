internal import Pipeline

/// The schemas of the lines that `shotflow browse` prints beside assets and albums.
extension RecordSchema {
  /// The schema of the last line of an answer to a request.
  package var result: SchemaNode {
    object(
      head("result", "The end of an answer.") + [
        ("id", requestIdentifier),
        (
          "state",
          typed(
            "integer", "differs from that of an earlier answer to the same if the library changed")
        ),
        ("count", typed("integer", "how many assets or albums there are in all")),
        ("index", typed("integer", "the place of the asset that was asked for")),
        (
          "periods",
          typed("array", "pairs of a day, month or year, null if unknown, and a number of assets")
        ),
        ("part", typed("boolean", "true if a quick answer may lack assets; absent otherwise")),
        ("unread", typed("integer", "how many files could not be read when they were listed")),
        (
          "registered",
          typed(
            "boolean",
            "true if changes of the fetch follow as they come, false if no more will; absent otherwise"
          )
        ),
        ("cancelled", typed("boolean", "true if the answer was broken off; absent otherwise")),
      ], required: ["v", "kind"], "what ends each answer of browse")
  }

  /// The schema of a failed request or asset.
  package var error: SchemaNode {
    object(
      head("error", "Why a request, or one of its assets, has no answer.") + [
        ("id", requestIdentifier),
        ("index", typed("integer", "the place of the asset; absent for a whole request")),
        ("localIdentifier", text(Field.localIdentifier.summary)),
        ("localIdentifierBytes", Self.reference("bytes", "localIdentifier, where it is not UTF-8")),
        ("message", text("the cause")),
      ], required: ["v", "kind", "message"], "what browse prints instead of an answer or an asset")
  }

  private var requestIdentifier: SchemaNode {
    .object([("description", .text("the request's own: a text or a whole number"))])
  }
}

extension RecordSchema {
  /// The schema of a change of an observed fetch.
  package var change: SchemaNode {
    object(
      head("change", "A change of an asset or album.") + [
        ("type", text("what became of it", among: Change.types)),
        (
          "index",
          typed(
            "integer",
            "where: of removed in the fetch before; of inserted in that, once all that was removed "
              + "is out and all that was inserted is in; of changed in the fetch after")
        ),
        (
          "from",
          typed(
            "integer",
            "where what moved was in the fetch before, once all that was removed is out and all "
              + "that was inserted is in")
        ),
        ("to", typed("integer", "where what moved is in the fetch after")),
        (
          "hasIncrementalChanges",
          typed("boolean", "false if everything is listed again; absent otherwise")
        ),
        ("error", text("why what the rule loads of it could not be loaded")),
        (
          "asset",
          Self.reference(
            "asset", "the asset; of what was removed or moved no more than what it is called")
        ),
        ("album", Self.reference("album", "the same of a rule that observes albums")),
      ], required: ["v", "kind", "type"],
      "what changed of the assets or albums that a rule observes")
  }

  /// The schema of the last line of a list of changes.
  package var token: SchemaNode {
    object(
      head("token", "The end of a list of changes.") + [
        ("token", text("what the next run is given", pattern: "^[0-9a-f]{36}$")),
        (
          "hasIncrementalChanges",
          typed("boolean", "false if everything was listed again: what was known before is void")
        ),
      ], required: ["v", "kind", "token", "hasIncrementalChanges"],
      "the last line of a list of changes")
  }
}
