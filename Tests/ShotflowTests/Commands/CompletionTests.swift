import Foundation
import PhotosSamples
import ProgramSupport
import ShotwellSamples
import TestSupport
import Testing

/// The tool's answers to the scripts of the shells.
@Suite struct CompletionTests {
  private let world: ProgramWorld

  init() throws {
    world = try ProgramWorld()
    try world.directory.makeFolder("pictures/Home/Garden")
    try world.directory.makeFolder("pictures/Trips")
  }

  /// The answer to a shell; empty where the tool says nothing.
  private func answer(_ words: [String], _ variables: [String: String] = [:]) async throws
    -> [String]
  {
    var program = world.program(["complete"] + words)
    program.environment.merge(["SHOTFLOW_TAB_TIME": "600000"].merging(variables) { $1 }) { $1 }
    let result = try await program.result()
    #expect(result.status == .exited(0))
    #expect(result.errorText == "")
    return result.text.split(separator: "\0", omittingEmptySubsequences: false).map(String.init)
      .dropLast()
  }

  /// Returns the completions at the end of a line of fish, without their descriptions.
  private func offers(
    _ line: String, behind after: [String] = [], _ variables: [String: String] = [:]
  ) async throws -> [String] {
    let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    let arguments = ["fish", "\(words.count - 1)"] + words + after
    return try await answer(arguments, variables).map { String($0.prefix { $0 != "\t" }) }
  }

  @Test func commandsAndTheirOptionsAreOffered() async throws {
    let commands = try await offers("")
    #expect(commands.contains("find") && commands.contains("completions"))
    #expect(!commands.contains("reference") && !commands.contains("complete"))
    #expect(!commands.contains("--version"))
    #expect(try await offers("-").contains("--version"))
    #expect(try await offers("--color ") == ["auto", "always", "never"])
    #expect(try await offers("--color never au").contains("auth"))
    #expect(try await offers("auth ").contains("grant"))
    #expect(try await offers("help ").contains("run"))
    #expect(try await offers("help auth ").contains("grant"))
    #expect(try await offers("completions ") == ["bash", "zsh", "fish"])
    #expect(try await offers("nonsense ") == [])
    let json = try await offers("ledger list --")
    #expect(json.contains("--memory") && json.contains("--json"))
    #expect(try await !offers("ledger list --json --").contains("--json"))
    #expect(try await offers("run recent -l a --").contains("--library"))
    #expect(try await !offers("run recent -- --").contains { $0.hasPrefix("-") })
  }

  @Test func eachCommandOffersWhatItsHelpLists() async throws {
    // The library and the rest of a run's options are in the help of run, not in a rule's.
    let rules = Set(try await offers("run --shipped ")).subtracting(["albums", "pick"])
    for command in try await offers("") where command != "help" && !rules.contains(command) {
      let isGroup = ["auth", "cache", "config", "ledger", "plugins", "service"].contains(command)
      let help = try await world.run(command, "--help").text
      let listed = try await offers(isGroup ? "\(command) " : "\(command) --")
      #expect(listed.count > (isGroup ? 1 : 0), "\(command)")
      for option in listed
      where !option.hasPrefix("--no-")
        && !["find", "pick"].contains(command)
      {
        #expect(help.contains(option), "\(command) \(option)")
      }
    }
  }

