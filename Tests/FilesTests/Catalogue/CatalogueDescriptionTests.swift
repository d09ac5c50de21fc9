import AssetSupport
import Engine
import Files
import Foundation
import PipelineSupport
import Samples
import TestSupport
import Testing

/// Descriptions that are kept from run to run.
@Suite struct CatalogueDescriptionTests {
  private let bench: CatalogueBench

  init() throws {
    bench = try CatalogueBench()
    for (name, stars) in [("five.jpg", "5"), ("one.jpg", "1")] {
      try bench.folder.write(
        JPEGPicture(width: 16, height: 8) { $0.xmp = XMPPacket([("xmp:Rating", stars)]) },
        to: "pictures/\(name)")
    }
  }

  private static let rated = [StageCall("source"), StageCall("filter", ["rating": 5])]

  #if canImport(Glibc)
    @Test func aSecondRunOpensNoFile() throws {
      let watch = OpenWatch(bench.library)
      #expect(try bench.run(bench.settled(), Self.rated).names == ["five.jpg"])
      #expect(!watch.names.isEmpty)
      #expect(try bench.run(bench.settled(), Self.rated).names == ["five.jpg"])
      #expect(watch.names == [])
      // The facts were kept with it.
      _ = try bench.run(bench.settled(), [StageCall("source")])
      #expect(watch.names == [])
    }

    @Test func factsAloneAreNotEnough() throws {
      _ = try bench.run(bench.settled())
      let watch = OpenWatch(bench.library)
      #expect(try bench.run(bench.settled(), Self.rated).names == ["five.jpg"])
      #expect(watch.names.contains("five.jpg"))
      #expect(try bench.run(bench.settled(), Self.rated).names == ["five.jpg"])
      #expect(watch.names == [])
    }

    @Test func pagesOfTheVersionBeforeAreRead() throws {
      _ = try bench.run(bench.settled())
      try bench.rewritePages { $0[0] = 3 }
      let watch = OpenWatch(bench.library)
      _ = try bench.run(bench.settled())
      #expect(watch.names == [])
      #expect(bench.reported.isEmpty)
    }
  #endif

  @Test func aChangedFileIsReadAgain() throws {
    #expect(try bench.run(bench.settled(), Self.rated).names == ["five.jpg"])
    try bench.folder.write(
      JPEGPicture(width: 16, height: 8) { $0.xmp = XMPPacket([("xmp:Rating", "5")]) },
      to: "pictures/one.jpg")
    #expect(try bench.run(bench.settled(), Self.rated).names == ["five.jpg", "one.jpg"])
  }

  @Test func digestsAndDescriptionsStandSideBySide() throws {
    let hashed = [StageCall("source"), StageCall("filter", ["sha1": .calling("present")])]
    let sums = try bench.run(bench.settled(), hashed).texts("sha1")
    _ = try bench.run(bench.settled(), Self.rated)
    #expect(try bench.run(bench.settled(), hashed).texts("sha1") == sums)
    #expect(try bench.run(bench.settled(), Self.rated).names == ["five.jpg"])
    #expect(try bench.run(bench.settled()).lines == (try bench.run(nil).lines))
  }
}
