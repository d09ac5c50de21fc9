internal import Media

/// A description in an object, so that most files share the empty one.
final class FileDescription: Sendable {
  let content: MediaDescription

  private static let empty = FileDescription(content: MediaDescription())

  private init(content: MediaDescription) {
    self.content = content
  }

  /// Returns an object with the description; for nil, the shared empty one.
  static func of(_ description: MediaDescription?) -> FileDescription {
    description.map(FileDescription.init(content:)) ?? empty
  }
}

extension MediaDescription {
  /// Returns the value of a descriptive field, such as the title; absent for other fields.
  func value(of field: Field) -> FieldValue {
    switch field {
    case .title: Self.text(title)
    case .caption: Self.text(caption)
    case .keywords: Self.texts(keywords)
    case .persons: Self.texts(persons)
    case .rating: rating.map { .integer(Int64($0)) } ?? .absent
    case .colorLabel: Self.text(colorLabel)
    case .creator: Self.text(creator)
    case .copyright: Self.text(copyright)
    case .placeName: Self.texts(place.names)
    default: .absent
    }
  }

  private static func text(_ text: String?) -> FieldValue { text.map(FieldValue.string) ?? .absent }

  private static func texts(_ texts: [String]) -> FieldValue {
    texts.isEmpty ? .absent : .texts(texts)
  }
}

extension Sidecar {
  /// Returns the value of a descriptive field, such as the title, for the file with that name.
  func value(of field: Field, for filename: UnsafeRawBufferPointer) -> FieldValue {
    switch field {
    case .title: title(of: filename).map(FieldValue.string) ?? .absent
    case .caption: caption.map(FieldValue.string) ?? .absent
    case .persons: persons.isEmpty ? .absent : .texts(persons)
    default: description?.value(of: field) ?? .absent
    }
  }
}
