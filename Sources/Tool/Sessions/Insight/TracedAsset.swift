internal import Pipeline
internal import Platform

/// The asset or album of a library that the user asks about.
package struct TracedAsset {
  let asset: Asset
  let identifier: String
  /// True if the asset is among those that the rule's source reads.
  let isGiven: Bool
  /// The reason why the library has no such asset, though it has the file; else nil.
  let reason: String?

  /// Finds the asset by a `localIdentifier`, a file name or a path, first among those that the
  /// rule's source reads. Throws ``UsageProblem`` for several matches; ``LibraryProblem`` for none,
  /// or if the library can't be read.
  init(_ word: String, of plan: PipelinePlan, in context: RunContext) throws {
    let names = Self.names(for: word, below: plan.source.libraryPaths(in: context))
    var lookalike = LookalikePath.of(word)
    if let asset = try Self.find(names, in: plan.source, context, word) {
      self.init(asset, isGiven: true)
      return
    }
    if !plan.input.listsAlbums, plan.input.ownLibrary == nil {
      let whole = try Self.source(
        "includeHidden", "includeAllBurstAssets", "everything", in: context)
      if let asset = try Self.find(names, in: whole, context, word) {
        self.init(asset, isGiven: false, because: try Self.reason(of: asset, context))
        return
      }
      let rest = try Self.source("includeHidden", "skipped", in: context)
      if let skipped = try Self.findSkipped(names, in: rest, context) {
        self = skipped
        return
      }
      if lookalike == nil { lookalike = try Self.lookalike(of: word, in: whole, context) }
    }
    let kind = plan.input.listsAlbums ? "album" : "asset"
    throw LibraryProblem.notFound(
      "the rule's source gives no \(kind) called \"\(word)\", and the library has none"
        + LookalikePath.remark(on: lookalike)
        + "; name it by its localIdentifier, its name or its path")
  }

  private static func source(
    _ flags: String..., in context: RunContext
  ) throws -> any SourceWork {
    let members = flags.map { ArgumentMember($0, .flag(true)) }
    return try context.plan([
      StageCall(name: "source", arguments: [.table(members)], line: 0)
    ]).source
  }

  private init(_ asset: Asset, isGiven: Bool, because reason: String? = nil) {
    self.asset = asset
    identifier = asset.string(of: .localIdentifier)
    self.isGiven = isGiven
    self.reason = reason
  }

  private init(_ asset: SkippedAsset, _ identifier: String, _ reason: String) {
    self.asset = asset
    self.identifier = identifier
    self.reason = reason
    isGiven = false
  }

  /// Returns the word and, if it is a path below a library, its path relative to that library.
  private static func names(for word: String, below libraries: [String]) -> [String] {
    let whole = resolved(word)
    let paths = libraries.compactMap { library in
      let path = resolved(library) + "/"
      return whole.hasPrefix(path) ? String(whole.dropFirst(path.count)) : nil
    }
    return [word] + paths
  }

  /// Returns the folder of an existing file; nil if it is in one of the libraries, or no file.
  static func folder(of word: String, outside libraries: [String]) -> String? {
    var facts = stat()
    guard stat(word, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
    let whole = resolved(word)
    guard let slash = whole.lastIndex(of: "/"), names(for: word, below: libraries).count == 1
    else { return nil }
    return slash == whole.startIndex ? "/" : String(whole[..<slash])
  }

  /// Returns the absolute path without links; the path itself if nothing exists there.
  private static func resolved(_ path: String) -> String {
    RealPath(path)?.text ?? path
  }

  /// Returns the file under one of the names that is no asset, or is in a folder that the library
  /// does not read; nil if no file is.
  private static func findSkipped(
    _ names: [String], in source: any SourceWork, _ context: RunContext
  ) throws -> TracedAsset? {
    let answer = try source.open(Query(predicate: .always), in: context)
    var namesake: TracedAsset?
    while let pending = try answer.reader.next() {
      for case let asset as SkippedAsset in pending.unfold() {
        let identifier = asset.string(of: .localIdentifier)
        let text = asset.reason.text
        if names.contains(identifier) { return TracedAsset(asset, identifier, text) }
        if namesake == nil, names.contains(asset.string(of: .filename)) {
          namesake = TracedAsset(asset, identifier, text)
        }
        let inside = identifier.isEmpty ? nil : names.first { $0.hasPrefix(identifier + "/") }
        guard let inside else { continue }
        let path = asset.string(of: .path)
        let remedy = asset.reason == .library ? "; name it to read it: --library \"\(path)\"" : ""
        return TracedAsset(asset, inside, "it is in \"\(path)\", \(text)\(remedy)")
      }
    }
    return namesake
  }

  /// Returns the reason why a file is no asset, if it belongs to one, such as the small picture of a
  /// movie; nil for any other asset.
  private static func reason(of asset: Asset, _ context: RunContext) throws -> String? {
    guard let file = asset as? FileAsset, !file.isPictureOrMovie else { return nil }
    let identifier = file.string(of: .localIdentifier)
    let answer = try source("includeHidden", "skipped", in: context)
      .open(Query(predicate: .always), in: context)
    while let pending = try answer.reader.next() {
      for case let skipped as SkippedAsset in pending.unfold() {
        if case .companion = skipped.reason, skipped.string(of: .localIdentifier) == identifier {
          return "it \(skipped.reason.text)"
        }
      }
    }
    return nil
  }

  /// Returns the identifier of the only asset whose identifier or file name has other spaces than
  /// the word; nil if none or several have.
  private static func lookalike(
    of word: String, in source: any SourceWork, _ context: RunContext
  ) throws -> String? {
    guard word.contains(" ") else { return nil }
    let pattern = LikePattern(
      word.escaping(["*": "\\*", "?": "\\?", "[": "\\[", "\\": "\\\\", " ": "?"]))
    let isLike = AssetPredicate.any([.like(.localIdentifier, pattern), .like(.filename, pattern)])
    let answer = try source.open(Query(predicate: isLike), in: context)
    var found: [String] = []
    while let pending = try answer.reader.next() {
      for asset in pending.unfold() {
        let identifier = asset.string(of: .localIdentifier)
        let names = [identifier, asset.string(of: .filename)]
        if names.contains(where: { LookalikePath.areAlike($0, word) }) { found.append(identifier) }
      }
    }
    return found.count == 1 ? found[0] : nil
  }

  private static func find(
    _ names: [String], in source: any SourceWork, _ context: RunContext, _ word: String
  ) throws -> Asset? {
    let texts = names.map { Constant.text(TextConstant($0)) }
    let predicate =
      source.traits.input.listsAlbums
      ? AssetPredicate.always : .any([.oneOf(.localIdentifier, texts), .oneOf(.filename, texts)])
    let answer = try source.open(Query(predicate: predicate), in: context)
    let rest = PredicateProgram(answer.residual)
    var found: [Asset] = []
    while let pending = try answer.reader.next() {
      for asset in pending.unfold() where source.traits.input.listsAlbums || rest.matches(asset) {
        let identifier = asset.string(of: .localIdentifier)
        if names.contains(identifier) { return asset }
        let others = [asset.string(of: .filename), asset.string(of: .title), asset.displayName]
        if names.contains(where: others.contains) { found.append(asset) }
      }
    }
    guard found.count > 1 else { return found.first }
    let identifiers = found.prefix(10).map { "\"\($0.string(of: .localIdentifier))\"" }
    throw UsageProblem(
      "\(found.count) are called \"\(word)\": \(identifiers.joined(separator: ", "))"
        + (found.count > 10 ? ", …" : "") + "; name one by its localIdentifier")
  }
}
