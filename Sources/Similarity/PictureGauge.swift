internal import Decoding

/// Measures assets' pictures, or finds in the catalogue what was measured of them before.
///
/// Confined to one lane.
final class PictureGauge {
  private let clock: CatalogueClock?
  private let moment = Moment()
  private let survey: PictureSurvey<[UInt8]>

  /// When the catalogue's clock was read last.
  private final class Moment {
    var time: Int64 = 0
  }

  /// - Parameters:
  ///   - measure: what is measured.
  ///   - side: the pixels that the longer side of a picture may have.
  ///   - allowsEnlarging: whether it has that many in any case.
  ///   - take: measures a picture.
  init(
    _ measure: PictureMeasure, side: Int32, allowsEnlarging: Bool = false, in context: RunContext,
    take: @escaping (PicturePixels) -> [UInt8]
  ) {
    let catalogue = context.catalogue
    clock = catalogue?.clock
    survey = PictureSurvey(
      side: side, format: .pam, allowsEnlarging: allowsEnlarging, in: context,
      known: { file in
        file.name.withUnsafeBytes {
          catalogue?.measure(measure, of: CatalogueKey(file.status, name: $0))
        }
      },
      take: { [moment] (picture, file) throws(FileProblem) in
        let bytes = take(try PicturePixels(picture))
        file.name.withUnsafeBytes {
          catalogue?.note(bytes, as: measure, of: file.status, name: $0, at: moment.time)
        }
        return bytes
      })
  }

  /// - Parameter done: is called for each asset, in order.
  func run(
    _ assets: [Asset], done: (Int, Result<[UInt8], AssetFailure>) throws -> Void
  ) throws {
    moment.time = clock?.now ?? 0
    try survey.run(assets, for: "similar", done: done)
  }
}

extension RunContext {
  /// How many pictures are measured together: enough that no decoder waits for the last one for long.
  var gaugedPictures: Int { min(64, decoders.limit * 4) }
}