  @Test func namedValuesAreOffered() async throws {
    let table = [
      ("find --format ", ["ndjson", "json", "tsv", "csv", "paths", "paths0", "table"]),
      (
        "find --format=",
        ["ndjson", "json", "tsv", "csv", "paths", "paths0", "table"].map { "--format=\($0)" }
      ),
      ("run recent --color ", ["auto", "always", "never"]),
      ("run recent --progress ", ["auto", "bar", "plain", "json", "none"]),
      ("run recent --notifier ", ["terminal", "none", "desktop"]),
      (
        "run recent --allow exec,",
        ["clipboard", "desktop", "network", "references", "write"].map { "exec,\($0)" }
      ),
      ("find --media-type ", ["unknown", "image", "video", "audio"]),
      ("find --media-type image,video,", ["image,video,unknown", "image,video,audio"]),
      ("find --taken ", ["today", "yesterday", "present", "absent"]),
      ("run recent --now ", []), ("run recent --lanes ", []),
    ]
    for (line, names) in table { #expect(try await offers(line) == names, "\(line)") }
    #expect(try await offers("run recent --auth ").contains("limited"))
    #expect(try await offers("stages ").contains("filter"))
    #expect(try await offers("fields ").contains("creationDate"))
    #expect(try await offers("find --sort ").contains("creationDate"))
    #expect(try await offers("find --sort -").contains("-creationDate"))
    let fields = try await offers("find --fields path,")
    #expect(fields.contains("path,location.latitude") && !fields.contains("path,path"))
    #expect(try await offers("albums --fields ").contains("title"))
    #expect(try await offers("ledger list --fields ").contains("memory"))
    #expect(try await offers("auth log --fields ").contains("decidedAt"))
  }

  @Test func rulesAndTheirOptionsAreOffered() async throws {
    try world.directory.write("return pipeline {}", to: "config/shotflow/rules/mine.lua")
    try world.directory.write(
      """
      local o = options {
        day = { "monday", "the day", { "monday", "sunday" } }, album = "Trips", deep = true,
        kinds = { { "a" }, "kinds", { "a", "b", "c" } },
      }
      print("loaded")
      return pipeline { source { album = o.album }, classify { mood = function() return "x" end } }
      """, to: "own.lua")
    try world.directory.write("no rule", to: "notes.txt")
    let rules = try await offers("run ")
    #expect(
      rules.prefix(16) == [
        "album", "albums", "browser", "changes", "damaged", "duplicates", "export", "import",
        "mine",
        "organise", "pick", "recent", "rename", "sheet", "similar", "upload",
      ])
    #expect(
      rules.contains("own.lua") && rules.contains("pictures/") && !rules.contains("notes.txt"))
    #expect(try await offers("run --user ").first == "mine")
    #expect(!(try await offers("run --shipped ").contains("mine")))
    // A rule stands in place of a command, too.
    let first = try await offers("")
    #expect(first.contains("mine") && first.contains("recent") && first.contains("run"))
    #expect(!first.contains("own.lua"))
    #expect(try await offers("./").contains("./own.lua"))
    #expect(try await offers("./own.lua --day ") == ["monday", "sunday"])
    #expect(try await offers("mine --").contains("--library"))
    let subjects = try await offers("help ")
    #expect(subjects.contains("dates") && subjects.contains("mine") && subjects.contains("run"))
    #expect(try await offers("auth grant ").contains("recent"))
    #expect(try await offers("new trip --from ").contains("recent"))
    let options = try await offers("run own.lua --")
    #expect(options.prefix(5).sorted() == ["--album", "--day", "--deep", "--kinds", "--no-deep"])
    #expect(try await offers("explain own.lua --").contains("--day"))
    #expect(try await offers("run --", behind: ["own.lua"]).contains("--day"))
    #expect(try await offers("auth grant own.lua --").contains("--day"))
    #expect(try await offers("pick own.lua --").contains("--day"))
    #expect(try await offers("run own.lua --day ") == ["monday", "sunday"])
    #expect(try await offers("run own.lua --kinds a,") == ["a,b", "a,c"])
    #expect(try await offers("run own.lua --fields ").contains("mood"))
    #expect(
      try await offers("run own.lua -l pictures --album ").prefix(3)
        == ["Home", "Trips", "Garden"])
    #expect(
      try await answer(["fish", "3", "run", "-e", "options { pace = 3 } return pipeline {}", "--"])
        .contains { $0.hasPrefix("--pace") })
  }

  @Test func albumsAreThoseOfTheLibraryAtHand() async throws {
    let own = ["Garden", "Home", "Trips"]
    func albums(
      _ line: String, behind after: [String] = [], _ variables: [String: String] = [:]
    ) async throws -> [String] {
      try await offers(line, behind: after, variables).filter { own.contains($0) }.sorted()
    }
    #expect(try await albums("find --album ") == [])
    #expect(try await albums("find -l pictures --album ") == own)
    #expect(try await albums("find --library=pictures --album ") == own)
    #expect(try await albums("find --album ", behind: ["-l", "pictures"]) == own)
    #expect(try await albums("find --album ", ["SHOTFLOW_LIBRARY": "pictures"]) == own)
    try world.directory.write(
      "return { library = \"\(world.library)\" }", to: "config/shotflow/config.lua")
    #expect(try await albums("find --album ") == own)
    #expect(try await albums("find -l nowhere --album ") == [])
    #expect(try await offers("find -l pictures --album ").contains("smartAlbumScreenshots"))
    #expect(try await offers("find -l pictures --albums Trips,").contains("Trips,Home"))
  }

  @Test func everyAlbumIsOfferedByANameThatARuleTakes() async throws {
    var sample = PhotosSampleLibrary(.macOS15, GeneratedPhotos(count: 20))
    sample.albums = [
      PhotosSampleAlbum("Kraków", uuid: "A1"), PhotosSampleAlbum("Twice", uuid: "A2"),
      PhotosSampleAlbum("Twice", uuid: "A3"), PhotosSampleAlbum("smartAlbumVideos", uuid: "A4"),
      PhotosSampleAlbum("a/b, \"c\"\n$(touch x)", uuid: "A5"), PhotosSampleAlbum(nil, uuid: "A6"),
    ]
    try sample.write(to: world.path("Test.photoslibrary"))
    try ShotwellSampleLibrary(count: 20).write(to: world.path("shotwell"))
    for library in ["Test.photoslibrary", "shotwell"] {
      let before = PhotosLibraryStates([world.path(library)], isSameProcess: false)
      let names = try await offers("find -l \(library) --album ").filter {
        !$0.hasPrefix("smart") && !$0.hasPrefix("album")
      }
      #expect(names.count > 4)
      for name in names {
        let found = try await world.run("find", "-l", library, "--album", name)
        #expect(found.status == .exited(0), "\(name): \(found.errorText)")
      }
      #expect(before.changes == [])
    }
    #expect(try await offers("find -l Test.photoslibrary --album ").contains("Kraków"))
  }

  @Test func filesAndFoldersAreOffered() async throws {
    try world.directory.write("", to: "a list.txt")
    try world.directory.write("", to: ".hidden")
    try world.directory.write("", to: "-dash")
    try FileManager.default.createSymbolicLink(
      atPath: world.path("link"), withDestinationPath: world.library)
    let files = try await offers("ledger import ")
    #expect(files.contains("a list.txt") && files.contains("link/") && files.contains("pictures/"))
    #expect(!files.contains(".hidden") && !files.contains("-dash"))
    #expect(try await offers("ledger import ./-").contains("./-dash"))
    #expect(try await offers("ledger import .h").contains(".hidden"))
    #expect(
      try await offers("run recent --out pictures/").sorted() == [
        "pictures/Home/", "pictures/Trips/",
      ])
    #expect(try await offers("run recent --out=pictures/").contains("--out=pictures/Home/"))
    let libraries = try await offers("albums ")
    #expect(libraries.contains("shotwell:") && libraries.contains("pictures/"))
    #expect(!libraries.contains("a list.txt"))
    let picks = try await offers("pick ")
    for name in ["recent", "shotwell:", "pictures/", "a list.txt"] { #expect(picks.contains(name)) }
    #expect(try await offers("find ").contains("--album"))
    #expect(try await offers("find --stdin ").contains("a list.txt"))
  }

  @Test func whatIsBrokenOnlyMeansThatLessIsOffered() async throws {
    try world.directory.write("return nonsense(", to: "config/shotflow/config.lua")
    try world.directory.write("while true do end", to: "endless.lua")
    mkfifo(world.path("pipe.lua"), 0o600)
    #expect(try await !offers("find --album ").isEmpty)
    for rule in ["endless.lua", "pipe.lua", "missing.lua", "missing", "-", "/dev/fd/9"] {
      #expect(try await offers("run \(rule) --").contains("--dry-run"), "\(rule)")
    }
    for words in [
      [], ["bash"], ["bash", "a"], ["tcsh", "0", ""], ["zsh", "9", "x"], ["fish", "x"],
    ] {
      #expect(try await answer(words) == [])
    }
  }

  /// Late is worse than nothing.
  @Test func anAnswerInTimeOrNone() async throws {
    var program = world.program(["complete", "fish", "2", "run", "pipe.lua", "--"])
    program.environment["SHOTFLOW_TAB_TIME"] = "1"
    try world.directory.write("while true do end", to: "pipe.lua")
    let result = try await program.result()
    #expect(result.status == .exited(0))
    #expect(result.text == "" && result.errorText == "")
  }

  @Test func bashGetsWhatIsAddedAndZshWhereItIsCut() async throws {
    #expect(try await answer(["bash", "shotflow find --format=nd", " -l x"]) == ["", "json"])
    #expect(try await answer(["bash", "shotflow albums 'pic", ""]) == ["nospace", "tures/"])
    #expect(try await answer(["bash", "shotflow albums $UNKNOWN/", ""]) == [""])
    #expect(
      try await answer(["zsh", "1", "albums", "pictures/T"]).prefix(3) == ["p/", "-", "Home/"])
    #expect(
      try await answer(["zsh", "1", "completions", ""]) == [
        "-", "+", "bash", "bash", "+", "zsh", "zsh", "+", "fish", "fish",
      ])
  }
}
