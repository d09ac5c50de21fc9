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

// The stages are timed without a run around them, through what the tool's package shares within
// itself. SwiftPM calls a package at a path by the name of its folder.
let tool =
  Context.packageDirectory.split(separator: "/").dropLast().last.map { $0.lowercased() } ?? ""

let lua: [LinkerSetting] = [
  .linkedLibrary(":liblua5.4.a", .when(platforms: [.linux])),
  .linkedLibrary("lua5.4", .when(platforms: [.macOS])),
  .linkedLibrary("m", .when(platforms: [.linux])),
]

let package = Package(
  name: "benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "shotflow", path: ".."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
  ],
  targets: [
    .executableTarget(name: "bench", swiftSettings: strict),
    .executableTarget(
      name: "stage-times",
      dependencies: [
        .product(name: "LuaBridge", package: "shotflow"),
        .product(name: "Pipeline", package: "shotflow"),
      ],
      packageAccess: false, swiftSettings: strict + [.unsafeFlags(["-package-name", tool])]),
    .executableTarget(
      name: "similar-times", dependencies: [.product(name: "Pipeline", package: "shotflow")],
      packageAccess: false, swiftSettings: strict + [.unsafeFlags(["-package-name", tool])]),
    .executableTarget(
      name: "sandbox-cost", dependencies: [.product(name: "LuaBridge", package: "shotflow")],
      cSettings: [
        .treatAllWarnings(as: .error),
        .unsafeFlags(["-I", "\(Context.packageDirectory)/../Sources/C/CLuaShim/include"]),
      ]),
    .target(
      name: "CFileList", cSettings: [.treatAllWarnings(as: .error)],
      linkerSettings: [.linkedLibrary("pthread", .when(platforms: [.linux]))]),
    .target(
      name: "CHeaders", dependencies: ["CFileList"], cSettings: [.treatAllWarnings(as: .error)]),
    .executableTarget(
      name: "header-reader", dependencies: ["CFileList", "CHeaders"],
      cSettings: [.treatAllWarnings(as: .error)]),
    .executableTarget(
      name: "facts-keeper", dependencies: ["CFileList", "CHeaders"],
      cSettings: [.treatAllWarnings(as: .error)], linkerSettings: [.linkedLibrary("sqlite3")]),
    .target(
      name: "CDuplicates", dependencies: ["CFileList"],
      cSettings: [.treatAllWarnings(as: .error)]),
    .executableTarget(
      name: "byte-compare", dependencies: ["CDuplicates", "CFileList"],
      cSettings: [.treatAllWarnings(as: .error)]),
    .executableTarget(
      name: "first-facts", dependencies: ["CDuplicates", "CFileList", "CHeaders"],
      cSettings: [.treatAllWarnings(as: .error)]),
    .executableTarget(name: "record-scanner", cSettings: [.treatAllWarnings(as: .error)]),
    .executableTarget(
      name: "record-sort", cSettings: [.treatAllWarnings(as: .error)],
      linkerSettings: [.linkedLibrary("pthread", .when(platforms: [.linux]))]),
    .executableTarget(
      name: "lua-failures", dependencies: ["CFileList"],
      cSettings: [.treatAllWarnings(as: .error)], linkerSettings: lua),
    .executableTarget(
      name: "lua-fields", cSettings: [.treatAllWarnings(as: .error)], linkerSettings: lua),
    .executableTarget(
      name: "small-pictures", dependencies: ["CFileList"],
      cSettings: [.treatAllWarnings(as: .error)],
      linkerSettings: [
        .linkedLibrary(":libjpeg.a", .when(platforms: [.linux])),
        .linkedLibrary("jpeg", .when(platforms: [.macOS])),
      ]),
    .executableTarget(name: "empty-tool", swiftSettings: strict),
    .executableTarget(
      name: "least-tool",
      dependencies: [.product(name: "ArgumentParser", package: "swift-argument-parser")],
      swiftSettings: strict),
    .executableTarget(name: "tree-walk", cSettings: [.treatAllWarnings(as: .error)]),
    .executableTarget(
      name: "folder-watch", cSettings: [.treatAllWarnings(as: .error)],
      linkerSettings: [
        .linkedLibrary("crypto", .when(platforms: [.linux])), .linkedLibrary("sqlite3"),
      ]),
    .executableTarget(name: "peak-memory", cSettings: [.treatAllWarnings(as: .error)]),
    .executableTarget(name: "watch-latency", cSettings: [.treatAllWarnings(as: .error)]),
  ]
)
