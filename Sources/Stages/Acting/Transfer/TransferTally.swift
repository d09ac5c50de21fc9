/// The files that a transferring stage left out or found in place, for messages at its end.
struct TransferTally {
  /// The number of assets that were left out, as they are in no album.
  var outsiders = 0
  /// The numbers of bursts, and of their other frames, that were left out.
  var omitted = (bursts: 0, frames: 0)
  /// The number of edited assets without a file of the edited version.
  var lackingEdits = 0
  /// The number of assets that stay in each library inside the folder library, by its path.
  var kept: [String: Int] = [:]
  /// The number of files that were in place.
  var inPlace = 0

  mutating func note(_ files: TransferFiles) {
    if files.lacksEdit { lackingEdits += 1 }
    if files.omittedFrames > 0 {
      omitted = (omitted.bursts + 1, omitted.frames + files.omittedFrames)
    }
  }

  func tell(by stage: String, _ notices: RunNotices) {
    if outsiders > 0 {
      notices.remark(
        (outsiders == 1 ? "1 asset is" : "\(outsiders) assets are")
          + " in no album, so \(stage) left \(outsiders == 1 ? "it" : "them") out")
    }
    for (keeper, count) in kept.sorted(by: { $0.key < $1.key }) {
      notices.remark(
        "\(stage) left \(count) \(count == 1 ? "asset" : "assets") in the library \"\(keeper)\", which"
          + " keeps account of its files; copy them elsewhere, or leave it out: --in '!\(keeper)'")
    }
    if omitted.frames > 0 {
      notices.remark(
        "\(stage) left out \(omitted.frames) other \(omitted.frames == 1 ? "frame" : "frames")"
          + " of \(omitted.bursts == 1 ? "a burst" : "\(omitted.bursts) bursts")")
    }
    if lackingEdits > 0 {
      notices.remark(
        "\(stage) took the \(lackingEdits == 1 ? "original" : "originals") of \(lackingEdits)"
          + " edited \(lackingEdits == 1 ? "asset" : "assets") without a file of the edited version"
      )
    }
  }
}
