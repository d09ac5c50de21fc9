internal import Engine
internal import Platform

/// The source of a trial: samples, repeated until they fill several batches.
struct ContractSource: SourceStage {
  static let description = StageDescription(
    name: "source", role: .source, summary: "gives the samples of a contract")

  init(_ arguments: inout StageArguments) {}

  func open(_ query: Query, in context: RunContext) -> Answer {
    Answer(context.samples?.assets() ?? [], leaving: query.predicate)
  }
}

struct ContractSamples: RunResource {
  let values: [[Field: FieldValue]]
  let count: Int
  /// The index of the first sample that is given; those before it are left out.
  var first = 0

  /// Returns new assets; each has a unique name, such as `sample-00007`.
  func assets() -> [SampleAsset] {
    (first..<count).map { place in
      let number = String(place)
      let name = "sample-" + String(repeating: "0", count: max(0, 5 - number.count)) + number
      return SampleAsset(
        [.filename: .string(name)].merging(values[place % values.count]) { $1 }
          .merging([.localIdentifier: .string(name)]) { $1 })
    }
  }
}

extension RunContext {
  var samples: ContractSamples? {
    get { resources[ContractSamples.self] }
    set { resources[ContractSamples.self] = newValue }
  }
}

/// An asset with given values, which records the fields that were read. `@unchecked Sendable`:
/// confined like every ``Asset`` to the worker thread that holds its batch.
final class SampleAsset: Asset, @unchecked Sendable {
  private let values: [Field: FieldValue]
  private(set) var asked: Set<Field> = []

  init(_ values: [Field: FieldValue]) {
    self.values = values
    super.init()
    findingsForWriting().metadata = SampleMetadata(isOfPhoto: values[.cameraMake] != nil)
  }

  override func sourceValue(of field: Field) -> FieldValue {
    if !field.isDescriptive { asked.insert(field) }
    return values[field] ?? .absent
  }

  override func descriptiveValue(of field: Field) -> FieldValue {
    asked.insert(field)
    return values[field] ?? .absent
  }

  override func another() -> Asset? { SampleAsset(values) }
}

/// The metadata in a sample's file: some in a photo, none in any other.
private final class SampleMetadata: AssetMetadata {
  private let texts: [Field: OwnedBytes]

  init(isOfPhoto: Bool) {
    let photo: [Field: String] = [
      .exif: """
      {"Make":"Acme","Model":"One","LensModel":"Acme 50mm","FNumber":1.8,"ISO":200,"FocalLength":50}
      """,
      .xmp: #"{"dc:subject":["beach","summer"],"xmp:Rating":"4"}"#,
      .iptc: #"{"City":"Ostia","Keywords":["beach","summer"]}"#,
    ]
    texts = isOfPhoto ? photo.mapValues { OwnedBytes(Array($0.utf8)) } : [:]
  }

  func value(of field: Field) -> FieldValue { texts[field].map { .object($0.span) } ?? .absent }
}

extension [[Field: FieldValue]] {
  /// The samples' fields: photos, a screenshot, a video, and assets with almost no values.
  static var standardSamples: [[Field: FieldValue]] {
    let day = Instant(milliseconds: 1_443_389_368_000)
    return [
      [
        .mediaType: "image", .uniformTypeIdentifier: "public.jpeg", .pixelWidth: 4032,
        .pixelHeight: 3024, .creationDate: .date(day), .fileSize: 2_400_000, .cameraMake: "Acme",
        .isFavorite: true, .keywords: ["beach", "summer"],
        .location: .location(Location(latitude: 41.9, longitude: 12.5)),
      ],
      [
        .mediaType: "image", .uniformTypeIdentifier: "public.png", .pixelWidth: 1170,
        .pixelHeight: 2532, .mediaSubtypes: .subtypes(.photoScreenshot),
        .creationDate: .date(day.advanced(byMilliseconds: 86_400_000)), .fileSize: 180_000,
        .isFavorite: false, .title: "A receipt",
      ],
      [
        .mediaType: "video", .uniformTypeIdentifier: "com.apple.quicktime-movie",
        .pixelWidth: 1920, .pixelHeight: 1080, .duration: 12.5, .fileSize: 30_000_000,
        .creationDate: .date(day.advanced(byMilliseconds: -3_600_000)), .isFavorite: false,
      ],
      [.mediaType: "image", .pixelWidth: 1, .pixelHeight: 1, .isHidden: true],
      [.mediaType: "unknown"],
      [:],
    ]
  }
}
