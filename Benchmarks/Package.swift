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

let package = Package(
  name: "benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "shotflow", path: "..")],
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
        .unsafeFlags(["-I", "\(Context.packageDirectory)/../Sources/CLuaShim/include"]),
      ]),
    .target(
      name: "CFileList", cSettings: [.treatAllWarnings(as: .error)],
      linkerSettings: [.linkedLibrary("pthread", .when(platforms: [.linux]))]),
    .executableTarget(
      name: "header-reader", dependencies: ["CFileList"],
      cSettings: [.treatAllWarnings(as: .error)]),
    .executableTarget(
      name: "byte-compare", dependencies: ["CFileList"],
      cSettings: [.treatAllWarnings(as: .error)]),
    .executableTarget(name: "record-scanner", cSettings: [.treatAllWarnings(as: .error)]),
    .executableTarget(name: "tree-walk", cSettings: [.treatAllWarnings(as: .error)]),
    .executableTarget(
      name: "folder-watch", cSettings: [.treatAllWarnings(as: .error)],
      linkerSettings: [
        .linkedLibrary("crypto", .when(platforms: [.linux])), .linkedLibrary("sqlite3"),
      ]),
    .executableTarget(name: "watch-latency", cSettings: [.treatAllWarnings(as: .error)]),
  ]
)
