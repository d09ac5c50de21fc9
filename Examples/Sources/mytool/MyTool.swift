import Gallery
import Pipeline
import ShotflowTool

/// A tool like `shotflow`, with one more stage, kind of library and notifier.
@main struct MyTool {
  static func main() {
    let components = Components.builtin.adding(
      stages: [AspectClassifier.self], libraries: [CSVLibrary.self],
      notifiers: [LogNotifier(path: "offers.log")])
    ShotflowTool.run(components, named: "mytool", version: "1.0.0")
  }
}
