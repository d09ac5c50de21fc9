internal import Pipeline

extension RecordSchema {
  var album: SchemaNode {
    object(
      head("album", "An album.") + [
        (
          "localIdentifier",
          text("PhotoKit's; the path of a folder; the subtype of an album that is computed")
        ),
        ("localIdentifierBytes", Self.reference("bytes", "localIdentifier, where it is not UTF-8")),
        ("library", text(Field.library.summary)),
        ("libraryBytes", Self.reference("bytes", "library, where it is not UTF-8")),
        (
          "subtype",
          text("its kind", among: CollectionSubtype.allCases.map(\.rawValue))
        ),
        ("title", text("what it is called; absent for albums that are computed")),
        ("description", text("what the person wrote about it")),
        (
          "folderPath",
          .object([
            ("type", .text("array")),
            ("description", .text("the folders that it is in, outermost first")),
            ("items", text(nil)),
          ])
        ),
        ("count", typed("integer", "how many of its assets pass the rule's filters")),
        ("cover", Self.reference("cover", "the first of these")),
      ], required: ["v", "kind", "localIdentifier", "library", "subtype", "folderPath"],
      "an album that came through a rule")
  }

  var cover: SchemaNode {
    object(
      [
        ("localIdentifier", text(Field.localIdentifier.summary)),
        ("localIdentifierBytes", Self.reference("bytes", "localIdentifier, where it is not UTF-8")),
        ("filename", text(Field.filename.summary)),
        ("filenameBytes", Self.reference("bytes", "filename, where it is not UTF-8")),
        ("mediaType", text(Field.mediaType.summary, among: Field.mediaType.knownTexts)),
        ("creationDate", Self.reference("date", Field.creationDate.summary)),
        ("data", Self.reference("data", "the original as data")),
        ("image", Self.reference("image", "its picture")),
        ("error", text("why there is no picture")),
      ], required: [], "the asset that stands for an album")
  }
}
