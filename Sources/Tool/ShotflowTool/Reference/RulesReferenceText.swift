internal import LuaBridge
internal import Pipeline
package import Sessions

/// The texts of docs/rules.md between the tables.
package struct RulesReferenceText {
  private let tool: Tool

  package init(_ tool: Tool) {
    self.tool = tool
  }

  private static let letters = SandboxGlobals.formatLetters.map { "`%\($0)`" }
    .joined(separator: ", ")

  private static let types = AddedField.declarableTypes
    .map { "`\($0.rawValue)` (\($0.summary))" }.joined(separator: ", ")

  private static let kinds = RuleOption.Kind.allCases.map { "`\($0.rawValue)`" }
    .joined(separator: ", ")

  private static let capabilities = Capability.allCases
    .map { "`\($0.rawValue)` (to \($0.summary))" }.joined(separator: ", ")

  /// The text at the start of docs/rules.md, which introduces rules.
  package var opening: String {
    """
    # Rules

    <!-- Printed by `\(tool.name) reference rules`; change the descriptions in the sources instead. -->

    A rule is a Lua 5.4 file that returns a pipeline: a source, then other stages, in any order and
    number. It is checked before anything runs; `\(tool.name) check` does only that, and
    `\(tool.name) explain` shows the plan. `next = pipeline { … }` runs behind it, as in
    `rules/browser.lua`.

    ```lua
    return pipeline {
      about = "A sentence for the rule's help.",
      source { album = "smartAlbumScreenshots" },
      filter { mediaType = "image", limit = 10 },
    }
    ```

    A rule that names a library itself, or needs a capability, gives its reasons in `wants`, which the
    user sees in the question: \(Self.capabilities).

    ```lua
    return pipeline {
      about = "Shows the trips of this year.",
      wants = { "the newest of each trip", references = "some trips are on another disk" },
      source { library = "~/Pictures/Trips" },
    }
    ```

    """
  }

  /// The text on the options of rules.
  package static let options = """
    ## Options of a rule

    `options` declares what the command line may set: each member is a default value, or a list of the
    default, a help text, and perhaps the allowed texts, bounds (`at_least(0)`, `at_most(9)`,
    `between(1, 9)`) or `"folder"`, a path from the working folder. `minWidth` or `min_width` becomes
    `--min-width`. Lists are typed with commas (`\\,` is a comma in a text) or by repeating the option.
    `options` returns the values; a duration is a number of seconds.

    `required("help")` declares an option without a default: a text, a kind (`required("how many",
    "number")`; kinds are \(kinds)), or one of several texts (`required("which", { "image", "video" })`).
    `selection = true` gives the rule the options with which `find` selects assets, as a `filter` behind
    its `source`; `--sort`, `--offset` and `--limit` are one behind the stages that choose, in front of
    those that act; `--count` prints the number of results. `filter { takes = "selection" }` and
    `filter { takes = "results" }` name other places. Names of options of every run, and of those,
    can't be used. With `imports = true`, plain arguments name what is read, and `--library` names where
    the stage `import` puts it; without that it puts files into the folder of `--out`.

    ```lua
    local o = options {
      window = { "30s", "how recent" },
      minWidth = { 1000, "how many pixels across", at_least(0) },
      loud = false,
      kinds = { { "image" }, "what is wanted", { "image", "video" } },
      name = required("the name of the trip"),
    }

    return pipeline {
      source { album = o.name },
      filter { mediaType = o.kinds },
      filter { creationDate = within(o.window), pixelWidth = at_least(o.minWidth) },
    }
    ```

    """

  /// The text before the stages.
  package static let stages = """
    ## Stages

    Every stage but the source takes `when`, a table of tests; other assets skip the stage. A text may
    be used for a list of one. A duration is a text such as `"30s"` or a number of seconds, a size is
    `{ 150, 150 }` or `"maximum"`, a function gets the asset.

    ```lua
    load { when = { mediaType = "image" }, size = { 150, 150 } },
    load { when = { mediaType = "video" }, file = "reference" },
    ```

    """

  /// The text on the values of tests.
  package static let values = """
    ## Values

    A table of fields is a question about an asset. All its members have to hold.

    - A value means equality, a list one of its members, which may be tests. A range is `between`, not
      `{ after(a), before(b) }`, which nearly every date passes.
    - `any = { {…}, {…} }` holds when one table does, `none = { {…}, {…} }` when none does.
    - An absent field answers no to every test. A list is tested by its members: one has to pass.
    - Texts compare however they are composed (NFC). Capitals count, except in `ignoringCase("…")`, also
      within `like` and `has`, by Unicode's simple case folding (`"ß"` is not `"ss"`). It is for names
      and typed texts, not for identifiers, paths and hashes.
    - A date is `"2024-12-31"`, `"2024-12-31T18:00"`, `"2024-12-31T18:00:00+01:00"`, or seconds since
      1970. Without a zone, `creationDate` is compared by the clock of the photo's place, if known; any
      other date, and one without a known zone, by this computer's.
    - A day is whole: `before("2024-12-31")` ends with the 30th, `after` begins on 1 January,
      `between("2024-01-01", "2024-12-31")` has all of the 31st.
    - A place is tested with `near` and `inside`, in degrees of WGS 84, south and west negative.
    - A duration is `"30s"`, `"1h30m"`, `"500ms"`, `"7d"`, `"2w"`, or a number of seconds.

    ```lua
    filter {
      mediaType = { "image", "video" },
      creationDate = between("2024-01-01", "2024-12-31"),
      location = near(54.19, 7.88, "5km"),
      any = { { pixelWidth = at_least(4000) }, { duration = at_least("1m") } },
      none = { { filename = like("*.tmp") }, { mediaSubtypes = "photoScreenshot" } },
    }
    ```

    """

  /// The text before the table of tests.
  package static let tests = """
    ## Tests

    ```lua
    filter { creationDate = within("30s"), filename = like("IMG_*"), location = present },
    filter { creationDate = month("2015-05"), location = near(54.19, 7.88, "5km") },
    filter { creationDate = { on("2015-12-24"), on("2015-12-25") } },
    filter { location = inside(-10, 170, 10, -170) },
    filter { filename = like(ignoringCase("img_*")), title = has(ignoringCase("beach")) },
    ```

    """

  /// The text before the table of albums.
  package static let albums = """
    ## Albums

    `source { album = … }` takes one of these names, a sub-folder's path from the library's root, or its
    name if that is unique. `source { albums = { … } }` gives albums instead of assets; filters choose
    among the assets of each, and the first that is left is the cover. `shotflow albums` lists them.

    """

  /// The text before the table of fields.
  package static let fields = """
    ## Fields

    Names are PhotoKit's. The facet says how deep shotflow has to look: `entry` (nothing), `stat` (a
    system call), `header` (mostly 8 KiB), `descriptive` (what people typed into the file), `metadata`
    (the decoder), `end` (the file's end), `digest` (the whole file), `findings` (the rule's own stages).

    `exif`, `xmp` and `iptc` can be tested for `present` and `absent`; functions read their members:
    `asset.exif.FNumber`, `asset.xmp["dc:subject"]`. They are in a record when something loads them, or
    when it came with them. Fields whose words are listed have no others; a rule that names one is
    refused.

    """

  /// The text on fields that stages add.
  package var addedFields: String {
    """
    ### Added fields

    Later stages test, read and sort by fields that stages add, and the record carries them, at most
    \(Field.mostAdded). `\(tool.name) fields RULE` lists those of a rule. `notify` adds `prompt`, whose
    members can be tested, read and sorted by: `filter { prompt = { outcome = "accepted" } }`,
    `asset.prompt.outcome`, `sortedBy = "prompt.outcome"`.

    A function of `classify` may return a text, a number, `true`, `false` or a list of texts:

    ```lua
    classify {
      mood = function(asset) return (asset.description or ""):match("#(%w+)") end,
      megapixels = function(asset) return (asset.pixelWidth or 0) * (asset.pixelHeight or 0) / 1e6 end,
    },
    filter { mood = { "happy", "glad" }, megapixels = at_least(2), sortedBy = "-megapixels" },
    ```

    - The asset gets the label for everything but `nil` and `false`.
    - A text, number or list is the field's value, in the record, too; an empty list is absent. `true` and
      `false` can be tested. `nil` leaves the field as it is.
    - A date is a number of seconds: `taken = at_least(now - 3600)` tests it, `within` and `on` don't.
    - A text has at most 64 KiB, a list 1,024 texts and 1 MiB. Anything else fails the asset.
    - A name that exists keeps its type; other values give the label alone. Seconds become a date.
    - A label that can't name a field, such as `"to print"` or `title`, is a label alone.

    Members of incoming records are fields if the rule gives their types; other types are absent.

    ```lua
    source { stdin = true, fields = { mood = "text", score = "number" } },
    filter { mood = present, sortedBy = "-score" },
    ```

    Values of several types are sorted `false`, `true`, numbers, texts; a list by its first text. A
    field's name is a letter, then letters, digits and `_`, at most 40.

    The types that a rule can declare are \(Self.types).

    """
  }

  /// The text on functions of rules.
  package var functions: String {
    """
    ## Functions

    A function gets an asset and answers yes (anything but `nil` and `false`) or no. Dates are seconds
    since 1970, lists and metadata are tables, a location has `latitude`, `longitude` and perhaps
    `altitude`; what is absent is `nil`. The asset can't be changed, and is valid during the call only. A
    function that fails drops the asset, with one message for equal failures. Fields and names that don't
    exist are found by `check`, or end the run.

    ```lua
    filter(function(asset)
      return asset.duration == nil or asset.duration < 60
    end)
    ```

    A date has `year`, `month`, `day`, `hour`, `minute`, `second`, `weekday` (1 is Monday) and
    `:format("%Y-%m")`, by the clock of the photo's place for `asset.creationDate`, else of this
    computer. It compares with texts as in a test: `asset.creationDate < "2024-12-31"`. The letters of a
    format are strftime's, in English: \(Self.letters).

    ```lua
    classify { month = function(asset) return asset.creationDate:format("%Y-%m") end },
    filter(function(asset) return asset.creationDate.weekday > 5 and asset.creationDate.hour < 12 end),
    ```

    Lua's functions are `assert`, `error`, `ipairs`, `next`, `pairs`, `pcall`, `print`, `require`,
    `select`, `setmetatable`, `tonumber`, `tostring`, `type`, `xpcall`, and `math`, `string`, `table` and
    `utf8`. `now` is the moment of the run. `print` writes to standard error. `require "names.of.folders"`
    loads a file below the rule's folder or a plugin folder (`$SHOTFLOW_PLUGINS`,
    `$XDG_CONFIG_HOME/\(tool.folder)/plugins`), which may give a list of stages. `stage { … }` declares a
    stage and `use "name"` calls one: [plugins](plugins.md). `pairs` has a fixed order, `table.sort` is
    stable. Globals are made while the rule is loaded; built-in ones can't be replaced.

    Loading takes at most 10 million instructions, 64 MiB and 2 seconds, a call 50 million, 64 MiB and
    1 second of the processor; by the clock four times as long.

    """
  }
}
