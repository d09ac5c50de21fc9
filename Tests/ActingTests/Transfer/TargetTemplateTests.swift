import AssetSupport
import Assets
import Engine
import Foundation
import PipelineSupport
import Platform
import Samples
import TestSupport
import Testing

@testable import Acting

/// Paths that are made of a template and an asset's values.
@Suite struct TargetTemplateTests {
  private static var record: [String: Any] {
    [
      "filename": "IMG_1.JPG", "path": "/lib/Trips/Rome/IMG_1.JPG", "library": "/lib",
      "folderPath": ["Trips", "Rome"], "albumPaths": ["Best/Sea"], "title": "Sea",
      "isFavorite": true,
      "keywords": ["sun", "sand"], "localDate": "2015-09-07T21:29:28.000+02:00",
    ]
  }

  private func template(_ text: String, option: String = "to") throws -> TargetTemplate {
    var arguments = StageArguments(
      StageCall("move", [option: .text(text)], line: 1), description: FileMove.description,
      rulePath: "a.lua", at: PlanMoment(Scenario.noon), fields: FieldTable())
    let template = TargetTemplate(option, of: &arguments)
    if let problem = arguments.finish().first { throw problem }
    return try #require(template)
  }

  private func path(
    _ template: TargetTemplate, _ record: [String: Any] = Self.record, in album: AlbumPath? = nil
  ) throws -> [String] {
    let bytes = Array(try JSONSerialization.data(withJSONObject: record))
    let target = try bytes.withUnsafeBytes {
      try template.target(
        of: try JSONElement(checking: $0, deepest: 8),
        filename: Array((record["filename"] as? String ?? "").utf8), in: album)
    }
    return (template.base + target.folders + [target.name.bytes(7)]).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  @Test(arguments: [
    ("a/{localDate:%Y/%m}/", "a/2015/09/IMG_1.JPG"), ("{localDate:%Y/%m}/x", "2015/09/x"),
    ("{localDate:%Y/%m}_{title}", "2015/09_Sea"), ("a/{filename}/", "a/IMG_1.JPG"),
    ("a/{filename:stem:lower}/", "a/img_1"), ("a/{filename:ext:lower}/", "a/jpg/IMG_1.JPG"),
    ("{cameraModel|title|filename}/", "Sea"), ("a/{n:03}/", "a/007"), ("x{n}-{title}", "x7-Sea"),
    ("{isFavorite?best/of|rest}/", "best/of/IMG_1.JPG"), ("{isFavorite?best/}{title}", "best/Sea"),
    ("{isHidden?hidden}/{title}", "Sea"), ("{cameraModel|a/b}/", "a/b/IMG_1.JPG"),
    ("{folder}/", "Rome/IMG_1.JPG"), ("x/{folderPath}/", "x/Trips/Rome/IMG_1.JPG"),
    ("{album}/", "Best/Sea/IMG_1.JPG"), ("x {album}/", "x Best_Sea/IMG_1.JPG"),
    ("{album:1}/", "B/IMG_1.JPG"), ("{keywords:join /}/", "sun_sand/IMG_1.JPG"),
    ("{'%Y'}/{cameraModel|..}/{title}", "%Y/__/Sea"),
  ])
  func aSlashOfTheTemplateMakesAFolder(_ template: String, _ expected: String) throws {
    let album = AlbumPath(["Best", "Sea"])
    #expect(
      try path(self.template(template), in: album).joined(separator: "/") == expected)
  }

  @Test func aFolderPathAtTheRootIsNoFolder() throws {
    let record: [String: Any] = ["filename": "a.jpg", "path": "/lib/a.jpg", "library": "/lib"]
    #expect(try path(template("x/{folderPath}/"), record) == ["x", "a.jpg"])
    #expect(try path(template("x/{folder}/"), record) == ["x", "lib", "a.jpg"])
  }

  @Test(arguments: [
    ("{isHidden?x/|}", "gives it no name"), ("{title}/{isFavorite?x/}", "gives it no name"),
    ("{cameraModel}/", "it has no cameraModel"),
    ("{cameraModel|cameraMake}/", "{cameraModel|none}"),
  ])
  func whatHasNoNameFails(_ template: String, _ reason: String) throws {
    let template = try self.template(template)
    let problem = #expect(throws: FileProblem.self) { try path(template) }
    #expect(problem?.reason.contains(reason) == true, "\(problem?.reason ?? "")")
  }

  @Test(arguments: [
    ("{n}/{title}", "{n} stands once, in the last part"), ("{n}_{n}", "{n} stands once"),
    ("{localDate:%Y}/%m/", "did you mean \"{localDate:%m}\"?"),
  ])
  func aNumberIsForNames(_ text: String, _ words: String) {
    let problem = #expect(throws: RuleProblem.self) { try template(text) }
    #expect(problem?.message.contains(words) == true, "\(problem?.message ?? "")")
  }

  @Test func aNewNameHasNoFolders() throws {
    #expect(try path(template("{localDate:%F}_{n:02}", option: "name")) == ["2015-09-07_07"])
    for text in ["{localDate:%Y/%m}", "a/b"] {
      let problem = #expect(throws: RuleProblem.self) { try template(text, option: "name") }
      #expect(problem?.message.contains("is a name without folders") == true)
    }
  }

  /// Values of any characters give as many folders as harmless ones, and no name that leads away.
  @Test func aValueNeverMakesAFolder() throws {
    var random = SeededGenerator(seed: 47)
    let values = [
      "{title}", "{keywords}", "{keywords:first}", "{keywords:join /}", "{cameraModel|title}",
      "{title:upper}", "{title:2}", "{title:slug}", "{folder}", "{album}", "x{album}",
      "{isFavorite?title|x}", "{filename}", "{filename:stem}", "{filename:ext}",
    ]
    let fixed = [
      "a", "{localDate:%Y/%m}", "{isFavorite?b/c|d}", "{cameraModel|e/f}", "/", "/", "-",
    ]
    let pieces =
      Array("/\\.~\u{0}\u{1}\u{7F}\n\u{85}{}%a ü😀").map { String($0) } + ["..", "../", "/.."]
    for _ in 0..<3000 {
      let text =
        "s/" + (1...4).map { _ in (values + fixed).randomElement(using: &random) ?? "" }.joined()
        + "/{title}_z"
      let template = try self.template(text)
      func evil() -> String {
        (1...6).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      }
      var record = Self.record
      for name in ["title", "filename"] { record[name] = evil() + "q" }
      for name in ["keywords", "folderPath", "albumPaths"] {
        record[name] = [evil() + "q", evil()]
      }
      var harmless = Self.record
      harmless["folderPath"] = ["r", "s"]
      harmless["title"] = "qq"
      let found = try? path(template, record)
      guard let found else { continue }
      #expect(try found.count == path(template, harmless).count, "\(text): \(found)")
      for name in found {
        #expect(![".", "..", ""].contains(name) && !name.contains("/"), "\(text): \(found)")
        #expect(name.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
      }
    }
  }
}
