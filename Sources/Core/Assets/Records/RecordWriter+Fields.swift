internal import Platform

extension RecordWriter {
  /// Writes a field as a member of the record, unless it is absent.
  package mutating func write(_ field: Field, _ value: FieldValue) {
    if field.addedPlace != nil { return writeAdded(field, value) }
    let key = field.description.key
    switch value {
    case .absent: break
    case .flag(let flag): write(key, flag)
    case .integer(let integer): write(key, integer)
    case .number(let number): write(key, number)
    case .date(let date): write(key, date)
    case .text(let text): write(key, text.bytes, bytesKey: field.bytesKey)
    case .string(let string): write(key, string)
    case .texts(let texts): write(key, texts)
    case .subtypes(let subtypes): write(key, subtypes)
    case .location(let location): write(key, location)
    case .object(let json):
      write(key: key)
      buffer.append(json.bytes)
    }
  }

  private mutating func writeAdded(_ field: Field, _ value: FieldValue) {
    if case .absent = value { return }
    buffer.separate(after: "{")
    buffer.append(text: "\"\(fields.name(of: field))\":")
    switch value {
    case .absent, .object: break
    case .flag(let flag): buffer.append(flag)
    case .integer(let integer): buffer.append(integer)
    case .number(let number): buffer.append(number)
    case .date(let date): writeMoment(date)
    case .text(let text): writeRepaired(text.bytes)
    case .string(let string): buffer.append(string: string)
    case .texts(let texts): writeList(texts)
    case .subtypes(let subtypes): writeList(subtypes.names)
    case .location(let location): writeObject(location)
    }
  }
}

extension Field {
  /// The name of the member for the bytes of a text that is not UTF-8, such as `pathBytes`.
  fileprivate var bytesKey: StaticString {
    switch self {
    case .path: "pathBytes"
    case .filename: "filenameBytes"
    case .localIdentifier: "localIdentifierBytes"
    case .library: "libraryBytes"
    case .livePhotoVideoPath: "livePhotoVideoPathBytes"
    case .rawPath: "rawPathBytes"
    case .editedPath: "editedPathBytes"
    case .editedVideoPath: "editedVideoPathBytes"
    default: "textBytes"
    }
  }

  /// The fields with file names, whose bytes a record also has in base64 if they are not UTF-8.
  package static let withBytes: [Field] = [
    .path, .filename, .localIdentifier, .library, .livePhotoVideoPath, .rawPath, .editedPath,
    .editedVideoPath,
  ]

  /// The name of the member for the bytes of a text that is not UTF-8, such as `pathBytes`.
  package var bytesName: String { "\(bytesKey)" }
}
