// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "gallery",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "shotflow", path: "..")],
  targets: [
    .target(name: "Gallery", dependencies: [.product(name: "Pipeline", package: "shotflow")]),
    .executableTarget(
      name: "mytool",
      dependencies: [
        "Gallery",
        .product(name: "Pipeline", package: "shotflow"),
        .product(name: "ShotflowTool", package: "shotflow"),
        // Decodes pictures in a process of its own, which the tool finds beside itself.
        .product(name: "shotflow-decode", package: "shotflow"),
      ]),
    .testTarget(
      name: "GalleryTests",
      dependencies: [
        "Gallery", "mytool",
        .product(name: "LibraryContract", package: "shotflow"),
        .product(name: "Pipeline", package: "shotflow"),
        .product(name: "StageContract", package: "shotflow"),
      ]),
  ]
)
