internal import Pipeline
internal import ShotflowTool

/// The program `shotflow`: the command line with the built-in components.
@main struct Shotflow {
  static func main() { ShotflowTool.run(.builtin) }
}
