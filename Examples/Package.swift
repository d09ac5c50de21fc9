// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "examples",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "shotflow", path: "..")],
  targets: [
    .target(
      name: "Gallery", dependencies: [.product(name: "Pipeline", package: "shotflow")],
      swiftSettings: strict),
    .executableTarget(
      name: "mytool",
      dependencies: [
        "Gallery", .product(name: "ShotflowTool", package: "shotflow"),
        // Decodes pictures in a process of its own, which the tool finds beside itself.
        .product(name: "shotflow-decode", package: "shotflow"),
      ],
      swiftSettings: strict),
    .testTarget(
      name: "GalleryTests",
      dependencies: [
        "Gallery", "mytool", .product(name: "Pipeline", package: "shotflow"),
        .product(name: "StageContract", package: "shotflow"),
      ],
      swiftSettings: strict),
  ]
)
