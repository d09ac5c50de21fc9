import Contracts
import Engine
import Samples
import TestSupport
import Testing

/// The contract itself: a library that keeps it passes, and each way to break it is found.
@Suite struct LibraryContractTests {
  @Test func aLibraryThatListsAndAnswersNothingKeepsIt() throws {
    #expect(try violations(of: ListedLibrary.self) == [])
  }

  @Test func testsThatAreNotDoneAreFound() throws {
    let found = try violations(of: ForgetfulLibrary.self)
    #expect(found.contains { $0.contains("isFavorite == true: 6 assets instead of 3") }, "\(found)")
  }

  @Test func anOrderThatIsNoneIsFound() throws {
    let found = try violations(of: UnorderedLibrary.self)
    #expect(found.contains { $0.hasPrefix("ordered by filename") }, "\(found)")
  }

  @Test func identifiersOfSeveralAssetsAreFound() throws {
    let found = try violations(of: NamelessLibrary.self)
    #expect(found.contains("several assets have the localIdentifier \"same\""), "\(found)")
  }

  @Test func aMissingOriginalIsTheOnlyViolation() throws {
    let folder = try TemporaryDirectory()
    for number in 0..<6 where number != 3 {
      try folder.write(PNGPicture(width: 8 + number, height: 8), to: "x.listed/\(number).png")
    }
    let found = try LibraryContract(of: ListedLibrary.self, at: folder.path("x.listed"))
      .violations()
    #expect(found.count == 1)
    #expect(found.first?.contains(" can't be read: ") == true, "\(found)")
  }

  @Test func otherPlacesAreNotRecognised() throws {
    let contract = LibraryContract(of: ListedLibrary.self, at: "/nowhere.txt")
    #expect(try contract.violations() == ["listed does not recognise \"/nowhere.txt\""])
  }

  @Test func kindsThatAreMadeAtRunTimeAreRead() throws {
    let kind = LibraryKind(
      name: "valued", summary: "six pictures",
      opener: { place, run in ValuedLibrary(kind: LibraryKind(of: ListedLibrary.self), place, run)
      },
      recognises: { $0.pathExtension == "listed" })
    #expect(try violations(of: kind) == [])
  }

  private func violations(of type: any Library.Type) throws -> [String] {
    try violations(of: LibraryKind(of: type))
  }

  private func violations(of kind: LibraryKind) throws -> [String] {
    let folder = try TemporaryDirectory()
    for number in 0..<6 {
      try folder.write(PNGPicture(width: 8 + number, height: 8), to: "x.listed/\(number).png")
    }
    return try LibraryContract(of: kind, at: folder.path("x.listed")).violations()
  }
}

/// The same pictures, from a kind that is a value.
private struct ValuedLibrary: OpenedLibrary {
  let kind: LibraryKind
  let assets: [Asset]

  init(kind: LibraryKind, _ place: LibraryPlace, _ run: RunContext) {
    self.kind = kind
    assets = ListedLibrary.pictures(of: place, run) { "picture \($0)" }
  }

  func assets(matching fetch: AssetFetch, for run: RunContext) -> Answer {
    Answer(assets, leaving: fetch.predicate)
  }
}

/// Six pictures of a folder, as a library that others write would give them.
private struct ListedLibrary: Library {
  static let kind = LibraryKind(name: "listed", summary: "six pictures") {
    $0.pathExtension == "listed"
  }
  let assets: [Asset]

  init(opening place: LibraryPlace, for run: RunContext) {
    assets = Self.pictures(of: place, run) { "picture \($0)" }
  }

  static func pictures(
    of place: LibraryPlace, _ run: RunContext, _ name: (Int) -> String
  ) -> [Asset] {
    let files = run.files(of: place)
    return [4, 1, 0, 3, 5, 2].map { number in
      files.asset(
        "\(place.path)/\(number).png", identifier: name(number),
        values: [.isFavorite: .flag(number.isMultiple(of: 2)), .title: .string("A \(number)")])
    }
  }

  func assets(matching fetch: AssetFetch, for run: RunContext) -> Answer {
    Answer(assets, leaving: fetch.predicate)
  }

  var albums: [Album] {
    [
      Album(identifier: "first", title: "First", members: ["picture 1", "picture 4"]),
      Album(identifier: "none", title: "None", folderPath: ["First"], members: []),
    ]
  }
}

/// Says that it did all tests, and does none.
private struct ForgetfulLibrary: Library {
  static let kind = LibraryKind(name: "forgetful", summary: "") { _ in true }
  let library: ListedLibrary

  init(opening place: LibraryPlace, for run: RunContext) {
    library = ListedLibrary(opening: place, for: run)
  }

  func assets(matching fetch: AssetFetch, for run: RunContext) -> Answer {
    Answer(library.assets, leaving: .always)
  }
}

/// Says that its assets are in the order that was asked for.
private struct UnorderedLibrary: Library {
  static let kind = LibraryKind(name: "unordered", summary: "") { _ in true }
  let library: ListedLibrary

  init(opening place: LibraryPlace, for run: RunContext) {
    library = ListedLibrary(opening: place, for: run)
  }

  func assets(matching fetch: AssetFetch, for run: RunContext) -> Answer {
    Answer(library.assets, leaving: fetch.predicate, isOrdered: true)
  }
}

/// Gives all assets one name.
private struct NamelessLibrary: Library {
  static let kind = LibraryKind(name: "nameless", summary: "") { _ in true }
  let assets: [Asset]

  init(opening place: LibraryPlace, for run: RunContext) {
    assets = ListedLibrary.pictures(of: place, run) { _ in "same" }
  }

  func assets(matching fetch: AssetFetch, for run: RunContext) -> Answer {
    Answer(assets, leaving: fetch.predicate)
  }
}
