internal import Decoding

/// Measures assets' pictures, or finds values in the catalogue; confined to one worker thread.
final class PictureMeasurer {
  private let clock: CatalogueClock?
  private let moment = Moment()
  private let survey: ThumbnailBatch<[UInt8]>

  private final class Moment {
    var time: Int64 = 0
  }

  /// Creates a measurer of pictures with a longer side of `side` pixels at most; `allowsEnlarging`
  /// enlarges smaller ones to it. `take` returns the bytes that the catalogue stores.
  init(
    _ measure: PictureMeasure, side: Int32, allowsEnlarging: Bool = false, in context: RunContext,
    take: @escaping (PicturePixels) -> [UInt8]
  ) {
    let catalogue = context.services.catalogue
    clock = catalogue?.clock
    survey = ThumbnailBatch(
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

  /// Calls `done` with the index of each asset and its measured bytes or failure, in order.
  func run(
    _ assets: [Asset], done: (Int, Result<[UInt8], AssetFailure>) throws -> Void
  ) throws {
    moment.time = clock?.now ?? 0
    try survey.run(assets, for: "similar", done: done)
  }
}

extension RunContext {
  /// The number of pictures measured together, so that no decoder waits long for the last one.
  var gaugedPictures: Int { min(64, services.decoders.limit * 4) }
}
