// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .treatAllWarnings(as: .error),
]

let strictC: [CSetting] = [.treatAllWarnings(as: .error)]

/// The commit that `--version` names, from `script/build`. Only one small file is compiled with it, so
/// a build of another commit compiles nothing else again.
let commit = (Context.environment["SHOTFLOW_COMMIT"] ?? "").filter {
  $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-")
}

// Debian's static archives keep the dynamic linker out of the start-up time; Homebrew has pkg-config.
#if os(macOS)
  let lua = Target.systemLibrary(
    name: "CLua", pkgConfig: "lua5.4", providers: [.brew(["lua@5.4"])])
#else
  let lua = Target.systemLibrary(name: "CLua", providers: [.apt(["liblua5.4-dev"])])
#endif

/// The kinds of library, each a folder of its own: taking one away takes its name here, its folder
/// and its line in `Components.builtin`.
let libraries = ["FolderLibrary", "PhotosLibrary", "ShotwellLibrary", "TakeoutLibrary"]

let libraryNames: [Target.Dependency] = libraries.map { .target(name: $0) }

/// Stages that are modules of their own, as a kind of library is.
let stages: [String] = ["Recognition", "Sheets", "Similarity", "Webhooks"]

let stageNames: [Target.Dependency] = stages.map { .target(name: $0) }

/// What every module above the engine stands on. All are named, also those that come by way of another:
/// a module is only built again for a change in one that it names.
let storeys: [Target.Dependency] = ["Assets", "Engine", "Files"]

let libraryTargets: [Target] = libraries.map { name in
  .target(
    name: name,
    dependencies: storeys + [
      "CSQLite", "CSystem", "JSON", "Media", "Platform", "Sidecars", "SQLite",
    ]
      + (name == "FolderLibrary" ? ["Watching"] : ["FolderLibrary"]),
    swiftSettings: strict)
}

let stageTargets: [Target] = stages.map { name in
  .target(
    name: name,
    dependencies: storeys + [
      "CSystem", "Decoding", "JSON", "Keeping", "Media", "Pictures", "Platform", "State",
    ] + (name == "Sheets" ? ["Acting"] : []),
    swiftSettings: strict)
}

/// The tests of the targets that stand on `Assets`, each beside what it tests.
let storeyTests: [Target] =
  (["Assets", "Files", "Engine", "State", "Pictures", "Acting", "Pipeline"] + libraries + stages)
  .map {
    name in
    .testTarget(
      name: "\(name)Tests",
      dependencies: Set([
        "Acting", "Assets", "Engine", "Files", "Pictures", "Pipeline", "State", name,
      ])
      .sorted()
      .map { .target(name: $0) } + [
        "AssetSupport", "CSQLite", "CTestSupport", "Decoding", "JSON", "Media", "PhotosSamples",
        "PipelineSupport", "Samples", "SQLite", "TestSupport", "shotflow-decode", "shotflow-exec",
      ],
      swiftSettings: strict)
  }

