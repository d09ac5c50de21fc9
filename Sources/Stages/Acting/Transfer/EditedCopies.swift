/// The versions of an edited asset that a stage transfers.
package enum EditedCopies: String, Sendable {
  /// The version that the asset's library shows: the edited one.
  case shown
  /// The original, or all that was imported.
  case original
  case both

  /// The options of a stage that copies assets.
  static let options: [OptionDescription] = [
    OptionDescription(
      originalName, .flag,
      "of an edited asset the original, instead of the edited version that its library shows",
      standard: "false"),
    OptionDescription(
      editedName, .choice([both.rawValue]),
      "both for the original of an edited asset and, beside it, the edited version"),
  ]

  private static let originalName = "original"
  private static let editedName = "edited"

  /// Reads the options.
  init(_ arguments: inout StageArguments) {
    let wantsOriginal = arguments.flag(Self.originalName) ?? false
    let word: String? = arguments.choice(Self.editedName, among: [Self.both.rawValue])
    if wantsOriginal, word != nil {
      arguments.note(
        "original = true leaves the edited version out; edited = \"both\" takes both",
        token: Self.editedName)
    }
    self = word != nil ? .both : wantsOriginal ? .original : .shown
  }
}

/// An asset's files that exist in an edited version, for a transfer of that version.
struct EditedFiles {
  /// The files of the edited version; empty if it does not exist or is not transferred.
  let files: [AssetFile]
  /// True if the edited version is transferred instead of the original.
  let replacesOriginal: Bool
  /// True if the asset was edited, but no file of its edited version is on this computer.
  let isMissing: Bool

  /// Opens the edited version.
  ///
  /// - Parameter isBurst: true if the asset has other frames, which the original belongs to.
  /// - Throws: ``AssetFailure`` if a file can't be opened.
  init(
    of asset: Asset, _ versions: EditedCopies, isBurst: @autoclosure () -> Bool,
    by provider: ItemProvider
  ) throws {
    // Another version may be shown of an asset that was not edited, such as the JPEG of a RAW picture.
    guard versions != .original, case .flag(true) = asset.value(of: .hasAdjustments) else {
      (files, replacesOriginal, isMissing) = ([], false, false)
      return
    }
    switch asset.place(of: .current) {
    case .other:
      let found = try provider.files(of: .current, isReference: true)
      replacesOriginal = versions == .shown && !isBurst()
      files = replacesOriginal ? found : found.filter { $0.kind.isEdited }
      isMissing = false
    case .missing: (files, replacesOriginal, isMissing) = ([], false, true)
    case .original: (files, replacesOriginal, isMissing) = ([], false, false)
    }
  }

  /// Returns the mark of an edited version that is called like its original, such as `-edited` of
  /// `IMG_1-edited.JPG` for `IMG_1.JPG`; nil for other names, as those of Photos are.
  static func mark(of edited: [UInt8], besides original: [UInt8]) -> [UInt8]? {
    let own = unnumbered(OutputName.parts(edited).stem)
    let stem = unnumbered(OutputName.parts(original).stem)
    guard own.count > stem.count, own.starts(with: stem) else { return nil }
    return Array(own.dropFirst(stem.count))
  }

  /// The mark of an edited version of another name.
  static let standardMark = Array("-edited".utf8)

  /// Returns a stem without a number in parentheses at its end, as of `IMG_1(2)`.
  private static func unnumbered(_ stem: [UInt8]) -> ArraySlice<UInt8> {
    guard stem.last == UInt8(ascii: ")"), let start = stem.lastIndex(of: UInt8(ascii: "(")),
      start > 0, start + 2 < stem.count,
      stem[(start + 1)...].dropLast().allSatisfy({ $0 &- 48 < 10 })
    else { return stem[...] }
    return stem[..<start]
  }
}

extension AssetResource.Kind {
  /// True if the file is one of an edited version.
  fileprivate var isEdited: Bool {
    switch self {
    case .fullSizePhoto, .fullSizeVideo, .fullSizePairedVideo: true
    case .photo, .video, .alternatePhoto, .pairedVideo: false
    }
  }
}
