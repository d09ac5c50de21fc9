import Gallery
import Pipeline
import ShotflowTool

/// What `shotflow` is, with a stage, a kind of library and a notifier more.
@main struct MyTool {
  static func main() {
    let components = Components.builtin.adding(
      stages: [AspectClassifier.self], libraries: [CSVLibrary.self],
      notifiers: [LogNotifier(path: "offers.log")])
    ShotflowTool.run(components, named: "mytool", version: "1.0.0")
  }
}
