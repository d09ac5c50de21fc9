extension DecodingStep {
  /// The longer side of the decoded picture, in pixels; the shorter side of most has 32 or more.
  private static let side: Int32 = 128

  /// Determines the perceptual hashes of each picture.
  static func perceptualHashes(for likeness: HashThreshold) -> DecodingStep {
    DecodingStep(
      name: "look", facets: [.stat, .header],
      detail: likeness.hashes.map(\.rawValue).joined(separator: " and ") + " of pictures"
    ) { context in
      let gauge = PictureMeasurer(.look, side: side, in: context) { pixels in
        let picture = GreyPicture(pixels)
        return picture.isPlain ? PerceptualHash.plainBytes : PerceptualHash(picture).bytes
      }
      return { pictures, failed in
        try gauge.run(pictures) { index, result in
          switch result {
          case .success(let bytes):
            pictures[index].findingsForWriting()[PerceptualHash.self] = PerceptualHash(bytes: bytes)
          case .failure(let failure):
            failed(
              AssetFailure(
                asset: pictures[index].displayName, stage: SimilarPictures.description.name,
                reason: failure.reason))
          }
        }
      }
    }
  }
}
