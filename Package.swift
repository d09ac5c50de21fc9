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

/// The commit that `--version` prints, from `script/build`; only one small file is compiled with it.
let commit = (Context.environment["SHOTFLOW_COMMIT"] ?? "").filter {
  $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-")
}

/// The modules that read what files hold.
let media: [Target.Dependency] = ["Decoding", "Media", "Platform"]

/// The modules that every module above the engine imports.
let engine: [Target.Dependency] = ["Assets", "Engine", "Files", "Platform"]

/// The kinds of library; `script/without` removes one.
let libraries: [Target.Dependency] = [
  "CatalogueLibrary", "FolderLibrary", "PhotosLibrary", "TakeoutLibrary",
]

/// The modules that the tool, and what its tests share, import besides.
let stages: [Target.Dependency] = ["Acting", "CSystem", "Pictures", "Pipeline", "Runs", "State"]

/// The dependencies of most tests.
let support: [Target.Dependency] = [
  "Acting", "AssetSupport", "Contracts", "CSQLite", "CTestSupport", "Decoding", "Media",
  "PhotosSamples", "Pictures", "Pipeline", "PipelineSupport", "Runs", "Samples", "State",
  "TestSupport", "shotflow-decode", "shotflow-exec",
]

/// The dependencies of tests of readers.
let readers: [Target.Dependency] = ["Media", "Samples", "TestSupport"]

/// The modules without a public symbol that `script/fuzz` reaches from its own package.
let fuzzed =
  Context.environment["SHOTFLOW_FUZZ"] == nil ? [] : ["Decoder", "Page", "PhotosSamples"]

func name(_ path: String) -> String { String(path.split(separator: "/").last ?? "") }

func module(
  _ path: String, _ dependencies: [Target.Dependency], libraries archives: [String] = [],
  excluding excluded: [String] = [], resources: [Resource] = []
) -> Target {
  .target(
    name: name(path), dependencies: dependencies, path: path, exclude: excluded,
    resources: resources, swiftSettings: strict, linkerSettings: linked(archives))
}

func cModule(
  _ path: String, _ dependencies: [Target.Dependency] = [], libraries archives: [String] = [],
  settings: [CSetting] = []
) -> Target {
  .target(
    name: name(path), dependencies: dependencies, path: path, cSettings: strictC + settings,
    linkerSettings: linked(archives))
}

