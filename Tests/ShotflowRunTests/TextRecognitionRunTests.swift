import Foundation
import ProgramSupport
import Samples
import TestSupport
import Testing

/// `ocr` in a run: with tesseract itself, and with programs that do what it must not.
@Suite(.timeLimit(.minutes(5))) struct TextRecognitionRunTests {
  private let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
    try world.directory.makeFolder("bin")
  }

  private struct TextRecord: Decodable {
    let filename: String
    let text: String?
  }

  /// Puts a program in the place of tesseract, which finds its picture's width in `$width`.
  private func install(
    _ script: String, languages: String = "eng\\ndeu", version: String = "tesseract 5"
  ) async throws {
    try world.directory.write(
      """
      #!/bin/sh
      if [ "$1" = --list-langs ]; then
        printf 'List of languages in "\(world.path("data"))/" (2):\\n\(languages)\\n'; exit
      fi
      if [ "$1" = --version ]; then cat "\(world.path("version"))"; exit; fi
      read format; read name width
      columns='level\\tpage_num\\tblock_num\\tpar_num\\tline_num\\tword_num\\tleft\\ttop\\twidth'
      word() {
        printf "$columns\\theight\\tconf\\ttext\\n"
        printf '5\\t1\\t1\\t1\\t1\\t1\\t0\\t0\\t1\\t1\\t99\\t%s\\n' "$1"
      }
      \(script)

      """, to: "tesseract.new")
    try world.directory.write("\(version)\n", to: "version")
    // By a program of its own: a child that another test starts meanwhile would inherit a file that is
    // open for writing, which can't be executed.
    let result = try await world.shell(
      "cp tesseract.new bin/made && chmod +x bin/made && mv bin/made bin/tesseract"
    ).result()
    try #require(result.status == .exited(0))
  }

  private func run(
    _ stages: String = "ocr {}", _ options: String..., input: String? = nil
  ) async throws -> ProgramResult {
    let rule = input == nil ? try world.libraryRule(stages) : try world.inputRule(stages)
    let library = input == nil ? ["--library", world.library] : []
    var program = world.program(["run", rule] + library + options, input: (input ?? "").utf8)
    program.environment["PATH"] = "\(world.path("bin")):/usr/bin:/bin"
    return try await program.result()
  }

  private func texts(_ result: ProgramResult) throws -> [String: String] {
    let records = try result.decodedLines(as: TextRecord.self)
    return Dictionary(uniqueKeysWithValues: records.map { ($0.filename, $0.text ?? "none") })
  }

  /// Writes a picture of a width that tells it from others.
  private func picture(_ name: String, width: Int = 48) throws {
    try world.directory.write(PNGPicture(width: width, height: 32), to: "pictures/\(name)")
  }

  @Test(.needs(.program("tesseract"))) func theScreenshotOfABoardingPassIsFound() async throws {
    try world.directory.write(
      StrokeText("BOARDING PASS", "GATE TEN").picture, to: "pictures/Screenshot one.png")
    try world.directory.write(StrokeText("SHOPPING LIST").picture, to: "pictures/list.png")
    try world.directory.write(PNGPicture(width: 300, height: 200), to: "pictures/plain.png")
    let result = try await run("ocr {}, filter { text = like(\"*BOARDING PASS*\") }")
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(try texts(result) == ["Screenshot one.png": "BOARDING PASS\nGATE TEN"])
    let lower = try await run("ocr { lowercase = true }, filter { text = has(\"boarding pass\") }")
    #expect(try texts(lower) == ["Screenshot one.png": "boarding pass\ngate ten"])
  }

  @Test(.needs(.faultLibrary)) func aSecondRunStartsNoProgram() async throws {
    // Each answer is another one, so that one that comes again was kept.
    try await install("word \"$$\"")
    try picture("a.png")
    try picture("b.png")
    let later = { (words: [String]) in
      var program = try world.laterProgram(words)
      program.environment["PATH"] = "\(world.path("bin")):/usr/bin:/bin"
      return try await program.result()
    }
    let rule = try world.libraryRule("ocr {}")
    let words = ["run", rule, "--library", world.library]
    let first = try texts(try await later(words))
    #expect(Set(first.values).count == 2)
    #expect(try texts(try await later(words)) == first)
    #expect(try texts(try await later(words + ["--no-catalogue"])) != first)

    let other = try world.libraryRule("ocr { languages = \"deu\" }", named: "deu.lua")
    let german = try texts(try await later(["run", other, "--library", world.library]))
    #expect(german.allSatisfy { first[$0.key] != $0.value })
    #expect(try texts(try await later(words)) == first)

    try await install("word \"another $$\"")
    let renewed = try texts(try await later(words))
    #expect(renewed.allSatisfy { first[$0.key] != $0.value })

    try world.directory.write(PNGPicture(width: 49, height: 32), to: "pictures/a.png")
    let changed = try texts(try await later(words))
    #expect(changed["a.png"] != renewed["a.png"])
    #expect(changed["b.png"] == renewed["b.png"])
  }

  @Test(.needs(.faultLibrary)) func anotherModelOrLibraryGivesAnotherText() async throws {
    try await install("word \"$$\"")
    try picture("a.png")
    try world.directory.write("model", to: "data/eng.traineddata")
    let rule = try world.libraryRule("ocr {}")
    let text = {
      var program = try world.laterProgram(["run", rule, "--library", world.library])
      program.environment["PATH"] = "\(world.path("bin")):/usr/bin:/bin"
      return try texts(try await program.result())["a.png"]
    }
    let first = try await text()
    #expect(try await text() == first)
    try world.directory.write("longer model", to: "data/eng.traineddata")
    let second = try await text()
    #expect(second != first)
    #expect(try await text() == second)
    try world.directory.write("model of German", to: "data/deu.traineddata")
    #expect(try await text() == second)
    // The library is another one though the program is not.
    try world.directory.write("tesseract 6\n", to: "version")
    #expect(try await text() != second)
  }

  @Test func withoutTheProgramThePackageIsNamed() async throws {
    try picture("a.png")
    let rule = try world.libraryRule("ocr {}")
    var program = world.program(["run", rule, "--library", world.library])
    program.environment["PATH"] = "relative:\(world.path("bin"))"
    let result = try await program.result()
    #expect(result.status == .exited(69))
    #expect(
      result.errorText
        == "shotflow: ocr needs the program \"tesseract\", which is not in PATH; install the package"
        + " tesseract-ocr\n")
    program.arguments = ["check", rule]
    #expect(try await program.result().status == .exited(0))
  }

  @Test func aMissingLanguageIsNamedWithItsPackage() async throws {
    try await install("word x")
    try picture("a.png")
    let result = try await run("ocr { languages = { \"eng\", \"chi_sim\" } }")
    #expect(result.status == .exited(69))
    #expect(
      result.errorText
        == "shotflow: tesseract does not know \"chi_sim\", which ocr asks for; install the package"
        + " tesseract-ocr-chi-sim\n")
  }

  @Test func whatFailsCostsOnePicture() async throws {
    try await install(
      """
      case $width in
      50) sleep 600 ;;
      51) kill -SEGV $$ ;;
      52) echo 'no text for you' >&2; exit 3 ;;
      53) word x; head -c 100000000 /dev/zero ;;
      54) echo 'BOARDING PASS' ;;
      *) word fine ;;
      esac
      """)
    for width in 49...55 { try picture("\(width).png", width: width) }
    try world.directory.write("junk", to: "pictures/48.png")
    let result = try await run("ocr { timeout = \"10s\" }", "--lanes", "2")
    #expect(result.status == .exited(3))
    #expect(try texts(result).filter { $0.value == "fine" }.keys.sorted() == ["49.png", "55.png"])
    for reason in [
      "50.png: tesseract took longer than 10s",
      "51.png: tesseract was ended by signal 11 (SIGSEGV)",
      "52.png: tesseract ended with status 3: no text for you",
      "53.png: tesseract wrote more than 16 MiB",
      "54.png: tesseract wrote something else than a table of words",
    ] {
      #expect(result.errorText.contains(reason), "\(result.errorText)")
    }
  }

  @Test func aFailureEndsTheRunWhereTheRuleSaysSo() async throws {
    try await install("exit 1")
    try picture("a.png")
    try picture("b.png")
    let result = try await run("ocr { onError = \"stop\" }")
    #expect(result.status == .exited(3))
    #expect(
      result.errorText == "shotflow: \(world.library)/a.png: ocr: tesseract ended with status 1\n")
  }

  @Test func itGetsPixelsAndNothingElse() async throws {
    try await install(
      """
      touch "\(world.path("pictures"))/made" 2> /dev/null && said=wrote
      echo > "$TMPDIR/own" || said="$said no folder"
      grep -q 'Seccomp:.2' /proc/self/status || said="$said free"
      bash -c 'exec 3<> /dev/tcp/127.0.0.1/1' 2>&1 | grep -q 'Permission denied' || said="$said net"
      case "$*" in *pictures*) said="$said path" ;; esac
      env | grep -q '^HOME=' && said="$said home"
      ls /proc/self/fd > "$TMPDIR/list"; ls -l /proc/$$/fd | grep -q pictures && said="$said file"
      word "$format-$width-$OMP_THREAD_LIMIT-$4-$said"
      """)
    try picture("a.png")
    let result = try await run("ocr { languages = { \"eng\", \"deu\" } }")
    #expect(try texts(result) == ["a.png": "P7-48-1-eng+deu-"], "\(result.errorText)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: world.library) == ["a.png"])
  }

  @Test func onlyPicturesAreRead() async throws {
    try await install("word read")
    try picture("a.png")
    try world.directory.write(
      QuickTimeMovie(width: 320, height: 192) { _ in }, to: "pictures/film.mov")
    #expect(try await texts(run()) == ["a.png": "read", "film.mov": "none"])
  }

  @Test func aTextThatCameAlongIsKept() async throws {
    try await install("word read")
    let record = #"{"v":1,"kind":"asset","localIdentifier":"a","filename":"a","mediaType":"image","#
    let result = try await run(
      input: record + "\"text\":\"known\"}\n" + record + "\"text\":\"\"}\n")
    #expect(result.status == .exited(0), "\(result.errorText)")
    #expect(try result.decodedLines(as: TextRecord.self).map(\.text) == ["known", ""])
  }

  @Test func aDryRunReadsAsWell() async throws {
    try await install("word read")
    try picture("a.png")
    let result = try await run("ocr {}, filter { text = \"read\" }", "--dry-run")
    #expect(try texts(result) == ["a.png": "read"])
  }

  @Test(.needs(.program("ps"))) func noMoreProgramsRunThanThereAreWorkers() async throws {
    // The first three wait until they are three; each tells how many it saw at most. Its parent is the
    // keeper, whose parent is the launcher.
    try await install(
      """
      run=$(ps -o ppid= -p $(ps -o ppid= -p $PPID)); most=0; round=0; rounds=1
      [ $width -lt 44 ] && rounds=600
      while [ $most -lt 3 ] && [ $round -lt $rounds ]; do
        count=$(ps -o comm= --ppid $run | grep -c '^shotflow-exec$')
        [ $count -gt $most ] && most=$count; round=$((round + 1)); [ $rounds = 1 ] || sleep 0.05
      done
      word "$most"
      """)
    for number in 1...6 { try picture("\(number).png", width: 40 + number) }
    // In a namespace they would not see each other.
    var program = world.program(
      ["without-namespaces", Products.shotflow, "run", try world.libraryRule("ocr {}")]
        + ["--library", world.library, "--lanes", "3"])
    program.executable = Products.jailProbe
    program.environment["PATH"] = "\(world.path("bin")):/usr/bin:/bin"
    let result = try await program.result()
    let counts = try texts(result).values.compactMap { Int($0) }
    #expect(counts.count == 6, "\(result.errorText)")
    #expect(counts.max() == 3)
  }

  @Test func aRunThatIsStoppedLeavesNoneBehind() async throws {
    let seconds = "\(getpid())\(UInt16.random(in: 10000...65535))"
    try await install("sleep \(seconds)")
    try picture("a.png")
    var program = world.program(["run", try world.libraryRule("ocr {}"), "-l", world.library])
    program.environment["PATH"] = "\(world.path("bin")):/usr/bin:/bin"
    let running = try program.start()
    while !ProcessTable.has("sleep", seconds) { usleep(10_000) }
    await running.end(by: 15)
    #expect(!ProcessTable.has("sleep", seconds))
  }
}