let package = Package(
  name: "shotflow",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "shotflow", targets: ["shotflow"]),
    .executable(name: "shotflow-decode", targets: ["shotflow-decode"]),
    .executable(name: "shotflow-exec", targets: ["shotflow-exec"]),
    .executable(name: "shotflow-page", targets: ["shotflow-page"]),
    .library(name: "Decoder", targets: ["Decoder"]),
    .library(name: "Engine", targets: ["Engine"]),
    .library(name: "Page", targets: ["Page"]),
    .library(name: "Pipeline", targets: ["Pipeline"]),
    .library(name: "LuaBridge", targets: ["LuaBridge"]),
    .library(name: "ShotflowTool", targets: ["ShotflowTool"]),
    .library(name: "LibraryContract", targets: ["LibraryContract"]),
    .library(name: "StageContract", targets: ["StageContract"]),
    .library(name: "PhotosSamples", targets: ["PhotosSamples"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
  ],
  targets: [
    lua,
    .systemLibrary(name: "CCrypto", providers: [.apt(["libssl-dev"])]),
    .target(
      name: "CBuild",
      cSettings: strictC
        + (commit.isEmpty ? [] : [.define("SHOTFLOW_COMMIT", to: "\"\(commit)\"")])),
    .target(
      name: "CLuaShim", dependencies: ["CLua"], cSettings: strictC,
      linkerSettings: [.linkedLibrary(":liblua5.4.a", .when(platforms: [.linux]))]),
    .target(
      name: "CSQLite", cSettings: strictC, linkerSettings: [.linkedLibrary("sqlite3")]),
    .target(name: "CSystem", cSettings: strictC),
    .target(name: "CBus", cSettings: strictC),
    .target(name: "CRecords", dependencies: ["CSystem"], cSettings: strictC),
    .target(name: "Platform", swiftSettings: strict),
    .target(name: "SQLite", dependencies: ["CSQLite", "Platform"], swiftSettings: strict),
    .target(name: "JSON", dependencies: ["CSystem", "Platform"], swiftSettings: strict),
    .target(name: "Manual", dependencies: ["JSON"], swiftSettings: strict),
    .target(name: "Terminals", dependencies: ["JSON", "Platform"], swiftSettings: strict),
    .target(
      name: "Shells",
      dependencies: [
        "JSON", "Platform", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict),
    .target(name: "Media", dependencies: ["CSystem", "JSON", "Platform"], swiftSettings: strict),
    .target(name: "FileNames", dependencies: ["Media", "Platform"], swiftSettings: strict),
    .target(name: "Sidecars", dependencies: ["JSON", "Media", "Platform"], swiftSettings: strict),
    .target(
      name: "Decoding", dependencies: ["CSystem", "Media", "Platform"], swiftSettings: strict),
    .target(
      name: "CPictures", cSettings: strictC,
      linkerSettings: [
        .linkedLibrary(":libjpeg.a", .when(platforms: [.linux])),
        .linkedLibrary(":libpng16.a", .when(platforms: [.linux])),
        .linkedLibrary(":libz.a", .when(platforms: [.linux])),
        .linkedLibrary("lcms2", .when(platforms: [.linux])),
      ]),
    .target(
      name: "CMetadata", cSettings: strictC,
      linkerSettings: [
        .linkedLibrary(":libexif.a", .when(platforms: [.linux])),
        .linkedLibrary(":libexpat.a", .when(platforms: [.linux])),
      ]),
    .target(
      name: "CJail", cSettings: strictC,
      linkerSettings: [.linkedLibrary(":libseccomp.a", .when(platforms: [.linux]))]),
    .target(
      name: "Decoder",
      dependencies: ["CJail", "CMetadata", "CPictures", "Decoding", "JSON", "Media", "Platform"],
      swiftSettings: strict),
    .target(name: "CMemory", cSettings: strictC),
    .executableTarget(
      name: "shotflow-decode", dependencies: ["CMemory", "Decoder", "Decoding", "Platform"],
      swiftSettings: strict),
    .executableTarget(name: "shotflow-exec", dependencies: ["CJail"], cSettings: strictC),
    .target(
      name: "Assets",
      dependencies: ["CCrypto", "CRecords", "CSystem", "Decoding", "JSON", "Media", "Platform"],
      swiftSettings: strict,
      linkerSettings: [.linkedLibrary(":libcrypto.a", .when(platforms: [.linux]))]),
    .target(
      name: "Page", dependencies: ["Assets", "JSON", "Platform", "Terminals"],
      resources: [.embedInCode("Web")], swiftSettings: strict),
    .executableTarget(
      name: "shotflow-page", dependencies: ["Page", "Platform"], swiftSettings: strict),
    .target(
      name: "Files",
      dependencies: [
        "Assets", "CSQLite", "CSystem", "Decoding", "FileNames", "JSON", "Media", "Platform",
        "Sidecars", "SQLite",
      ],
      swiftSettings: strict),
    .target(
      name: "Watching", dependencies: ["Assets", "CSystem", "Files", "Platform"],
      swiftSettings: strict),
    .target(
      name: "Engine",
      dependencies: [
        "Assets", "CSystem", "Decoding", "Files", "JSON", "Media", "Platform", "Watching",
      ],
      swiftSettings: strict),
    .target(
      name: "State",
      dependencies: storeys + ["CSQLite", "CSystem", "JSON", "Platform", "SQLite"],
      swiftSettings: strict),
    .target(
      name: "Pictures",
      dependencies: storeys + ["CSystem", "Decoding", "JSON", "Media", "Platform"],
      swiftSettings: strict),
    .target(
      name: "Keeping", dependencies: storeys + ["FileNames", "Media", "Platform"],
      swiftSettings: strict),
    .target(
      name: "Acting",
      dependencies: storeys + ["CSystem", "JSON", "Media", "Pictures", "Platform"],
      swiftSettings: strict),
    .target(
      name: "DesktopNotices",
      dependencies: storeys + ["CBus", "JSON", "Platform", "Terminals"], swiftSettings: strict),
    .target(
      name: "Pipeline",
      dependencies: storeys
        + [
          "Acting", "CSystem", "DesktopNotices", "FileNames", "JSON", "Keeping", "Media",
          "Pictures", "Platform", "State",
        ]
        + libraryNames + stageNames,
      swiftSettings: strict),
    .target(name: "LibraryContract", dependencies: storeys, swiftSettings: strict),
    .target(
      name: "LuaBridge", dependencies: storeys + ["CLuaShim", "Platform"], swiftSettings: strict),
    .target(
      name: "StageContract", dependencies: storeys + ["LuaBridge", "Platform"],
      swiftSettings: strict),
    .target(
      name: "Plugins",
      dependencies: storeys + ["JSON", "LuaBridge", "Platform", "StageContract"],
      swiftSettings: strict),
    .target(
      name: "Displays",
      dependencies: storeys + ["CSystem", "JSON", "Pipeline", "Platform", "Terminals"],
      swiftSettings: strict),
    .target(
      name: "Console",
      dependencies: storeys + [
        "CBuild", "CSystem", "Decoding", "LuaBridge", "Manual", "Pipeline", "Platform", "SQLite",
        "Plugins", "State", "Terminals",
      ],
      swiftSettings: strict),
    .target(
      name: "Prompts",
      dependencies: storeys + ["Console", "Displays", "Pipeline", "Platform", "Terminals"],
      swiftSettings: strict),
    .target(
      name: "Formats",
      dependencies: storeys + [
        "Console", "JSON", "LuaBridge", "Pipeline", "Platform", "Plugins", "Reference", "Terminals",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict),
    .target(
      name: "Reference",
      dependencies: storeys + [
        "Console", "JSON", "LuaBridge", "Pipeline", "Platform", "Plugins", "Prompts",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict),
    .target(
      name: "ShotflowTool",
      dependencies: storeys + libraryNames + [
        "Acting", "CSystem", "Console", "Decoding", "Displays", "Formats", "JSON", "LuaBridge",
        "Manual", "Pictures", "Pipeline", "Platform", "Plugins", "Prompts", "Reference", "SQLite",
        "Shells", "State", "Terminals",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "shotflow", dependencies: ["Pipeline", "ShotflowTool"], swiftSettings: strict),
    .target(name: "Samples", path: "Samples/Sources/Samples", swiftSettings: strict),
    .target(
      name: "PhotosSamples", dependencies: ["CSQLite", "Samples"],
      path: "Samples/Sources/PhotosSamples",
      swiftSettings: strict),
    .target(
      name: "ShotwellSamples", dependencies: ["CSQLite", "Samples"],
      path: "Samples/Sources/ShotwellSamples", swiftSettings: strict),
    .executableTarget(
      name: "make-samples", dependencies: ["PhotosSamples", "Samples", "ShotwellSamples"],
      path: "Samples/Sources/make-samples", swiftSettings: strict),
    .target(name: "CTestSupport", path: "Tests/CTestSupport", cSettings: strictC),
    .target(
      name: "CPixels", dependencies: ["CPictures"], path: "Tests/CPixels", cSettings: strictC),
    .executableTarget(
      name: "fake-decoder", dependencies: ["Decoding", "Media", "Samples"],
      path: "Tests/FakeDecoder",
      swiftSettings: strict),
    .target(
      name: "TestSupport", dependencies: ["CTestSupport", "Samples"], path: "Tests/TestSupport",
      swiftSettings: strict),
    .target(
      name: "TerminalSupport", dependencies: ["CTestSupport", "Platform", "TestSupport"],
      path: "Tests/TerminalSupport", swiftSettings: strict),
    .target(
      name: "DesktopSupport", dependencies: ["DesktopNotices", "TestSupport"],
      path: "Tests/DesktopSupport", swiftSettings: strict),
    .testTarget(
      name: "DesktopNoticesTests",
      dependencies: ["DesktopNotices", "DesktopSupport", "Engine", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "DisplaysTests",
      dependencies: [
        "CTestSupport", "Displays", "JSON", "Pipeline", "Platform", "Samples", "TerminalSupport",
        "Terminals", "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(name: "HouseTests", swiftSettings: strict),
    .testTarget(name: "PageTests", dependencies: ["Page", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "ShellsTests", dependencies: ["Shells", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "SamplesTests", dependencies: ["Samples", "TestSupport", "make-samples"],
      swiftSettings: strict),
    .testTarget(
      name: "TerminalsTests", dependencies: ["TestSupport", "Terminals"], swiftSettings: strict),
    .testTarget(name: "ManualTests", dependencies: ["Manual"], swiftSettings: strict),
    .testTarget(
      name: "JSONTests", dependencies: ["JSON", "Samples", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "MediaTests",
      dependencies: ["Media", "Samples", "SQLite", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "FileNamesTests", dependencies: ["FileNames", "Media", "Samples", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "SidecarsTests", dependencies: ["JSON", "Media", "Samples", "Sidecars", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "WatchingTests",
      dependencies: ["Assets", "CSystem", "Files", "TestSupport", "Watching"],
      swiftSettings: strict),
    .testTarget(
      name: "DecodingTests",
      dependencies: ["Decoding", "Media", "Samples", "TestSupport", "shotflow-decode"],
      swiftSettings: strict),
    .executableTarget(
      name: "jail-probe",
      dependencies: ["CJail", "CTestSupport", "Decoder", "Decoding", "Media"],
      path: "Tests/JailProbe", swiftSettings: strict),
    .testTarget(
      name: "DecoderTests",
      dependencies: [
        "CPictures", "CPixels", "CTestSupport", "Decoder", "Decoding", "jail-probe", "Media",
        "Samples", "TestSupport",
      ],
      swiftSettings: strict),
    .target(
      name: "AssetSupport", dependencies: ["Assets", "Samples", "TestSupport"],
      path: "Tests/AssetSupport", swiftSettings: strict),
    .target(
      name: "PipelineSupport",
      dependencies: storeys + [
        "AssetSupport", "Decoding", "fake-decoder", "JSON", "Media", "Pictures", "Pipeline",
        "Samples", "State", "TestSupport",
      ],
      path: "Tests/PipelineSupport", swiftSettings: strict),
    .testTarget(
      name: "LibraryContractTests",
      dependencies: storeys + ["LibraryContract", "Samples", "TestSupport"], swiftSettings: strict),
    .target(
      name: "CStockLua", dependencies: ["CLuaShim"], path: "Tests/CStockLua",
      cSettings: strictC + [.headerSearchPath("../../Sources/CLuaShim")]),
    .testTarget(
      name: "LuaBridgeTests",
      dependencies: storeys + [
        "CLuaShim", "CStockLua", "LuaBridge", "Pipeline", "PipelineSupport", "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "PluginsTests",
      dependencies: storeys + [
        "LuaBridge", "Pipeline", "Platform", "Plugins", "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "StageContractTests", dependencies: ["Pipeline", "StageContract"],
      swiftSettings: strict),
    .executableTarget(
      name: "compare-facts", path: "Tests/CompareFacts", swiftSettings: strict),
    .executableTarget(
      name: "own-tool", dependencies: ["Pipeline", "ShotflowTool"], path: "Tests/OwnTool",
      swiftSettings: strict),
    .testTarget(
      name: "ShotflowTests",
      dependencies: [
        "compare-facts", "CPixels", "CTestSupport", "DesktopSupport", "jail-probe", "own-tool",
        "PhotosSamples", "shotflow",
        "shotflow-decode",
        "shotflow-exec", "shotflow-page", "Console", "Formats", "Prompts", "Reference",
        "ShotflowTool", "Samples",
        "ShotwellSamples", "SQLite",
        "TerminalSupport",
        "Terminals",
        "TestSupport",
      ],
      swiftSettings: strict),
  ] + libraryTargets + stageTargets + storeyTests
)
