import TestSupport
import Testing

/// The modules depend on each other as ARCHITECTURE.md draws them.
@Suite struct ModuleTests {
  /// Layers from the ground up: a layer may depend on those before it, not on those behind it.
  private static let layers = [
    "Platform", "Media", "Decoding", "Assets", "Files", "Engine", "Runs", "Pipeline", "Terminal",
    "Sessions", "ShotflowTool", "shotflow",
  ]

  private let package: PackageTargets
  private let sources: [SwiftSource]

  init() throws {
    package = try PackageTargets(Checkout.text(of: "Package.swift"))
    sources = try Self.readSources.get()
  }

  /// The sources, read once for all tests.
  private static let readSources = Result {
    try Checkout.files(in: "Sources").filter { $0.hasSuffix(".swift") }.map {
      SwiftSource(path: $0, text: try Checkout.text(of: $0))
    }
  }

  /// The Swift sources of each target.
  private var byTarget: [String: [SwiftSource]] {
    Dictionary(grouping: sources) { source in
      package.folders.first { source.path.hasPrefix("\($0.value)/") }?.key ?? source.path
    }
  }

  @Test func everySourceBelongsToATarget() {
    #expect(byTarget.keys.allSatisfy { package.dependencies[$0] != nil })
    #expect(byTarget.count > 20)
  }

  @Test func noArrowGoesUp() {
    var arrows = Arrows()
    for (name, dependencies) in package.dependencies where package.folders[name] != nil {
      for dependency in dependencies where package.folders[dependency] != nil {
        arrows.add(from: name, to: dependency)
      }
    }
    print(arrows.lines.joined(separator: "\n"))
    #expect(arrows.circles.isEmpty)
    for (index, layer) in Self.layers.enumerated() {
      #expect(package.dependencies[layer] != nil, "Package.swift has no \(layer)")
      let above = package.foundation(of: layer).intersection(Self.layers[index...])
      #expect(above.isEmpty, "\(layer) depends on \(above.sorted())")
    }
  }

  /// The server of pages is a program of its own, so that no other command is larger or slower for it.
  @Test func theToolDependsOnNoServer() {
    #expect(package.foundation(of: "shotflow-page").contains("Page"))
    for program in ["shotflow", "shotflow-decode"] {
      #expect(!package.foundation(of: program).contains("Page"))
    }
    #expect(!package.foundation(of: "Page").contains("Engine"))
  }

  @Test func everyImportIsNamedInThePackage() {
    let own = Set(package.dependencies.keys)
    for (target, sources) in byTarget {
      for source in sources {
        let missing = source.imports.intersection(own)
          .subtracting(package.dependencies[target] ?? [])
        #expect(missing.isEmpty, "\(source.path) imports \(missing.sorted())")
      }
    }
  }

  /// Other packages get nothing from a module without a public symbol.
  @Test func everyOfferedLibraryHasAPublicSymbol() throws {
    let manifest = try Checkout.text(of: "Package.swift")
    let list = try #require(manifest.firstMatch(of: /\[([^\]]+)\] \+ fuzzed\)/)).1
    let names = list.matches(of: /"(\w+)"/).map { String($0.1) }
    #expect(names.contains("Pipeline"))
    for name in names {
      let folder = package.folders[name] ?? "Samples/Sources/\(name)"
      let texts = try Checkout.files(in: folder).map { try Checkout.text(of: $0) }
      let offers = texts.contains { $0.contains("\npublic ") || $0.hasPrefix("@_exported public ") }
      #expect(offers, "\(name) offers nothing")
    }
  }

  @Test func aCircleIsFound() {
    var arrows = Arrows()
    arrows.add(from: "A", to: "B")
    #expect(arrows.circles.isEmpty)
    arrows.add(from: "B", to: "C")
    arrows.add(from: "C", to: "A")
    #expect(Set(arrows.circles.map(Set.init)) == [["A", "B", "C"]])
  }
}
