internal import Pipeline

extension RecordSchema {
  var change: SchemaNode {
    object(
      head("change", "What became of an asset.") + [
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
          typed("boolean", "false if everything is listed anew; absent otherwise")
        ),
        ("error", text("why what the rule loads of it could not be loaded")),
        (
          "asset",
          Self.reference(
            "asset", "the asset; of what was removed or moved no more than what it is called")
        ),
      ], required: ["v", "kind", "type", "asset"],
      "what changed of an asset that a rule observes")
  }

  var token: SchemaNode {
    object(
      head("token", "The end of a list of changes.") + [
        ("token", text("what the next run is given", pattern: "^[0-9a-f]{36}$")),
        (
          "hasIncrementalChanges",
          typed("boolean", "false if everything was listed anew: what was known before is void")
        ),
      ], required: ["v", "kind", "token", "hasIncrementalChanges"],
      "the last line of a list of changes")
  }
}
