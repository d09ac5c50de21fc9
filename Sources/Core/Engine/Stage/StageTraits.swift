/// The traits of a stage, by which the planner decides. It never uses a stage's name.
///
/// ```swift
/// var traits: StageTraits { StageTraits(albumUse: .members, observedUse: .fetch) }
/// ```
public struct StageTraits: Sendable {
  /// True if tests of later stages may be done before this stage without changing what comes out.
  public var letsTestsPass: Bool
  /// The objects that the stage processes where the source lists albums.
  public var albumUse: AlbumUse
  /// An option that was used and that only makes sense for albums.
  public var albumOption: String?
  /// The remedy in messages, for a stage that another option makes suitable for albums.
  public var albumRemedy: String?
  /// True if albums without any matching asset are kept.
  public var keepsEmptyAlbums: Bool
  /// The token since which the stage reports changes, empty for none; nil for all other stages.
  public var observesSince: String?
  /// The position that the stage may have in a rule that observes its fetch.
  public var observedUse: ObservedUse
  /// True if a source reads standard input.
  public var readsInput: Bool
  /// True if a source that reads standard input reads libraries that the user named, too.
  public var readsNamedLibraries: Bool
  /// True if a source lists albums instead of assets.
  public var listsAlbums: Bool
  /// The library that the rule names itself; nil for those that the user names.
  public var ownLibrary: RuleLibrary?
  /// True if a source also returns the hidden assets of a library.
  public var includesHidden: Bool
  /// True if a watched source also returns assets that arrived while no watch was running.
  package var catchesUp = false
  /// True if the stage has effects outside of the run, such as copying a file or sending a message.
  /// It then gets no asset that was offered before and not accepted.
  public var acts: Bool
  /// True if the stage acts if the user named a folder or a descriptor for its files, and has no
  /// effects outside of the run otherwise.
  public var actsOnOutput: Bool
  /// The capability that the stage requires, and the action that needs it; nil for none.
  package var need: (capability: Capability, action: String)?
  /// The places that the need is about, as absolute paths in which links may be: a permission is for
  /// where they lead when the user is asked.
  package var places: [String] = []
  /// The program that the stage starts; nil for none.
  package var program: ProgramCall?
  /// The folder that the stage puts files into, an absolute path; nil for one that the user names.
  package var writtenFolder: String?
  /// The folder that the stage creates and owns, so that no other stage of the rule can create it,
  /// too; nil for none.
  package var madeFolder: String?
  /// The time in milliseconds without an offer under a watch after which the user is notified; nil
  /// for no limit.
  package var quietTime: Int64?
  /// The limit on stages that act behind one that offers assets to the user; nil for all others.
  public var offerUse: OfferUse?

  public init(
    letsTestsPass: Bool = false, albumUse: AlbumUse = .assets, albumOption: String? = nil,
    albumRemedy: String? = nil, keepsEmptyAlbums: Bool = false, observesSince: String? = nil,
    observedUse: ObservedUse = .none, readsInput: Bool = false,
    readsNamedLibraries: Bool = false, listsAlbums: Bool = false, ownLibrary: RuleLibrary? = nil,
    includesHidden: Bool = false, acts: Bool = false, actsOnOutput: Bool = false,
    offerUse: OfferUse? = nil
  ) {
    self.letsTestsPass = letsTestsPass
    self.albumUse = albumUse
    self.albumOption = albumOption
    self.albumRemedy = albumRemedy
    self.keepsEmptyAlbums = keepsEmptyAlbums
    self.observesSince = observesSince
    self.observedUse = observedUse
    self.readsInput = readsInput
    self.readsNamedLibraries = readsNamedLibraries
    self.listsAlbums = listsAlbums
    self.ownLibrary = ownLibrary
    self.includesHidden = includesHidden
    self.acts = acts
    self.actsOnOutput = actsOnOutput
    self.offerUse = offerUse
  }
}

/// The assets that later stages may act on, behind a stage that offers assets.
public enum OfferUse: Sendable {
  /// Assets that the user accepted.
  case needsAnswer
  /// Also assets that were delivered because no user could be asked.
  case unattended
}

/// The objects that a stage processes where the source lists albums.
public enum AlbumUse: Sendable {
  /// Only assets, so that it can't be used behind a source of albums.
  case assets
  /// Assets, or those of each album.
  case members
  /// Albums themselves, once their assets were counted.
  case albums
}

/// The position that a stage may have in a rule that observes its fetch.
public enum ObservedUse: Sendable {
  /// Before `observe`: it belongs to the fetch, and its result depends only on the assets.
  case fetch
  /// Behind `observe`: it adds data to an asset, and drops none.
  case content
  /// Nowhere.
  case none
}
