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

// The readers are called without a run around them, through what the tool's package shares within
// itself. SwiftPM calls a package at a path by the name of its folder.
let tool =
  Context.packageDirectory.split(separator: "/").dropLast().last.map { $0.lowercased() } ?? ""

let package = Package(
  name: "fuzz",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "shotflow", path: "..")],
  targets: [
    .target(name: "CFuzzer", cSettings: [.treatAllWarnings(as: .error)]),
    .executableTarget(
      name: "fuzz",
      dependencies: [
        "CFuzzer",
        .product(name: "Decoder", package: "shotflow"),
        .product(name: "LuaBridge", package: "shotflow"),
        .product(name: "Page", package: "shotflow"),
        .product(name: "PhotosSamples", package: "shotflow"),
        .product(name: "Pipeline", package: "shotflow"),
      ],
      exclude: ["Replay.swift"], packageAccess: false,
      swiftSettings: strict + [.unsafeFlags(["-package-name", tool])]),
  ]
)
