internal import Pipeline

/// What `shotflow browse` prints beside assets and albums.
extension RecordSchema {
  var result: SchemaNode {
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
        ("unread", typed("integer", "how many files could not be read when they were listed")),
      ], required: ["v", "kind", "state", "count"], "what ends each answer of browse")
  }

  var error: SchemaNode {
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
