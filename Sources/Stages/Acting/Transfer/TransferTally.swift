/// The files that a transferring stage left out or found in place, for messages at its end.
struct TransferTally {
  /// Assets that a message is about: their number, and the names of the first ones.
  private struct NamedAssets: CustomStringConvertible {
    private(set) var count = 0
    private var names: [String] = []

    init() {}

    /// Adds the names of files in the order of their paths.
    init(_ names: [[UInt8]: [UInt8]]) {
      for (_, name) in names.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) { add(name) }
    }

    mutating func add(_ name: [UInt8]) {
      count += 1
      if count <= 3 { names.append(String(decoding: name, as: UTF8.self)) }
    }

    var description: String {
      let more = count > names.count ? ", …" : ""
      return "\(count) \(count == 1 ? "asset" : "assets") (\(names.joined(separator: ", "))\(more))"
    }
  }

  /// The number of assets that were left out, as they are in no album.
  var outsiders = 0
  /// The numbers of bursts, and of their other frames, that were left out.
  var omitted = (bursts: 0, frames: 0)
  /// The shots of which pictures were written.
  var shots = WrittenShots()
  /// The number of edited assets without a file of the edited version.
  var lackingEdits = 0
  /// The assets that stay in each library inside the folder library.
  private var kept: [Keeper: NamedAssets] = [:]
  /// The live photos that were transferred without their movies.
  private var still = NamedAssets()
  /// The number of files that were in place.
  private(set) var inPlace = 0
  /// The number of files whose equals the run put there.
  private(set) var same = 0
  /// The names of assets that had one name with a renamed one, such as the RAW picture of a JPEG, by
  /// their paths.
  private var parted: [[UInt8]: [UInt8]] = [:]
  /// The old paths of renamed files that had one name with others.
  private var renamed: Set<[UInt8]> = []
  /// The names of live photos' pictures whose movies were taken away, by their paths.
  private var movieless: [[UInt8]: [UInt8]] = [:]
  /// The old and new paths of files that belong to an asset beside its main one. Some are assets, too.
  private var companions: Set<[[UInt8]]> = []

  mutating func note(_ files: TransferFiles) {
    if files.lacksEdit { lackingEdits += 1 }
    if files.lacksMovie { still.add(files.name) }
    if files.omittedFrames > 0 {
      omitted = (omitted.bursts + 1, omitted.frames + files.omittedFrames)
    }
  }

  /// Counts the files of a finished plan that were in place, except those that went along with
  /// another asset; `isOfRun` returns true for a path at which the run put a file.
  mutating func note(_ plan: TransferPlan, isOfRun: ([UInt8]) -> Bool) {
    func paths(_ part: TransferPlan.Part) -> [[UInt8]] { [part.file.from.path, part.path] }
    if plan.missing.isEmpty {
      let own = plan.parts.filter { !companions.contains(paths($0)) }
      let equal = own.count { isOfRun($0.path) }
      (inPlace, same) = (inPlace + own.count - equal, same + equal)
    }
    for part in plan.parts.dropFirst() { companions.insert(paths(part)) }
  }

  /// Notes that the files of a finished plan have other names now than the assets beside them.
  mutating func note(renaming plan: TransferPlan, beside namesakes: [TransferFiles.Namesake]) {
    if plan.missing.isEmpty { return }
    for part in plan.parts { parted[part.file.from.path] = nil }
    if namesakes.isEmpty { return }
    renamed.formUnion(plan.parts.map(\.file.from.path))
    for other in namesakes where !renamed.contains(other.from.path) {
      parted[other.from.path] = Array(other.from.name.bytes)
    }
  }

  /// Notes the picture of a live photo whose movie was taken away from it, if the files of a finished
  /// plan are such a movie, and that a picture followed its movie.
  mutating func note(_ plan: TransferPlan, leaving picture: FileLocation?) {
    if plan.missing.isEmpty { return }
    if !movieless.isEmpty {
      for part in plan.parts { movieless[part.file.from.path] = nil }
    }
    if let picture { movieless[picture.path] = Array(picture.name.bytes) }
  }

  /// Counts an asset that stays in a library inside the folder library.
  mutating func keep(_ asset: Asset, in library: Keeper) {
    kept[library, default: NamedAssets()].add(asset.filenameBytes)
  }

  /// The numbers of assets that stay in libraries, by the libraries' paths.
  var staying: [String: Int] {
    Dictionary(kept.map { ($0.key.path, $0.value.count) }, uniquingKeysWith: +)
  }

  /// Reports what was left out, at the end of a stage.
  ///
  /// - Parameter hasActed: true if the run did something to files, or would have.
  func tell(by stage: String, hasActed: Bool, in context: RunContext) {
    let (notices, rule) = (context.services.notices, context.request.ruleName)
    let stage = context.actor(stage)
    if outsiders > 0 {
      notices.remark(
        (outsiders == 1 ? "1 asset is" : "\(outsiders) assets are")
          + " in no album, so \(stage) left \(outsiders == 1 ? "it" : "them") out")
    }
    for (keeper, assets) in kept.sorted(by: { $0.key.path < $1.key.path }) {
      notices.remark(
        lasting: "\(stage) left \(assets) in the library \"\(keeper.path)\", which keeps account of"
          + " its files; \(keeper.remedy(for: rule)), or leave it out: --in '!\(keeper.path)'",
        isNews: hasActed)
    }
    if omitted.frames > 0 {
      notices.remark(
        "\(stage) left out \(omitted.frames) other \(omitted.frames == 1 ? "frame" : "frames")"
          + " of \(omitted.bursts == 1 ? "a burst" : "\(omitted.bursts) bursts")")
    }
    if shots.pairs > 0 {
      notices.remark(
        "\(stage) took "
          + (shots.pairs == 1
            ? "1 raw file and the picture beside it as one picture"
            : "\(shots.pairs) raw files and the pictures beside them as one picture each"))
    }
    if !movieless.isEmpty {
      notices.remark(
        "\(stage) left \(NamedAssets(movieless)) without the movie of the live photo; where the"
          + " picture is named, its movie goes along")
    }
    if !parted.isEmpty {
      let left = NamedAssets(parted)
      let others = left.count == 1 ? "a renamed one" : "renamed ones"
      notices.remark(
        "\(stage) left \(left) under the old name of \(others); named together, they keep one name")
    }
    if still.count > 0 {
      notices.remark(
        "\(stage) took \(still) without the "
          + (still.count == 1
            ? "movie of the live photo, which is not on this computer; the library's program can"
              + " download it"
            : "movies of the live photos, which are not on this computer; the library's program"
              + " can download them"))
    }
    if lackingEdits > 0 {
      notices.remark(
        "\(stage) took the \(lackingEdits == 1 ? "original" : "originals") of \(lackingEdits)"
          + " edited \(lackingEdits == 1 ? "asset" : "assets") without a file of the edited version"
      )
    }
  }
}

extension RunContext {
  /// The rules whose names users type as commands.
  private static let commands = [
    "damaged", "duplicates", "export", "import", "organise", "rename", "similar",
  ]

  /// Returns the command that the user typed, else the name of the stage that acts, for messages.
  func actor(_ stage: String) -> String {
    Self.commands.contains(request.ruleName) ? request.ruleName : stage
  }
}
