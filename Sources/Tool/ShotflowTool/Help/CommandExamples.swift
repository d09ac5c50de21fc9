internal import Terminal

/// The examples of manual pages.
enum CommandExamples {
  /// Returns the examples, each with its purpose, by the names of their command: `shotflow`, `run`.
  ///
  /// - Parameter tool: the name that the user types.
  static func all(of tool: String) -> [[String]: [TextBlock.Term]] {
    var examples: [[String]: [TextBlock.Term]] = [:]
    for (words, line, meaning) in table {
      let path = [tool] + words.split(separator: " ").map(String.init)
      examples[path, default: []].append(
        TextBlock.Term(line.replacing("shotflow", with: tool), meaning))
    }
    return examples
  }

  /// Returns the lines of a command's examples for its help; empty for a command without examples.
  ///
  /// - Parameters:
  ///   - words: the names of the command, from the outermost.
  ///   - tool: the name that the user types.
  static func lines(of words: [String], for tool: String) -> [String] {
    let examples = all(of: tool)[[tool] + words] ?? []
    let lines = examples.flatMap { ["  # \($0.meaning)", "  \($0.name)"] }
    return lines.isEmpty ? [] : ["", "EXAMPLES:"] + lines
  }

  private static let table = [
    ("", "shotflow albums ~/Pictures", "List the albums of a folder of pictures"),
    (
      "", "shotflow run recent --library ~/Pictures | jq -r .path",
      "Offer the screenshot that was taken a moment ago, and print its path"
    ),
    ("", "shotflow help", "List the commands, and the subjects that help explains"),
    (
      "run", "shotflow run recent --library ~/Pictures",
      "Run a rule that ships, on a folder of pictures"
    ),
    (
      "run", "shotflow run ./trips.lua --out thumbnails --format paths0 | xargs -0 ls -l",
      "Run a rule of your own, put its pictures into a folder, and list the originals"
    ),
    (
      "run", "shotflow run -e 'return pipeline { source {}, filter { limit = 3 } }'",
      "Run a rule that is in no file"
    ),
    (
      "watch", "shotflow watch recent --library ~/Pictures/Screenshots",
      "Offer each screenshot right after it is taken"
    ),
    (
      "watch", "shotflow watch changes --library ~/Pictures",
      "Print what changes in a library as it changes"
    ),
    (
      "watch", "shotflow watch recent --library ~/Pictures --max-watches 1000",
      "Watch a thousand folders, and look at the others once a second"
    ),
    (
      "watch", "shotflow watch export ~/Pictures --screenshots --to ~/Shots",
      "Copy each new screenshot; any rule can be watched"
    ),
    ("watch", "shotflow watch --status", "List what is watched now"),
    (
      "watch", "shotflow watch --pause recent --library ~/Pictures",
      "Let a watched rule rest in one library"
    ),
    ("watch", "shotflow watch --resume recent", "Let it go on, in all its libraries"),
    (
      "service install", "shotflow service install recent --library ~/Pictures",
      "Offer each new screenshot from login to logout"
    ),
    (
      "service install", "shotflow service install recent --library ~/Pictures --dry-run",
      "Show the unit without installing it"
    ),
    ("service status", "shotflow service status", "Show whether services run"),
    ("service logs", "shotflow service logs recent -f", "Follow the messages of a service"),
    ("service remove", "shotflow service remove recent", "End a service and remove it"),
    ("service", "shotflow service install recent --library ~/Pictures", "Install a service"),
    (
      "find", "shotflow find ~/Pictures/2024 --screenshots --within 7d",
      "Find the screenshots of the last seven days in a folder"
    ),
    (
      "find", "shotflow find --album Holiday --videos --taken 2024",
      "Find the videos of an album that were taken in one year"
    ),
    (
      "find", "shotflow find --near 54.36,18.64,5km --sort -creationDate --limit 10",
      "Find the newest ten near a place"
    ),
    (
      "find", "find . -print0 | shotflow find -0 - --file-size '>1MB'",
      "Find the larger ones among the files that another program lists"
    ),
    (
      "find", "shotflow find --pixel-width 4000.. --print-rule > large.lua",
      "Begin a rule with what the options mean"
    ),
    (
      "stage",
      "shotflow find --album Holiday | shotflow stage filter 'pixelWidth = at_least(1000)'",
      "Test the records of another command"
    ),
    (
      "stage", "shotflow stage source 'album = \"Holiday\"' --library ~/Pictures",
      "Begin a pipeline of commands with the assets of an album"
    ),
    ("test", "shotflow test rules/", "Run all tests of the rules in a folder"),
    (
      "test", "shotflow test recent_test.lua --format junit > report.xml",
      "Write a report for continuous integration"
    ),
    (
      "why", "shotflow why IMG_0008.HEIC recent --library ~/Pictures",
      "Find out why a picture is not offered"
    ),
    (
      "pick", "shotflow pick ~/Pictures --limit 3 | jq -r .path",
      "Choose up to three pictures on the terminal"
    ),
    (
      "pick", "shotflow pick --page ~/Pictures | jq -r .path",
      "Choose pictures on a page in the browser"
    ),
    ("show", "shotflow show holiday.jpg", "Show a picture and the facts about it"),
    ("show", "shotflow show *.jpg | grep camera", "Find out which cameras took some pictures"),
    (
      "albums", "shotflow albums ~/Pictures --skip-empty --format tsv",
      "List the albums that hold something, with tabs between the columns"
    ),
    (
      "browse",
      "echo '{\"id\":1,\"source\":{\"albums\":[\"albumRegular\"]}}' | shotflow browse -l ~/Pictures",
      "Ask for the albums of a library, as a browser does"
    ),
    ("browse", "shotflow browse --page ~/Pictures", "Look at a library in the browser"),
    ("check", "shotflow check rules/*.lua", "Check all rules of a folder"),
    (
      "explain", "shotflow explain recent --library ~/Pictures",
      "Show what a rule would read, in which order"
    ),
    (
      "plan", "shotflow plan recent --library ~/Pictures | jq .merge",
      "Find out whether a rule can be run in parts"
    ),
    (
      "split", "shotflow split --library ~/Pictures --shards 8 --out shards",
      "List a library in eight parts"
    ),
    ("duplicates", "shotflow duplicates ~/Pictures", "List files with equal content"),
    (
      "duplicates", "shotflow duplicates ~/Pictures --move-to ~/Doubles",
      "Keep the best one of each, and move the others away"
    ),
    (
      "duplicates",
      "shotflow duplicates ~/Pictures ~/Downloads --keep-in ~/Pictures",
      "See what is there twice in a folder, or in it and the library"
    ),
    (
      "similar", "shotflow similar ~/Pictures --keep largest --trash --dry-run",
      "See which of the pictures that look alike would go"
    ),
    (
      "organise", "shotflow organise ~/Pictures --to ~/Sorted --copy",
      "Copy everything into folders by year and month"
    ),
    (
      "organise", "shotflow organise --videos --to '~/Videos/{localDate:%Y}' --dry-run",
      "See how videos would be sorted by year"
    ),
    (
      "rename", "shotflow rename ~/Pictures --to '{localDate:%Y-%m-%d_%H%M%S}' --dry-run",
      "See which names pictures would get by their dates"
    ),
    (
      "export", "shotflow export --rating 5 --to ~/Web --size 1600 --as jpeg --strip-location",
      "Make smaller copies for the web, without the place"
    ),
    ("export", "shotflow export --album Holiday --to ~/Holiday", "Copy the originals of an album"),
    (
      "damaged", "shotflow damaged ~/Pictures --move-to ~/Damaged",
      "Move files away whose start or end shows damage"
    ),
    (
      "damaged", "shotflow damaged ~/Pictures --deep",
      "Find damage in the middle of pictures, too, by decoding each"
    ),
    (
      "sheet", "shotflow sheet --album Holiday --to ~/sheet --heading Holiday",
      "Make a contact sheet of an album"
    ),
    (
      "upload", "shotflow upload --screenshots --url https://example.org/inbox/",
      "Send each screenshot to a server, once"
    ),
    ("rules", "shotflow rules --json | jq -r .name", "Print the names of all rules"),
    ("new", "shotflow new trip --from recent", "Begin a rule as a copy of another"),
    ("config", "shotflow config show", "Show the settings, and where each comes from"),
    ("config path", "$EDITOR \"$(shotflow config path)\"", "Edit the settings"),
    ("config check", "shotflow config check", "Check the settings"),
    (
      "config show", "shotflow config show --json | jq -r .value",
      "Print the values of all settings"
    ),
    ("stages", "shotflow stages filter load", "Explain two stages"),
    ("fields", "shotflow fields date", "List the fields that have to do with dates"),
    ("fields", "shotflow fields --rule recent", "List the fields that a rule can use"),
    ("libraries", "shotflow libraries", "List the kinds of library"),
    ("notifiers", "shotflow notifiers", "List the notifiers"),
    ("auth", "shotflow auth status", "Show all decisions"),
    ("auth status", "shotflow auth status ./trips.lua", "Show what a rule may use"),
    (
      "auth request", "shotflow auth request ./trips.lua",
      "Answer a rule's questions before it runs"
    ),
    ("auth grant", "shotflow auth grant ./trips.lua", "Permit a rule what it asks for"),
    (
      "auth limit",
      "shotflow pick ~/Pictures | shotflow auth limit ./trips.lua --library ~/Pictures",
      "Permit a rule the assets that you pick"
    ),
    ("auth revoke", "shotflow auth revoke --all", "Take back all decisions"),
    ("auth deny", "shotflow auth deny ./trips.lua", "Refuse a rule what it asks for"),
    ("auth log", "shotflow auth log --format tsv", "Show all decisions with their dates"),
    ("auth path", "shotflow auth path", "Print where decisions are kept"),
    ("ledger", "shotflow ledger list --limit 10", "List the last ten offers"),
    (
      "ledger list", "shotflow ledger list --memory recent --format csv > offers.csv",
      "Write the offers of one memory into a spreadsheet"
    ),
    (
      "ledger forget", "shotflow ledger forget --memory recent",
      "Let everything be offered again that one memory holds"
    ),
    ("ledger export", "shotflow ledger export > offers.json", "Save the ledger"),
    ("ledger import", "shotflow ledger import offers.json", "Restore the ledger"),
    ("ledger new", "shotflow ledger new", "Begin again after a ledger was damaged"),
    ("ledger path", "shotflow ledger path", "Print where the ledger is"),
    ("plugins", "shotflow plugins list", "List the plugins that rules find by name"),
    ("plugins list", "shotflow plugins list --format json", "List them as JSON"),
    ("plugins info", "shotflow plugins info sharpness", "Explain a plugin"),
    ("plugins path", "shotflow plugins path", "Print the folders that are searched"),
    (
      "plugins new", "shotflow plugins new sharpness --role classify",
      "Write a plugin that works, to change"
    ),
    ("plugins test", "shotflow plugins test ./sharpness.lua", "Test a plugin on made-up assets"),
    (
      "plugins add", "shotflow plugins add https://example.org/sharpness.git@v1",
      "Add a plugin from a repository, at one commit"
    ),
    (
      "plugins update", "shotflow plugins update sharpness --to v2",
      "See what another version changes, and take it"
    ),
    ("plugins remove", "shotflow plugins remove sharpness", "Remove an added plugin"),
    ("plugins keep", "shotflow plugins keep sharpness", "Make the files of a plugin your own"),
    (
      "plugins definitions", "shotflow plugins definitions",
      "Write what editors know of your plugins"
    ),
    ("undo", "shotflow undo", "Take back what the last run by hand did to files"),
    ("undo", "shotflow undo --list", "List the runs that can be taken back"),
    ("undo", "shotflow undo --since 10m", "Take back the runs of the last ten minutes"),
    ("undo", "shotflow undo 12 --dry-run", "Show what taking back one run would do"),
    ("cache", "shotflow cache status", "Show how much is kept"),
    ("cache status", "shotflow cache status --json", "Show how much is kept, as JSON"),
    ("cache clear", "shotflow cache clear --thumbnails", "Remove the thumbnails"),
    ("cache path", "du -sh \"$(shotflow cache path)\"", "Measure the folder of the caches"),
    ("doctor", "shotflow doctor", "Look for what is missing"),
    ("sample", "shotflow sample pictures", "Make a folder of sample pictures"),
    (
      "sample", "shotflow sample Sample.photoslibrary --kind photos --count 300",
      "Make a library as Apple Photos leaves it"
    ),
    ("sample", "shotflow sample home --kind messy", "Make a home as other programs leave it"),
    ("exit-status", "shotflow exit-status", "Show the table of exit statuses"),
    ("environment", "shotflow environment", "Show the table of variables"),
    (
      "completions",
      "shotflow completions fish > ~/.config/fish/completions/shotflow.fish",
      "Complete the command line in fish"
    ),
    ("help", "shotflow help run", "Show the help of a command"),
    ("help", "shotflow help dates", "Read about dates"),
  ]
}
