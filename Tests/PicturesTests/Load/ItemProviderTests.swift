import AssetSupport
import Decoding
import Foundation
import Pipeline
import PipelineSupport
import Samples
import TestSupport
import Testing

@testable import Assets
@testable import Engine
@testable import Files
@testable import Pictures

@Suite struct ItemProviderTests {
  private let folder: TemporaryDirectory
  private let context = RunContext(
    components: .builtin, now: Scenario.noon, ruleName: "rule", libraries: [],
    ledgerPath: "/nonexistent/l")

  init() throws {
    folder = try TemporaryDirectory()
  }

  private func provider(_ name: String) -> ItemProvider {
    let path = Array(folder.path(name).utf8)
    return ItemProvider(FileAsset(path: path, headers: HeaderReaderPool()), in: context)
  }

  @Test func typesConform() throws {
    try folder.write(GIFPicture(width: 8, height: 8), to: "a.jpg")
    let item = provider("a.jpg")
    #expect(item.registeredTypeIdentifiers == ["com.compuserve.gif"])
    for type in ["com.compuserve.gif", "public.image", "public.data", "public.item"] {
      #expect(item.hasItemConforming(to: type))
    }
    for type in ["public.movie", "public.jpeg", "public", "", "Public.Image"] {
      #expect(!item.hasItemConforming(to: type))
    }
    #expect(ItemProvider.Representation.allCases.allSatisfy(item.canLoad))
  }

  @Test func whatIsNoPictureIsNoObject() throws {
    try folder.write("text", to: "a.txt")
    #expect(!provider("a.txt").canLoad(.object))
    #expect(provider("a.txt").canLoad(.data))
    let nothing = ItemProvider(ValueAsset(), in: context)
    #expect(!ItemProvider.Representation.allCases.contains(where: nothing.canLoad))
    #expect(nothing.registeredTypeIdentifiers.isEmpty)
    #expect(!nothing.hasItemConforming(to: ""))
  }

  @Test func dataComesWithItsProgress() throws {
    let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0) }
    try folder.write(bytes, to: "a.bin")
    let progress = ItemProgress(parent: context.progress)
    #expect(try provider("a.bin").loadData(progress) == bytes)
    #expect(progress.fractionCompleted == 1)
    #expect(progress.totalUnitCount == 3_000_000)
    #expect(context.progress.snapshot.doneBytes == 3_000_000)
    #expect(context.progress.snapshot.doneItems == 1)
  }

  @Test func aCancelledItemIsNotLoaded() throws {
    try folder.write("bytes", to: "a.bin")
    let progress = ItemProgress()
    progress.cancel()
    let failure = #expect(throws: AssetFailure.self) {
      try provider("a.bin").loadData(progress)
    }
    #expect(failure?.reason == "interrupted")
  }

  @Test func theObjectIsThePicture() throws {
    let world = try PictureWorld()
    try world.write("a.jpg")
    try world.write("b.jpg", "fail")
    let context = RunContext(
      components: .builtin, now: Scenario.noon, ruleName: "rule", libraries: [],
      ledgerPath: "/nonexistent/l",
      outputFolder: world.out.path, decoders: world.decoders.pool)
    func load(_ name: String) throws -> LoadedImage {
      let asset = FileAsset(
        path: Array(world.library.path(name).utf8), headers: HeaderReaderPool())
      var options = PictureOptions()
      options.targetSize = PictureSize(width: 30, height: 20)
      return try ItemProvider(asset, in: context)
        .loadObject(options, to: context.pictureDestination())
    }
    let image = try load("a.jpg")
    #expect(image.size == PictureSize(width: 30, height: 20))
    #expect(image.place == .file(path: Array(world.out.path("a-30x20.jpg").utf8)))
    #expect(context.progress.snapshot.doneItems == 1)
    let failure = #expect(throws: AssetFailure.self) { try load("b.jpg") }
    #expect(failure?.reason == "the picture is damaged")
  }

  @Test func aFileThatIsGoneFails() {
    let failure = #expect(throws: AssetFailure.self) {
      try provider("none").loadData(ItemProgress())
    }
    #expect(failure?.reason == "no such file or folder")
  }
}
