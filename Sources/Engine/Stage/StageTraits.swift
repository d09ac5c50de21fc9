/// The traits of a stage: the planner decides by these, and by no stage's name.
///
/// ```swift
/// var traits: StageTraits { StageTraits(albumUse: .members, observedUse: .fetch) }
/// ```
public struct StageTraits: Sendable {
  /// True if tests of later stages may be done before this stage without changing what comes out.
  public var letsTestsPass: Bool
  /// The objects that the stage works on where the source gives albums.
  public var albumUse: AlbumUse
  /// An option that was used and that only makes sense for albums.
  public var albumOption: String?
  /// The text to write instead behind a source of albums, for a stage that another option makes
  /// fit.
  public var albumRemedy: String?
  /// True if albums stay of which nothing counts.
  public var keepsEmptyAlbums: Bool
  /// The token since which the stage gives changes, empty for none; nil for all other stages.
  public var observesSince: String?
  /// Where the stage may stand in a rule that observes its fetch.
  public var observedUse: ObservedUse
  /// True if a source reads standard input.
  public var readsInput: Bool
  /// True if a source that reads standard input reads libraries that the user named, too.
  public var readsNamedLibraries: Bool
  /// True if a source gives albums instead of assets.
  public var listsAlbums: Bool
  /// The library that the rule names itself; nil for those that the user names.
  public var ownLibrary: OwnLibrary?
  /// True if a source gives the hidden assets of a library too.
  public var includesHidden: Bool
  /// True if a source, where it is watched, also gives what arrived while nobody watched.
  package var catchesUp = false
  /// True if the stage does something outside of the run, such as copying a file or sending a
  /// message: it then gets no asset that was offered before and not taken.
  public var acts: Bool
  /// True if the stage acts where the user named a folder or a descriptor for what it makes, and
  /// does nothing outside of the run otherwise.
  public var actsOnOutput: Bool
  /// The capability that the stage can't do without, and what it does with it; nil for none.
  package var need: (capability: Capability, deed: String)?
  /// The program that the stage starts; nil for none.
  package var program: ProgramCall?
  /// The folder that the stage puts files into, an absolute path; nil for one that the user names.
  package var writtenFolder: String?
  /// The folder that the stage makes as a whole, so that no other stage of the rule can make it too;
  /// nil for none.
  package var madeFolder: String?
  /// How many milliseconds may pass under a watch without an offer until the user is told; nil for
  /// any time.
  package var quietTime: Int64?
  /// The limit on stages that act behind one that offers assets to the user; nil for all others.
  public var offerUse: OfferUse?

  public init(
    letsTestsPass: Bool = false, albumUse: AlbumUse = .assets, albumOption: String? = nil,
    albumRemedy: String? = nil, keepsEmptyAlbums: Bool = false, observesSince: String? = nil,
    observedUse: ObservedUse = .none, readsInput: Bool = false,
    readsNamedLibraries: Bool = false, listsAlbums: Bool = false, ownLibrary: OwnLibrary? = nil,
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

/// The assets on which stages may act behind a stage that offers assets.
public enum OfferUse: Sendable {
  /// They act on what the user accepted.
  case needsAnswer
  /// They act on what was delivered, too, as nobody could be asked.
  case unattended
}

/// The objects that a stage works on where the source gives albums.
public enum AlbumUse: Sendable {
  /// Assets alone, so that it can't stand behind albums.
  case assets
  /// Assets, or those of each album.
  case members
  /// Albums themselves, once their assets were counted.
  case albums
}

/// Where a stage may stand in a rule that observes its fetch.
public enum ObservedUse: Sendable {
  /// Before: it has a part in what is fetched, and gives the same of the same assets.
  case fetch
  /// Behind: it adds to what is known of an asset, and drops none.
  case content
  /// Nowhere.
  case none
}
