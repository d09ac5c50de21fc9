import Foundation
import TestSupport
import Testing

@testable import Engine

/// The targets of places when the user is asked, and the part that a permission covers.
@Suite struct GrantedPlacesTests {
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    try folder.makeFolder("real/below")
    try folder.makeFolder("other")
    symlink("real", folder.path("link"))
  }

  /// The folder's own path may have links.
  private var root: String { String(decoding: GrantedPlaces.resolved(folder.path), as: UTF8.self) }

  private func resolved(_ path: String) -> String {
    String(decoding: GrantedPlaces.resolved(folder.path(path)), as: UTF8.self)
  }

  @Test(arguments: [
    ("real", "real"), ("link", "real"), ("link/below", "real/below"),
    ("link//below/", "real/below"),
    ("link/missing/deep", "real/missing/deep"), ("missing", "missing"),
  ])
  func linksAreResolvedAsFarAsThePathIsThere(_ path: String, _ expected: String) {
    #expect(resolved(path) == "\(root)/\(expected)")
  }

  @Test func aLinkToNowhereStaysOne() {
    symlink("nowhere", folder.path("dangling"))
    #expect(resolved("dangling/x") == "\(root)/dangling/x")
  }

  @Test func whatWasAskedAboutStaysWhenALinkChanges() {
    let places = GrantedPlaces(of: [folder.path("link")])
    unlink(folder.path("link"))
    symlink("other", folder.path("link"))
    #expect(places[folder.path("link")] == Array("\(root)/real".utf8))
    #expect(resolved("link") == "\(root)/other")
    #expect(places[folder.path("other")] == nil)
  }

  #if os(Linux)
    /// The same text in other bytes is another folder.
    @Test func placesAreToldApartByTheirBytes() throws {
      try folder.makeFolder("caf\u{E9}")
      symlink("other", folder.path("cafe\u{301}"))
      let paths = [folder.path("caf\u{E9}"), folder.path("cafe\u{301}")]
      for places in [GrantedPlaces(of: paths), GrantedPlaces(of: paths.reversed())] {
        #expect(places[paths[0]] == Array("\(root)/caf\u{E9}".utf8))
        #expect(places[paths[1]] == Array("\(root)/other".utf8))
      }
      unlink(paths[1])
      symlink("caf\u{E9}", paths[1])
      #expect(use("copy", "cafe\u{301}").text.contains("where"))
    }
  #endif

  private func use(_ action: String, _ paths: String...) -> CapabilityUse {
    let need = RequiredCapability(
      capability: .write, stage: "copy", action: action, places: paths.map(folder.path),
      rulePath: "a.lua", line: 1)
    return CapabilityUse(need, in: GrantedPlaces(of: need.places))
  }

  @Test func aLinkIsShownWithWhereItLeads() {
    #expect(
      use("copy files to it", "link").text
        == "copy files to it, where \"\(folder.path("link"))\" is \"\(root)/real\"")
  }

  @Test func actionsWithOtherPlacesAreOthers() throws {
    let before = try CapabilityUse.digest(of: [use("a", "link"), use("b", "other")])
    #expect(try CapabilityUse.digest(of: [use("b", "other"), use("a", "link")]) == before)
    let others = [
      [use("a", "other"), use("b", "link")], [use("a", "link")], [use("a", "link", "other")], [],
    ]
    for other in others { #expect(try CapabilityUse.digest(of: other) != before) }
    unlink(folder.path("link"))
    symlink("other", folder.path("link"))
    #expect(try CapabilityUse.digest(of: [use("a", "link"), use("b", "other")]) != before)
  }
}
