import Engine
import Files
import Platform
import Testing

@testable import CatalogueLibrary

/// The counts of albums in a catalogue whose program writes to it while they are listed.
@Suite struct CatalogueAlbumCountTests {
  private let world: CatalogueWorld

  init() throws {
    world = try CatalogueWorld(
      "INSERT INTO tag VALUES (7, NULL, 'Mine');"
        + "INSERT INTO photo (id, path, root, flag) VALUES (1, '1.png', 1, 1), (2, '2.png', 1, 0);"
        + "INSERT INTO photo_tag VALUES (1, 7), (2, 7);")
  }

  private func albums(
    _ names: [String], atOnce: Bool
  ) throws -> (albums: [AlbumAsset], counting: AlbumCounter) {
    var declaration = CatalogueWorld.declaration
    declaration.readsAtOnce = atOnce
    let kind = LibraryKind(of: declaration)
    let context = world.context(of: kind)
    let place = LibraryPlace(path: world.path)
    let request = AlbumRequest(names: names, includesHidden: true, includesBurstFrames: false)
    let albums = try LibraryReader.albums(
      request, of: kind.open(place, for: context), at: place, in: context)
    let worker = WorkerContext(context: context, functions: nil, width: 1)
    return (albums, AlbumCounter(Query(), [], in: worker))
  }

  /// Adds photos to the album, in more pages than the catalogue had.
  private func write(first: Int = 3, count: Int = 500) throws {
    try SQLiteConnection(path: world.path).execute(
      """
      BEGIN;
      INSERT INTO photo (id, path, root, flag, title)
        WITH RECURSIVE n(n) AS (SELECT \(first) UNION ALL SELECT n + 1 FROM n LIMIT \(count))
        SELECT n, '3.png', 1, 1, printf('%0200d', n) FROM n;
      INSERT INTO photo_tag SELECT id, 7 FROM photo WHERE id >= \(first);
      COMMIT
      """)
  }

  @Test(arguments: ["Mine", "smartAlbumFavorites", "smartAlbumRAW"])
  func albumsAreCountedAsTheyAreThen(name: String) throws {
    let (albums, counting) = try albums([name], atOnce: true)
    try write()
    let expected = ["Mine": 502, "smartAlbumFavorites": 501, "smartAlbumRAW": 0]
    #expect(try albums.map { try $0.countMembers(counting) } == [expected[name]])
  }

  @Test func albumsOfAnotherSortAreCountedAnew() throws {
    let (albums, counting) = try albums(["Mine", "smartAlbumFavorites"], atOnce: true)
    #expect(try albums[0].countMembers(counting) == 2)
    try write()
    #expect(try albums[1].countMembers(counting) == 501)
    try write(first: 503, count: 1)
    #expect(try albums[0].countMembers(counting) == 2)
  }

  /// Rows that are read one after the other end with an error, and so do counts.
  @Test(arguments: ["Mine", "smartAlbumFavorites"])
  func countsOfSeveralStatesAreAnError(name: String) throws {
    let (albums, counting) = try albums([name], atOnce: false)
    try write()
    let problem = #expect(throws: (any Error).self) { try albums[0].countMembers(counting) }
    #expect("\(String(describing: problem))".contains("another program"))
  }
}
