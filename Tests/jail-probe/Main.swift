import Decoder
import Decoding
import Glibc
import Media

/// For measuring: `jail-probe LOADERS FORMAT WIDTH HEIGHT OUTPUT FOLDER FILE…`
@main
struct Main {
  static func main() throws {
    var arguments = Array(CommandLine.arguments.dropFirst())
    func next() -> String { arguments.removeFirst() }
    let decoder = PictureDecoder(scope: next() == "every" ? .every : .jpeg)
    let format = next()
    let width = Int32(next())!
    let height = Int32(next())!
    let output = next()
    let folder = next()
    for (index, path) in arguments.enumerated() {
      var request = PictureRequest(format: MediaFormat.allCases.first { "\($0)" == format }!)
      if width > 0 { request.targetSize = PictureSize(width: width, height: height) }
      request.output = output == "png" ? .png : output == "webp" ? .webp : .jpeg
      let input = open(path, O_RDONLY)
      let result = open("\(folder)/\(index).\(output)", O_RDWR | O_CREAT | O_TRUNC, 0o644)
      do {
        let made = try decoder.decode(request, from: input, to: result)
        if getenv("VERBOSE") != nil { print(path, made) }
      } catch {
        print(path, error)
      }
      close(input)
      close(result)
    }
  }
}
