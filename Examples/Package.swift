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
        // Programs that the tool starts and finds beside itself: one decodes pictures, one starts
        // the programs of rules, one serves pages.
        .product(name: "shotflow-decode", package: "shotflow"),
        .product(name: "shotflow-exec", package: "shotflow"),
        .product(name: "shotflow-page", package: "shotflow"),
      ]),
    .testTarget(
      name: "GalleryTests",
      dependencies: [
        "Gallery", "mytool",
        .product(name: "Contracts", package: "shotflow"),
        .product(name: "Pipeline", package: "shotflow"),
      ]),
  ]
)
