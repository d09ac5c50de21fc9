internal import Pipeline

extension RecordSchema {
  /// The schema of a group of counted assets.
  var count: SchemaNode {
    let values = ["string", "number", "boolean"].map(SchemaNode.text)
    return object(
      head("count", "Assets with the same values of some fields.") + [
        (
          "key",
          .object([
            ("type", .list(values + [.text("array")])),
            (
              "description",
              .text(
                "what they share; a list where the rule counts by several fields, in which null is"
                  + " not known")
            ),
            ("items", .object([("type", .list(values + [.text("null")]))])),
          ])
        ),
        ("count", typed("integer", "how many there are")),
        (
          "bytes",
          typed("integer", "how large their files are together; absent where no size is known")
        ),
        ("firstDate", Self.reference("date", "the first creation date")),
        ("lastDate", Self.reference("date", "the last creation date")),
        (
          "firstLocalDate",
          text("the first one as localDate", pattern: Self.pattern(of: .localDate))
        ),
        (
          "lastLocalDate", text("the last one as localDate", pattern: Self.pattern(of: .localDate))
        ),
      ], required: ["v", "kind", "count"], "what count gives in place of assets")
  }
}
