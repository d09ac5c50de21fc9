import Foundation
import Testing

/// The targets stand on each other as ARCHITECTURE.md draws them, and so do the folders in them.
@Suite struct HouseTests {
  /// From the ground up; a storey may stand on those before it, not on those behind it.
  private static let storeys = [
    "Platform", "JSON", "Media", "Decoding", "Assets", "Files", "Engine", "Pipeline",
    "ShotflowTool",
    "shotflow",
  ]
  private static let lineLimit = 14_000
  private static let checkout = (0..<3).reduce(URL(fileURLWithPath: #filePath)) { url, _ in
    url.deletingLastPathComponent()
  }

  private let package: PackageTargets
  private let sources: [SwiftSource]

  init() throws {
    package = PackageTargets(
      try String(contentsOf: Self.checkout.appendingPathComponent("Package.swift"), encoding: .utf8)
    )
    sources = try Self.readSources.get()
  }

  /// Read once for all tests.
  private static let readSources = Result {
    let folder = checkout.appendingPathComponent("Sources")
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    return try paths.filter { $0.hasSuffix(".swift") }.sorted().map { path in
      SwiftSource(
        path: "Sources/\(path)",
        text: try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8))
    }
  }

  private var byTarget: [String: [SwiftSource]] { Dictionary(grouping: sources, by: \.target) }

  @Test func noArrowGoesUp() {
    var arrows = Arrows()
    for (name, dependencies) in package.dependencies where byTarget[name] != nil {
      for dependency in dependencies where byTarget[dependency] != nil {
        arrows.add(from: name, to: dependency)
      }
    }
    print(arrows.lines.joined(separator: "\n"))
    #expect(arrows.circles.isEmpty)
    for (index, storey) in Self.storeys.enumerated() {
      #expect(package.dependencies[storey] != nil, "Package.swift has no \(storey)")
      let above = package.foundation(of: storey).intersection(Self.storeys[index...])
      #expect(above.isEmpty, "\(storey) stands on \(above.sorted())")
    }
  }

  /// What serves pages is a program of its own, so that no other command is larger or slower for it.
  @Test func theToolStandsOnNoServer() {
    #expect(package.foundation(of: "shotflow-page").contains("Page"))
    for program in ["shotflow", "shotflow-decode"] {
      #expect(!package.foundation(of: program).contains("Page"))
    }
    #expect(!package.foundation(of: "Page").contains("Engine"))
  }

  @Test func everyImportIsNamedInThePackage() {
    #expect(byTarget.count > 15)
    let own = Set(package.dependencies.keys).union(["ArgumentParser"])
    for source in sources {
      let missing = source.imports.intersection(own)
        .subtracting(package.dependencies[source.target] ?? [])
      #expect(missing.isEmpty, "\(source.path) imports \(missing.sorted())")
    }
  }

  @Test func foldersStandOnEachOtherWithoutCircles() {
    for (target, sources) in byTarget.sorted(by: { $0.key < $1.key }) {
      let arrows = Self.arrows(betweenFoldersOf: sources)
      print(arrows.lines.map { "\(target): \($0)" }.joined(separator: "\n"))
      let circles = arrows.circles.map { $0.sorted() }
      #expect(circles.isEmpty, "in \(target)")
    }
  }

  @Test func noTargetIsTooLarge() {
    for (target, sources) in byTarget {
      let count = sources.reduce(0) { $0 + $1.lineCount }
      #expect(count <= Self.lineLimit, "\(target) has \(count) lines")
    }
  }

  @Test func aCircleIsFound() {
    let files = [
      "A/One": "struct One { let two: Two }", "B/Two": "enum Two { func f() { one() } }",
    ]
    func circles(_ third: String) -> Set<Set<String>> {
      let texts = files.merging(["A/Three": third]) { $1 }
      return Self.arrows(
        betweenFoldersOf: texts.map { SwiftSource(path: "Sources/T/\($0).swift", text: $1) }
      ).circles
    }
    #expect(circles("// func one() {}").isEmpty)
    #expect(circles("private func one() {}").isEmpty)
    #expect(circles("extension One { func one() {} }").isEmpty)
    #expect(circles("package func one() {}") == [["A", "B"]])
  }

  /// A name that two folders declare tells nothing, and is left out.
  private static func arrows(betweenFoldersOf sources: [SwiftSource]) -> Arrows {
    var homes: [String: Set<String>] = [:]
    for source in sources {
      for name in source.declared { homes[name, default: []].insert(source.folder) }
    }
    var arrows = Arrows()
    for source in sources {
      for name in source.used {
        guard let home = homes[name], home.count == 1 else { continue }
        for folder in home { arrows.add(from: source.folder, to: folder) }
      }
    }
    return arrows
  }
}