func program(
  _ path: String, _ dependencies: [Target.Dependency], name given: String? = nil
) -> Target {
  .executableTarget(
    name: given ?? name(path), dependencies: dependencies, path: path, cSettings: strictC,
    swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(name: name, dependencies: dependencies, swiftSettings: strict)
}

/// Links the static archive `libNAME.a` on Linux, or `-lNAME` where the name has a dash in front.
func linked(_ names: [String]) -> [LinkerSetting] {
  names.map { name in
    let library = name.hasPrefix("-") ? String(name.dropFirst()) : ":lib\(name).a"
    return .linkedLibrary(library, .when(platforms: [.linux]))
  } + (names.contains("z") ? [.linkedLibrary("z", .when(platforms: [.macOS]))] : [])
}

// Homebrew has pkg-config; Debian's archives are found without.
#if os(macOS)
  let lua = Target.systemLibrary(
    name: "CLua", path: "Sources/C/CLua", pkgConfig: "lua5.4", providers: [.brew(["lua@5.4"])])
  let brotli = Target.systemLibrary(
    name: "CBrotli", path: "Sources/C/CBrotli", pkgConfig: "libbrotlidec",
    providers: [.brew(["brotli"])])
#else
  let lua = Target.systemLibrary(
    name: "CLua", path: "Sources/C/CLua", providers: [.apt(["liblua5.4-dev"])])
  let brotli = Target.systemLibrary(
    name: "CBrotli", path: "Sources/C/CBrotli", providers: [.apt(["libbrotli-dev"])])
#endif

let package = Package(
  name: "shotflow",
  platforms: [.macOS(.v15)],
  products: ["shotflow", "shotflow-decode", "shotflow-exec", "shotflow-page"].map {
    .executable(name: $0, targets: [$0])
  }
    + (["Contracts", "Engine", "LuaBridge", "Pipeline", "ShotflowTool"] + fuzzed)
    .map { .library(name: $0, targets: [$0]) },
  targets: [
    // C
    lua, brotli,
    .systemLibrary(name: "CCrypto", path: "Sources/C/CCrypto", providers: [.apt(["libssl-dev"])]),
    cModule(
      "Sources/C/CBuild",
      settings: commit.isEmpty ? [] : [.define("SHOTFLOW_COMMIT", to: "\"\(commit)\"")]),
    cModule("Sources/C/CJail", libraries: ["seccomp"]),
    cModule("Sources/C/CLuaShim", ["CLua"], libraries: ["lua5.4"]),
    cModule("Sources/C/CMemory"),
    cModule("Sources/C/CPage"),
    cModule("Sources/C/CPictures", libraries: ["jpeg", "png16", "z", "-lcms2"]),
    .target(
      name: "CSQLite", path: "Sources/C/CSQLite", cSettings: strictC,
      linkerSettings: [.linkedLibrary("sqlite3")]),
    cModule("Sources/C/CSystem"),
    .systemLibrary(name: "CZlib", path: "Sources/C/CZlib", providers: [.apt(["zlib1g-dev"])]),

    // Media
    module("Sources/Media/Platform", ["CSystem"]),
    // The linker gets a name once, and libpng, which the decoder needs, has to precede zlib.
    module(
      "Sources/Media/Media", ["CBrotli", "CSystem", "CZlib", "Platform"],
      libraries: ["png16", "z", "brotlidec", "brotlicommon"]),
    module("Sources/Media/Decoding", ["CSystem", "Media", "Platform"]),

    // Core
    module("Sources/Core/Assets", media + ["CCrypto", "CSystem"], libraries: ["crypto"]),
    module("Sources/Core/Files", media + ["Assets", "CSQLite", "CSystem"]),
    module("Sources/Core/Engine", media + ["Assets", "CSystem", "Files"]),
    module("Sources/Core/Runs", engine + ["CSystem"]),
    module("Sources/Core/State", engine + ["CSQLite", "CSystem"]),

    module(
      "Sources/Libraries/CatalogueLibrary", engine + ["CSQLite", "LuaBridge", "Media"],
      resources: [.embedInCode("Kinds")]),
    module("Sources/Libraries/FolderLibrary", engine + ["CSystem", "Media"]),
    module("Sources/Libraries/PhotosLibrary", engine + ["CSQLite", "CSystem", "Media"]),
    module("Sources/Libraries/TakeoutLibrary", engine + ["FolderLibrary", "Media"]),

    // Stages and rules
    module("Sources/Stages/Pictures", engine + ["CSystem", "CZlib", "Decoding", "Media"]),
    module("Sources/Stages/Acting", engine + ["CSystem", "Media", "Pictures"]),
    module(
      "Sources/Pipeline",
      engine + libraries + ["Acting", "CSystem", "Decoding", "Media", "Pictures", "Runs", "State"]),
    module("Sources/LuaBridge", engine + ["CLuaShim"]),
    module("Sources/Contracts", engine + ["LuaBridge", "Runs"]),

    // The tool
    module(
      "Sources/Tool/Plugins", engine + ["CatalogueLibrary", "Contracts", "LuaBridge", "Runs"]),
    module("Sources/Tool/Terminal", engine + libraries + stages),
    module(
      "Sources/Tool/Sessions",
      engine + libraries + stages
        + ["CBuild", "Decoding", "LuaBridge", "Plugins", "Terminal"]),
    module(
      "Sources/Tool/ShotflowTool",
      engine + libraries + stages + [
        "Decoding", "LuaBridge", "PhotosSamples", "Plugins", "Samples", "Sessions",
        "ShotwellSamples", "Terminal",
      ]),
    program("Sources/shotflow", ["Pipeline", "ShotflowTool"]),

    // Programs that the tool starts
    module("Sources/Programs/Decoder", media + ["CJail", "CPictures"]),
    program("Sources/Programs/shotflow-decode", media + ["CMemory", "CSystem", "Decoder"]),
    program("Sources/Programs/shotflow-exec", ["CJail", "CSystem"]),
    module(
      "Sources/Programs/Page", ["Assets", "CPage", "CSystem", "Platform"], excluding: ["Web"]),
    program("Sources/Programs/shotflow-page", ["CSystem", "Page", "Platform"]),

    // Samples
    module("Samples/Sources/Samples", []),
    module("Samples/Sources/PhotosSamples", ["CSQLite", "Samples"]),
    module("Samples/Sources/ShotwellSamples", ["CSQLite", "Samples"]),
    program("Samples/Sources/make-samples", ["PhotosSamples", "Samples", "ShotwellSamples"]),

    // What tests use
    cModule("Tests/CPixels", ["CPictures"]),
    cModule(
      "Tests/CStockLua", ["CLuaShim"], settings: [.headerSearchPath("../../Sources/C/CLuaShim")]),
    cModule("Tests/CTestSupport"),
    module("Tests/TestSupport", ["CSystem", "CTestSupport", "Samples"]),
    module("Tests/TerminalSupport", ["CTestSupport", "Platform", "TestSupport"]),
    module("Tests/DesktopSupport", ["Pipeline", "TestSupport"]),
    module("Tests/AssetSupport", ["Assets", "Platform", "Samples", "TestSupport"]),
    module(
      "Tests/PipelineSupport",
      engine + stages
        + ["AssetSupport", "Decoding", "fake-decoder", "Media", "Samples", "TestSupport"]),
    module(
      "Tests/ProgramSupport",
      ["Files", "PhotosSamples", "Samples", "ShotwellSamples", "TestSupport"]),
    program("Tests/CompareFacts", [], name: "compare-facts"),
    program("Tests/FakeDecoder", ["Decoding", "Media", "Samples"], name: "fake-decoder"),
    program("Tests/JailProbe", media + ["CJail", "CTestSupport", "Decoder"], name: "jail-probe"),
    program("Tests/OwnTool", ["Pipeline", "ShotflowTool"], name: "own-tool"),

    // Tests
    tests("ArchitectureTests", ["TestSupport"]),
    tests("PlatformTests", ["Platform", "Samples", "TestSupport"]),
    tests("MediaTests", readers + ["Files"]),
    tests("DecodingTests", readers + ["Decoding", "shotflow-decode"]),
    tests(
      "DecoderTests",
      readers + ["CPictures", "CPixels", "CTestSupport", "Decoder", "Decoding", "jail-probe"]),
    tests("PageTests", ["Page", "TestSupport"]),
    tests("SamplesTests", ["Samples", "TestSupport", "make-samples"]),
    tests("AssetsTests", engine + support),
    tests("FilesTests", engine + support + ["CSystem"]),
    tests("EngineTests", engine + support),
    tests("StateTests", engine + support),
    tests("CatalogueLibraryTests", engine + support + ["CatalogueLibrary", "ShotwellSamples"]),
    tests("FolderLibraryTests", engine + support + ["FolderLibrary"]),
    tests("PhotosLibraryTests", engine + support + ["PhotosLibrary"]),
    tests("TakeoutLibraryTests", engine + support + ["FolderLibrary", "TakeoutLibrary"]),
    tests("PicturesTests", engine + support),
    tests("ActingTests", engine + support),
    tests("PipelineTests", engine + support + ["DesktopSupport"]),
    tests("LuaBridgeTests", engine + support + ["CLuaShim", "CStockLua", "LuaBridge"]),
    tests("ContractsTests", engine + support),
    tests("PluginsTests", engine + ["LuaBridge", "Pipeline", "Plugins", "TestSupport"]),
    tests(
      "TerminalTests",
      readers + ["CTestSupport", "Pipeline", "Platform", "Terminal", "TerminalSupport"]),
    tests(
      "ToolTests",
      engine + support
        + ["LuaBridge", "Sessions", "ShotflowTool", "Terminal", "TerminalSupport"]),
  ]
    // Every build makes the programs that these start; named here, each change would compile them again.
    // One module would take longer than these three: the compiler's time grows with the square of its macros.
    + ["ShotflowTests", "ShotflowRunTests", "ShotflowWatchTests"].map {
      tests(
        $0,
        engine + support + [
          "CPixels", "DesktopSupport", "LuaBridge", "ProgramSupport", "ShotwellSamples",
          "TerminalSupport",
        ])
    }
)

// The package in Examples, built with this one: it sees what is public alone, as from outside.
let wanted = Context.environment["SHOTFLOW_TESTS"]?.split(separator: " ")
if wanted?.contains("GalleryTests") == true {
  package.targets += [
    .target(
      name: "Gallery", dependencies: ["Pipeline"], path: "Examples/Sources/Gallery",
      packageAccess: false),
    .executableTarget(
      name: "mytool", dependencies: ["Gallery", "Pipeline", "ShotflowTool"],
      path: "Examples/Sources/mytool", packageAccess: false),
    .testTarget(
      name: "GalleryTests", dependencies: ["Contracts", "Gallery", "mytool", "Pipeline"],
      path: "Examples/Tests/GalleryTests", packageAccess: false),
  ]
}

// What `script/fuzz --feed` starts, built with the tests and never for release.
if wanted == nil {
  package.targets += [
    .executableTarget(
      name: "fuzz-replay",
      dependencies: engine + media + [
        "Decoder", "LuaBridge", "Page", "PhotosLibrary", "PhotosSamples", "Pipeline", "State",
      ],
      path: "Fuzz/Sources/fuzz", exclude: ["Main.swift"], swiftSettings: strict)
  ]
}

// `script/test FILTER` builds the tests that it runs and no others; `script/build` builds none.
if let wanted {
  package.targets.removeAll {
    $0.type == .test
      ? !wanted.contains($0.name[...]) : wanted.isEmpty && $0.path?.hasPrefix("Tests/") == true
  }
}
