internal import Pipeline

/// The content of docs/record.schema.json: the schema of records, as JSON Schema 2020-12.
package struct RecordSchema {
  private let tool: Tool

  package init(_ tool: Tool) {
    self.tool = tool
  }

  /// The text of the file docs/record.schema.json.
  package var text: String {
    SchemaNode.object([
      ("$schema", .text("https://json-schema.org/draft/2020-12/schema")),
      ("title", .text("shotflow record")),
      (
        "description",
        .text(
          "One line of what shotflow prints. A member that is not known is absent, never null. "
            + "Members may be added, none is ever renamed.")
      ),
      (
        "oneOf",
        .list(
          ["asset", "album", "change", "token", "count", "offer", "result", "error"]
            .map { Self.reference($0) })
      ),
      ("$defs", .object(definitions)),
    ]).rendered() + "\n"
  }

  /// The schemas of the kinds of records, and of their common parts.
  package var definitions: [(String, SchemaNode)] {
    [
      ("asset", asset), ("album", album), ("cover", cover), ("change", change), ("token", token),
      ("count", count),
      ("offer", offer), ("result", result), ("error", error), ("date", date), ("bytes", bytes),
      ("location", location), ("file", file), ("data", data), ("image", image),
      ("prompt", prompt),
    ]
  }

  private var asset: SchemaNode {
    var members = head("asset", "A photo or video.")
    // Objects that stages add have schemas of their own, below.
    let fields = DescribedField.all(adding: tool.components.addedFields)
    for field in fields where field.members.isEmpty {
      members.append((field.name, schema(of: field)))
      if let standard = field.standard, Self.fieldsInBytes.contains(standard) {
        members.append(
          (
            "\(field.name)Bytes",
            Self.reference("bytes", "\(field.name), where it is not UTF-8")
          ))
      }
    }
    members += [
      (
        "classifiedBy",
        .object([
          ("type", .text("object")), ("description", .text("why each subtype was given")),
          ("additionalProperties", .object([("type", .text("string"))])),
        ])
      ),
      ("file", Self.reference("file", "the original as a file")),
      ("data", Self.reference("data", "the original as data")),
      ("image", Self.reference("image", "the picture to show")),
      ("acts", acts),
      ("crop", crop),
      ("prompt", Self.reference("prompt", "what became of the offer")),
      ("change", text("what became of it, where it was read from the record of a change")),
    ]
    return object(
      members, required: ["v", "kind"], "an asset that came through a rule",
      others: "a field that the rule adds, or a member that came with a record")
  }

  private var offer: SchemaNode {
    object(
      head("offer", "An entry of the ledger.") + [
        (
          "state",
          text(
            "how far it came",
            among: ["claimed", "offered", "unconfirmed"] + Outcome.allCases.map(\.rawValue))
        ),
        ("memory", text("the memory that it is in")),
        ("rule", text("the rule that offered it")),
        ("digest", text("algorithm and hash of the content", pattern: "^sha(1|256):[0-9a-f]+$")),
        ("localIdentifier", text(Field.localIdentifier.summary)),
        ("library", text(Field.library.summary)),
        ("filename", text(Field.filename.summary)),
        ("claimedAt", Self.reference("date", "when it was claimed, before anyone saw it")),
        ("offeredAt", Self.reference("date", "when it was shown or passed on")),
        ("settledAt", Self.reference("date", "when its outcome was known")),
      ],
      required: [
        "v", "kind", "state", "memory", "rule", "digest", "localIdentifier", "library", "filename",
        "claimedAt",
      ], "what ledger list --json prints")
  }

  /// Returns the members that begin every record: the version and the kind.
  package func head(_ kind: String, _ summary: String) -> [(String, SchemaNode)] {
    [
      ("v", .object([("const", .integer(1)), ("description", .text("the version of the form"))])),
      ("kind", .object([("const", .text(kind)), ("description", .text(summary))])),
    ]
  }

  private func schema(of field: DescribedField) -> SchemaNode {
    switch field.type {
    case .flag: typed("boolean", field.summary)
    case .integer: typed("integer", field.summary)
    case .number: typed("number", field.summary)
    case .date: Self.reference("date", field.summary)
    case .location: Self.reference("location", field.summary)
    case .object: typed("object", field.summary)
    case .value: .object([("description", .text(field.summary))])
    case .text:
      text(field.summary, among: field.knownTexts, pattern: field.standard.flatMap(Self.pattern))
    case .texts:
      .object([
        ("type", .text("array")), ("description", .text(field.summary)),
        ("items", text(nil, among: field.knownTexts)),
      ])
    }
  }

  static func pattern(of field: Field) -> String? {
    switch field {
    case .sha1: "^[0-9a-f]{40}$"
    case .sha256: "^[0-9a-f]{64}$"
    case .creationDateOffset: "^[+-][0-9]{2}:[0-9]{2}$"
    case .localDate:
      "^([0-9]{4}|[+-][0-9]{6,9})-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}[.][0-9]{3}"
        + "[+-][0-9]{2}:[0-9]{2}$"
    default: nil
    }
  }

  private var date: SchemaNode {
    .object([
      ("type", .text("string")),
      (
        "pattern",
        .text(
          "^([0-9]{4}|[+-][0-9]{6,9})-[0-9]{2}-[0-9]{2}"
            + "T[0-9]{2}:[0-9]{2}:[0-9]{2}[.][0-9]{3}Z$")
      ),
      (
        "description",
        .text("ISO 8601 in UTC with milliseconds; a year beyond 9999 carries a sign")
      ),
    ])
  }

  private var bytes: SchemaNode {
    .object([("type", .text("string")), ("contentEncoding", .text("base64"))])
  }

  private var location: SchemaNode {
    object(
      [
        ("latitude", typed("number", "degrees north")),
        ("longitude", typed("number", "degrees east")),
        ("altitude", typed("number", "metres above the sea")),
      ], required: ["latitude", "longitude"], "a place, in degrees of WGS 84")
  }

  private var file: SchemaNode {
    let origins = LoadedFile.Origin.allCases.map(\.rawValue)
    return object(
      path + [
        ("byteCount", typed("integer", "its size")),
        ("origin", text("how it came there", among: origins)), ("resources", resources),
        ("sidecar", text("the XMP file that was written beside it")),
        ("sidecarBytes", text("that path in base64, if it is not UTF-8")),
      ], required: ["path", "byteCount", "origin"], "what load { file = … } brings")
  }

  private var resources: SchemaNode {
    let resource = object(
      [("type", text("what it is", among: AssetResource.Kind.allCases.map(\.rawValue)))] + path
        + [("byteCount", typed("integer", "its size"))],
      required: ["type", "path", "byteCount"], "one file")
    return .object([
      ("type", .text("array")), ("items", resource),
      (
        "description",
        .text("all files of an asset that consists of several, or of a version, the main one first")
      ),
    ])
  }

  private var acts: SchemaNode {
    let resource = object(
      [("type", text("a type of PHAssetResource, or sidecar"))] + path, required: ["type", "path"],
      "one file")
    let act = object(
      [
        ("stage", text("the stage")),
        ("what", text("what clipboard took of the asset")),
      ] + path + [
        ("byteCount", typed("integer", "its size, where a picture was made of the original")),
        (
          "resources",
          .object([
            ("type", .text("array")), ("items", resource),
            ("description", .text("all files, where there are several, the main one first")),
          ])
        ),
      ], required: ["stage"], "what one stage did")
    return .object([
      ("type", .text("array")), ("items", act),
      ("description", .text("what stages did that act, in the order of the rule")),
    ])
  }

  private var data: SchemaNode {
    object(
      [
        ("byteCount", typed("integer", "how many bytes there are")),
        ("base64", Self.reference("bytes", "the bytes, when the rule asked for them")),
      ], required: ["byteCount"], "what load { data = … } brings")
  }

  private var image: SchemaNode {
    object(
      path + [
        ("descriptor", typed("integer", "what --out-fd named, when the picture was written to it")),
        ("offset", typed("integer", "where the picture begins in what was written there")),
        ("pixelWidth", typed("integer", Field.pixelWidth.summary)),
        ("pixelHeight", typed("integer", Field.pixelHeight.summary)),
        ("uniformTypeIdentifier", text("how the picture is coded")),
        ("byteCount", typed("integer", "its size")),
        (
          "origin",
          text(
            "what the picture is, or was made from",
            among: LoadedImage.Origin.allCases.map(\.rawValue))
        ),
        ("isDegraded", typed("boolean", "true if the picture is smaller than what was asked for")),
      ], required: ["uniformTypeIdentifier", "byteCount", "origin"],
      "what load { size = … } brings; either a path, or a descriptor and an offset")
  }

  private var crop: SchemaNode {
    .object([
      ("type", .text("array")), ("items", .object([("type", .text("number"))])),
      ("minItems", .integer(4)), ("maxItems", .integer(4)),
      (
        "description",
        .text(
          "the part that was chosen on a page of pick: left, top, width and height, each from 0 to 1"
        )
      ),
    ])
  }

  private var prompt: SchemaNode {
    object(
      [
        ("rule", text("the rule that offered it")),
        ("outcome", text("what became of it", among: Outcome.allCases.map(\.rawValue))),
        ("action", text("what was chosen when it was taken; default for a plain yes")),
        ("offeredAt", Self.reference("date", "when")),
        ("choice", text("the key that was pressed for it on a page of pick", pattern: "^[1-5]$")),
      ], required: [], "what notify adds, and pick")
  }

  private var path: [(String, SchemaNode)] {
    [
      ("path", text("where it lies")),
      ("pathBytes", Self.reference("bytes", "path, where it is not UTF-8")),
    ]
  }

  /// Returns the schema of an object; `others` describes members that are not listed, nil for none.
  package func object(
    _ members: [(String, SchemaNode)], required: [String], _ summary: String,
    others: String? = nil
  ) -> SchemaNode {
    .object([
      ("type", .text("object")), ("description", .text(summary)),
      ("required", .list(required.map(SchemaNode.text))), ("properties", .object(members)),
      (
        "additionalProperties",
        others.map { .object([("description", .text($0))]) } ?? .flag(true)
      ),
    ])
  }

  /// Returns the schema of a JSON type such as `integer`, described by `summary`.
  package func typed(_ type: String, _ summary: String) -> SchemaNode {
    .object([("type", .text(type)), ("description", .text(summary))])
  }

  /// Returns the schema of a text; `values` are the allowed ones, `pattern` a regular expression.
  package func text(
    _ summary: String?, among values: [String]? = nil, pattern: String? = nil
  ) -> SchemaNode {
    var members: [(String, SchemaNode)] = [("type", .text("string"))]
    if let summary { members.append(("description", .text(summary))) }
    if let values { members.append(("enum", .list(values.map(SchemaNode.text)))) }
    if let pattern { members.append(("pattern", .text(pattern))) }
    return .object(members)
  }

  /// Returns a reference to the schema of that name in ``definitions``.
  package static func reference(_ name: String, _ summary: String? = nil) -> SchemaNode {
    var members: [(String, SchemaNode)] = [("$ref", .text("#/$defs/\(name)"))]
    if let summary { members.append(("description", .text(summary))) }
    return .object(members)
  }

  /// The text fields that come from the file system, and so may not be UTF-8.
  private static let fieldsInBytes: Set<Field> = [
    .localIdentifier, .library, .filename, .path, .livePhotoVideoPath, .rawPath, .editedPath,
    .editedVideoPath,
  ]
}

extension RecordSchema {
  /// The schema of an album.
  package var album: SchemaNode {
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
        ("title", text("what it is called; of a smart album PhotoKit's title in English")),
        ("description", text("what the user wrote about it")),
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
        ("change", text("what became of it, where it was read from the record of a change")),
      ], required: ["v", "kind", "localIdentifier", "library"],
      "an album that came through a rule; of one that was removed or moved no more than what it is"
        + " called")
  }

  /// The schema of an album's key asset in its record.
  package var cover: SchemaNode {
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
      ], required: [], "the asset that represents an album")
  }
}
