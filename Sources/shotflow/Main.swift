internal import Pipeline
internal import ShotflowTool

/// The program `shotflow`: the command line over what it is built with.
@main struct Shotflow {
  static func main() { ShotflowTool.run(.builtin) }
}
