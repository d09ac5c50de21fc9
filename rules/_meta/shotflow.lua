---@meta
-- Printed by `shotflow reference lua`; change the descriptions in the sources instead.

---A test of a field's value.
---@class shotflow.Test

---@class shotflow.Stage

---@class shotflow.Pipeline

---@class shotflow.Location
---@field latitude number
---@field longitude number
---@field altitude? number

---Seconds since 1970, which know the calendar.
---@class shotflow.Date: number
---@field year integer
---@field month integer
---@field day integer
---@field hour integer
---@field minute integer
---@field second integer
---@field weekday integer 1 is Monday, 7 Sunday
local Date = {}

---The date as a text, by letters of strftime.
---@param format string such as "%Y-%m-%d"
---@return string
function Date:format(format) end

---@alias shotflow.mediaType
---| "unknown"
---| "image"
---| "video"
---| "audio"

---@alias shotflow.mediaSubtypes
---| "photoPanorama"
---| "photoHDR"
---| "photoScreenshot"
---| "photoLive"
---| "photoDepthEffect"
---| "spatialMedia"
---| "videoStreamed"
---| "videoHighFrameRate"
---| "videoTimelapse"
---| "videoScreenRecording"
---| "videoCinematic"

---@alias shotflow.playbackStyle
---| "image"
---| "imageAnimated"
---| "livePhoto"
---| "video"
---| "videoLooping"

---@alias shotflow.creationDateSource
---| "exif"
---| "pngText"
---| "quicktime"
---| "movie"
---| "filename"
---| "fileSystem"
---| "xmp"
---| "takeout"
---| "xmpSidecar"
---| "iptc"
---| "photos"
---| "shotwell"
---| "catalogue"

---@alias shotflow.colorModel
---| "Gray"
---| "RGB"
---| "CMYK"
---| "Lab"

---@alias shotflow.burstSelectionTypes
---| "autoPick"
---| "userPick"

---@alias shotflow.sourceType
---| "typeUserLibrary"
---| "typeCloudShared"
---| "typeiTunesSynced"

---@alias shotflow.damage
---| "empty"
---| "cut short"
---| "unknown format"
---| "undecodable"

---@alias shotflow.FlagTest boolean | shotflow.Test | (boolean | shotflow.Test)[]
---@alias shotflow.NumberTest number | shotflow.Test | (number | shotflow.Test)[]
---@alias shotflow.DurationTest number | string | shotflow.Test | (number | string | shotflow.Test)[]
---@alias shotflow.DateTest string | number | shotflow.Test | (string | number | shotflow.Test)[]
---@alias shotflow.TextTest string | shotflow.Test | (string | shotflow.Test)[]
---@alias shotflow.Value string | number | boolean | string[]
---@alias shotflow.FieldType "flag" | "integer" | "number" | "date" | "text" | "texts"

---What a function gets: read-only, and valid only during the call.
---@class shotflow.Asset
---@field localIdentifier? string what names the asset within its library
---@field library? string path of the library
---@field filename? string name of the original file
---@field path? string path of the original file
---@field folderPath? string[] names of the folders between library and file
---@field mediaType? shotflow.mediaType kind of content
---@field mediaSubtypes? shotflow.mediaSubtypes[] special kinds
---@field uniformTypeIdentifier? string type by content; a test is one of conformance
---@field playbackStyle? shotflow.playbackStyle how it is shown
---@field creationDate? shotflow.Date when it was taken
---@field creationDateSource? shotflow.creationDateSource where creationDate is from
---@field creationDateOffset? string zone that the file names, such as +02:00
---@field modificationDate? shotflow.Date when the file was last written
---@field addedDate? shotflow.Date when it came into the library
---@field pixelWidth? integer pixels across, as shown
---@field pixelHeight? integer pixels down, as shown
---@field orientation? integer EXIF orientation, 1 to 8
---@field duration? number seconds that a video runs
---@field frameRate? number frames a second of a video
---@field fileSize? integer bytes of the original file
---@field colorModel? shotflow.colorModel how pixels are coded
---@field depth? integer bits of one sample of a pixel
---@field profileName? string name of the colour profile, such as Display P3
---@field hasAlpha? boolean whether pixels can be transparent
---@field isFavorite? boolean whether the user marked it
---@field isHidden? boolean whether it is hidden
---@field isAnimated? boolean whether it has several frames
---@field burstIdentifier? string what the photos of a burst share
---@field representsBurst? boolean whether it represents its burst
---@field burstSelectionTypes? shotflow.burstSelectionTypes[] who chose it from its burst
---@field livePhotoIdentifier? string what the two files of a live photo share
---@field livePhotoVideoPath? string path of a live photo's video
---@field title? string title that the user gave it
---@field description? string caption that the user gave it
---@field keywords? string[] keywords that the user gave it
---@field persons? string[] names of the people in it
---@field rating? integer stars that the user gave: 0 to 5, -1 for rejected
---@field colorLabel? string colour that the user marked it with, such as Red
---@field creator? string who took it
---@field copyright? string copyright notice
---@field placeName? string[] names of the place: location, city, state, country
---@field hasAdjustments? boolean whether it was edited
---@field isSelfie? boolean whether the front camera took it
---@field isRAW? boolean whether it is a RAW picture, or a pair with one
---@field isMissing? boolean whether its original is not on this computer
---@field isReferenced? boolean whether its original is outside of the library
---@field isInCloud? boolean whether its original is in iCloud
---@field sourceType? shotflow.sourceType what brought it into the library
---@field rawPath? string path of the RAW half of a pair that is one asset, as in Photos
---@field editedPath? string path of the edited version
---@field editedVideoPath? string path of the edited version of a live photo's video
---@field derivativePaths? string[] paths of smaller pictures that the library keeps
---@field location? shotflow.Location where it was taken
---@field cameraMake? string maker of the camera
---@field cameraModel? string model of the camera
---@field lensModel? string model of the lens
---@field software? string program that wrote the file
---@field userComment? string comment in the file's metadata
---@field localDate? string creationDate by the clock of the place, else of this computer
---@field exif? table<string, any> every EXIF tag, by EXIF's names: FNumber, LensModel, …
---@field xmp? table<string, any> every XMP property, by prefix and name: dc:subject, …
---@field iptc? table<string, any> IPTC's texts, by IIM's names: Keywords, City, …
---@field albumPaths? string[] the albums that it is in: folders and title, with slashes between
---@field damage? shotflow.damage damage that the file shows, or decoding it
---@field sha1? string SHA-1 of the original's bytes, hexadecimal
---@field sha256? string SHA-256 of the original's bytes, hexadecimal
---@field labels? string[] what the rule's classify stages found
---@field skipped? string why a file or folder is no asset: hidden, another library, …
---@field text? string the text in the picture, one line of it a line; empty for none
---@field duplicateOf? string the localIdentifier of the asset with the same bytes that is kept
---@field duplicateOfPath? string the path of the asset with the same bytes that is kept
---@field duplicateGroup? integer the number, from 1, of the group of assets with the same bytes
---@field duplicateReason? string what decided for the asset that is kept: one of the words in the guide
---@field similarTo? string the localIdentifier of the picture that looks like it and is kept
---@field similarToPath? string the path of the picture that looks like it and is kept
---@field similarDistance? integer how many of 64 bits differ from the picture that is kept: 0 for the same look
---@field similarGroup? integer the number, from 1, of the group of pictures that look alike
---@field error? string why the asset could not be loaded
---@field prompt? { rule?: string, outcome?: "accepted" | "dismissed" | "expired" | "delivered", action?: string, offeredAt?: shotflow.Date, unattended?: boolean, choice?: string } what became of the offer, of an asset that was offered
---@field importStatus? "imported" | "alreadyThere" | "importedBefore" | "repeated" what the import did with the asset
---@field webhook? "delivered" | "earlier" delivered, or earlier for what an earlier run delivered
local Asset = {}

---Whether the asset's type is this one or descends from it, such as "public.image".
---@param type string
---@return boolean
function Asset:hasItemConformingTo(type) end

---Fields with values or tests, which all have to hold.
---@class shotflow.Tests
---@field localIdentifier? shotflow.TextTest what names the asset within its library
---@field library? shotflow.TextTest path of the library
---@field filename? shotflow.TextTest name of the original file
---@field path? shotflow.TextTest path of the original file
---@field folderPath? shotflow.TextTest names of the folders between library and file
---@field mediaType? shotflow.mediaType | shotflow.Test | (shotflow.mediaType | shotflow.Test)[] kind of content
---@field mediaSubtypes? shotflow.mediaSubtypes | shotflow.Test | (shotflow.mediaSubtypes | shotflow.Test)[] special kinds
---@field uniformTypeIdentifier? shotflow.TextTest type by content; a test is one of conformance
---@field playbackStyle? shotflow.playbackStyle | shotflow.Test | (shotflow.playbackStyle | shotflow.Test)[] how it is shown
---@field creationDate? shotflow.DateTest when it was taken
---@field creationDateSource? shotflow.creationDateSource | shotflow.Test | (shotflow.creationDateSource | shotflow.Test)[] where creationDate is from
---@field creationDateOffset? shotflow.TextTest zone that the file names, such as +02:00
---@field modificationDate? shotflow.DateTest when the file was last written
---@field addedDate? shotflow.DateTest when it came into the library
---@field pixelWidth? shotflow.NumberTest pixels across, as shown
---@field pixelHeight? shotflow.NumberTest pixels down, as shown
---@field orientation? shotflow.NumberTest EXIF orientation, 1 to 8
---@field duration? shotflow.DurationTest seconds that a video runs
---@field frameRate? shotflow.NumberTest frames a second of a video
---@field fileSize? shotflow.NumberTest bytes of the original file
---@field colorModel? shotflow.colorModel | shotflow.Test | (shotflow.colorModel | shotflow.Test)[] how pixels are coded
---@field depth? shotflow.NumberTest bits of one sample of a pixel
---@field profileName? shotflow.TextTest name of the colour profile, such as Display P3
---@field hasAlpha? shotflow.FlagTest whether pixels can be transparent
---@field isFavorite? shotflow.FlagTest whether the user marked it
---@field isHidden? shotflow.FlagTest whether it is hidden
---@field isAnimated? shotflow.FlagTest whether it has several frames
---@field burstIdentifier? shotflow.TextTest what the photos of a burst share
---@field representsBurst? shotflow.FlagTest whether it represents its burst
---@field burstSelectionTypes? shotflow.burstSelectionTypes | shotflow.Test | (shotflow.burstSelectionTypes | shotflow.Test)[] who chose it from its burst
---@field livePhotoIdentifier? shotflow.TextTest what the two files of a live photo share
---@field livePhotoVideoPath? shotflow.TextTest path of a live photo's video
---@field title? shotflow.TextTest title that the user gave it
---@field description? shotflow.TextTest caption that the user gave it
---@field keywords? shotflow.TextTest keywords that the user gave it
---@field persons? shotflow.TextTest names of the people in it
---@field rating? shotflow.NumberTest stars that the user gave: 0 to 5, -1 for rejected
---@field colorLabel? shotflow.TextTest colour that the user marked it with, such as Red
---@field creator? shotflow.TextTest who took it
---@field copyright? shotflow.TextTest copyright notice
---@field placeName? shotflow.TextTest names of the place: location, city, state, country
---@field hasAdjustments? shotflow.FlagTest whether it was edited
---@field isSelfie? shotflow.FlagTest whether the front camera took it
---@field isRAW? shotflow.FlagTest whether it is a RAW picture, or a pair with one
---@field isMissing? shotflow.FlagTest whether its original is not on this computer
---@field isReferenced? shotflow.FlagTest whether its original is outside of the library
---@field isInCloud? shotflow.FlagTest whether its original is in iCloud
---@field sourceType? shotflow.sourceType | shotflow.Test | (shotflow.sourceType | shotflow.Test)[] what brought it into the library
---@field rawPath? shotflow.TextTest path of the RAW half of a pair that is one asset, as in Photos
---@field editedPath? shotflow.TextTest path of the edited version
---@field editedVideoPath? shotflow.TextTest path of the edited version of a live photo's video
---@field derivativePaths? shotflow.TextTest paths of smaller pictures that the library keeps
---@field location? shotflow.Test where it was taken
---@field cameraMake? shotflow.TextTest maker of the camera
---@field cameraModel? shotflow.TextTest model of the camera
---@field lensModel? shotflow.TextTest model of the lens
---@field software? shotflow.TextTest program that wrote the file
---@field userComment? shotflow.TextTest comment in the file's metadata
---@field localDate? shotflow.TextTest creationDate by the clock of the place, else of this computer
---@field exif? shotflow.Test every EXIF tag, by EXIF's names: FNumber, LensModel, …
---@field xmp? shotflow.Test every XMP property, by prefix and name: dc:subject, …
---@field iptc? shotflow.Test IPTC's texts, by IIM's names: Keywords, City, …
---@field albumPaths? shotflow.TextTest the albums that it is in: folders and title, with slashes between
---@field damage? shotflow.damage | shotflow.Test | (shotflow.damage | shotflow.Test)[] damage that the file shows, or decoding it
---@field sha1? shotflow.TextTest SHA-1 of the original's bytes, hexadecimal
---@field sha256? shotflow.TextTest SHA-256 of the original's bytes, hexadecimal
---@field labels? shotflow.TextTest what the rule's classify stages found
---@field skipped? shotflow.TextTest why a file or folder is no asset: hidden, another library, …
---@field text? shotflow.TextTest the text in the picture, one line of it a line; empty for none
---@field duplicateOf? shotflow.TextTest the localIdentifier of the asset with the same bytes that is kept
---@field duplicateOfPath? shotflow.TextTest the path of the asset with the same bytes that is kept
---@field duplicateGroup? shotflow.NumberTest the number, from 1, of the group of assets with the same bytes
---@field duplicateReason? shotflow.TextTest what decided for the asset that is kept: one of the words in the guide
---@field similarTo? shotflow.TextTest the localIdentifier of the picture that looks like it and is kept
---@field similarToPath? shotflow.TextTest the path of the picture that looks like it and is kept
---@field similarDistance? shotflow.NumberTest how many of 64 bits differ from the picture that is kept: 0 for the same look
---@field similarGroup? shotflow.NumberTest the number, from 1, of the group of pictures that look alike
---@field error? shotflow.TextTest why the asset could not be loaded
---@field prompt? shotflow.Test | { rule?: shotflow.TextTest, outcome?: "accepted" | "dismissed" | "expired" | "delivered" | shotflow.Test | ("accepted" | "dismissed" | "expired" | "delivered" | shotflow.Test)[], action?: shotflow.TextTest, offeredAt?: shotflow.DateTest, unattended?: shotflow.FlagTest, choice?: shotflow.TextTest } what became of the offer, of an asset that was offered
---@field importStatus? "imported" | "alreadyThere" | "importedBefore" | "repeated" | shotflow.Test | ("imported" | "alreadyThere" | "importedBefore" | "repeated" | shotflow.Test)[] what the import did with the asset
---@field webhook? "delivered" | "earlier" | shotflow.Test | ("delivered" | "earlier" | shotflow.Test)[] delivered, or earlier for what an earlier run delivered
---@field any? shotflow.Tests | shotflow.Tests[] tables of which one has to hold
---@field none? shotflow.Tests | shotflow.Tests[] tables of which none may hold

---One of the tables of `either`.
---@class shotflow.Alternative: shotflow.Tests
---@field limit? integer at most so many assets

---@class shotflow.source
---@field album? string | string[] an album: its subtype, such as smartAlbumScreenshots, its path or title; or a list of albums, whose assets come one album after the other, each once
---@field albums? string | string[] albums instead of assets, each with its count and cover: subtypes, identifiers or titles, in that order
---@field stdin? boolean records or paths from standard input instead of a library (default: false)
---@field exec? string | string[] a program that writes the records, instead of a library; the user has to permit it
---@field fields? table<string, shotflow.FieldType> members of the records from standard input or a program, which later stages know as fields
---@field members? boolean with stdin: the assets of the albums whose records are read; --library names their library (default: false)
---@field library? string a library of the rule's own; the user has to permit it
---@field includeHidden? boolean hidden files and folders too (default: false)
---@field catchUp? boolean under watch, also what arrived since the rule was watched last (default: false)
---@field includeAllBurstAssets? boolean every frame of a burst, not only the one that represents it (default: false)
---@field everything? boolean files of a folder, and paths, that are neither pictures nor movies, too (default: false)
---@field skipped? boolean instead of the assets: what a folder has besides assets, each with the reason (default: false)

---where assets come from: a library, one of its albums, or standard input
---
---    source { album = "smartAlbumScreenshots" }
---@param options shotflow.source
---@return shotflow.Stage
function source(options) end

---adds labels of the rule's own: each name with a function or a table of tests
---
---    classify { receipt = function(asset) return asset.filename:find("receipt") ~= nil end }
---@param labels table<string, shotflow.Tests | fun(asset: shotflow.Asset): shotflow.Value>
---@return shotflow.Stage
function classify(labels) end

---@class shotflow.ocr
---@field languages? string | string[] languages of the text, by tesseract's names (default: { "eng" })
---@field layout? "page" | "scattered" | "block" | "line" how the text stands: on pages, scattered over the picture, as one block, or on one line (default: "page")
---@field minimumConfidence? integer words that tesseract is less sure of are left out, in percent (default: 30)
---@field lowercase? boolean gives the text in lower case, so that tests need not mind case (default: false)
---@field largestSide? integer pixels of the longer side; larger pictures are made smaller (default: 3200)
---@field timeout? string | number how long one picture may take (default: "1m")
---@field onError? "skip" | "stop" what a picture that fails does to the run (default: "skip")
---@field when? shotflow.Tests | shotflow.Tests[] which assets the stage is for; all others pass it by

---adds the text in a picture, by the program tesseract
---
---    ocr { languages = { "eng", "deu" } }
---@param options shotflow.ocr
---@return shotflow.Stage
function ocr(options) end

---@class shotflow.verify
---@field when? shotflow.Tests | shotflow.Tests[] which assets the stage is for; all others pass it by

---decodes each picture, in the jail, and gives a damaged one its damage
---
---    verify {}
---@param options shotflow.verify
---@return shotflow.Stage
function verify(options) end

---@class shotflow.filter: shotflow.Tests
---@field either? shotflow.Alternative[] alternatives; the first asset that passes one decides that only such are taken
---@field notIn? string | string[] libraries none of which has a file with the same bytes, in any folder and by any name
---@field alsoIn? string | string[] libraries each of which has a file with the same bytes, in any folder and by any name
---@field sortedBy? string | string[] fields to order by, each with a - for descending; unknown comes last; album for the order of the album
---@field limit? integer at most so many assets
---@field offset? integer leaves out so many assets first (default: 0)
---@field empty? boolean of albums: those too of which no asset passes (default: false)
---@field remark? string a message that is printed with the number of assets that the tests leave out; in a filter without tests, that the limit leaves out
---@field takes? "selection" | "results" the place where the command line's options about pictures, or --sort, --offset and --limit, are put in a rule with selection = true
---@field when? shotflow.Tests | shotflow.Tests[] which assets the stage is for; all others pass it by

---keeps the assets that pass all tests, or for which a function answers true
---
---    filter { mediaType = "image", sortedBy = "-creationDate", limit = 1 }
---@param tests shotflow.filter | fun(asset: shotflow.Asset): any
---@return shotflow.Stage
function filter(tests) end

---@class shotflow.dedupe
---@field by? "sha1" | "sha256" | fun(asset: shotflow.Asset): shotflow.Value? the hash that represents the content; or a function or plugin that gives each asset a key, of which equal ones are duplicates (default: "sha1")
---@field memory? string remembers what was offered under this name, across runs
---@field keep? "first" | "best" | "oldest" | "newest" | "largest" | fun(asset: shotflow.Asset): shotflow.Value? which asset of each content is kept: the first that comes, the best, the oldest, the newest, the largest, or the one for which a function gives the largest number (default: "first")
---@field show? "kept" | "dropped" | "groups" what comes through: what is kept, what is dropped, or all that have duplicates, in groups (default: "kept")
---@field keepIn? string | string[] folders of which all is kept, with those below: from the library, from here, or absolute
---@field when? shotflow.Tests | shotflow.Tests[] which assets the stage is for; all others pass it by

---drops assets whose bytes were there before, in this run or in a memory; or shows these
---
---    dedupe { by = "sha1", memory = "recent" }
---@param options shotflow.dedupe
---@return shotflow.Stage
function dedupe(options) end

---@class shotflow.similar
---@field hash? "dHash" | "pHash" | "both" how pictures are compared: by where it gets brighter, by frequencies, or by both, each of which has to be near (default: "both")
---@field distance? integer how many of the 64 bits of a hash may differ, from 0 to 24 (default: 10)
---@field turned? boolean whether a picture that was turned by quarters looks alike (default: false)
---@field mirrored? boolean whether a picture of which left and right are exchanged looks alike; with turned, top and bottom as well (default: false)
---@field keep? "first" | "best" | "oldest" | "newest" | "largest" | "sharpest" | fun(asset: shotflow.Asset): shotflow.Value? which picture of a group is kept: the first that comes, the best, the oldest, the newest, the largest file, the sharpest, or the one for which a function gives the largest number (default: "best")
---@field show? "kept" | "dropped" | "groups" what comes through: what is kept, what is dropped, or all that look alike, in groups (default: "kept")
---@field keepIn? string | string[] folders of which all is kept, with those below: from the library, from here, or absolute
---@field when? shotflow.Tests | shotflow.Tests[] which assets the stage is for; all others pass it by

---keeps one of the pictures that look alike, such as copies of other sizes; or shows the rest
---
---    similar { keep = "best", show = "groups" }
---@param options shotflow.similar
---@return shotflow.Stage
function similar(options) end

---@class shotflow.count
---@field by? string | string[] what assets of a group share: fields, year, month, day, folder, or texts with fields in braces; without it all are one group
---@field sums? boolean false for numbers alone, for which no file has to be read (default: true)
---@field sortedBy? string | string[] columns to order the groups by, each with a - for descending: count, bytes, first, last, key, or a name of by
---@field limit? integer at most so many groups
---@field offset? integer leaves out so many groups first (default: 0)
---@field when? shotflow.Tests | shotflow.Tests[] which assets the stage is for; all others pass it by

---counts what comes, with bytes and first and last date, for each value of fields; gives records of these instead of assets
---
---    count { by = "{localDate:%Y-%m}" }
---@param options shotflow.count
---@return shotflow.Stage
function count(options) end

---@class shotflow.observe
---@field since? string the token that the run before ended with; empty to list everything (default: "")
---@field when? shotflow.Tests | shotflow.Tests[] which assets the stage is for; all others pass it by

---instead of what the stages before it fetch, what changed of that since a token, and the next token
---
---    observe { since = "" }
---@param options shotflow.observe
---@return shotflow.Stage
function observe(options) end

---starts a program that reads records and writes those that go on, one a line
---
---    exec { "jq", "-c", "select(.pixelWidth > 1000)" }
---@param words { [integer]: string, args?: string | string[], fields?: table<string, shotflow.FieldType>, batch?: integer, timeout?: string | number, onError?: "skip" | "stop", memory?: integer }
---@return shotflow.Stage
function exec(words) end

---@class shotflow.load
---@field file? "reference" | "hardLink" | "copy" the original and what belongs to it, such as a live photo's movie, as files: where they lie, or put into the folder that --out names
---@field sidecar? boolean with file = "copy": what is known of the asset goes along, in an XMP file beside the copy (default: false)
---@field data? "size" | "base64" the original's bytes: how many, or themselves in the record
---@field cover? [integer, integer] | "maximum" of albums: the size of the cover's picture
---@field size? [integer, integer] | "maximum" the picture's size; made larger than the original by resizeMode exact only (default: "maximum")
---@field contentMode? "aspectFit" | "aspectFill" whether all of the picture fits the size, or the picture fills it and is cut (default: "aspectFit")
---@field deliveryMode? "fastFormat" | "highQualityFormat" | "opportunistic" whether a smaller picture inside the original may be used: if it is large enough, never, or first, with the final one in a second record (default: "highQualityFormat")
---@field resizeMode? "none" | "fast" | "exact" how exactly the size is kept to: not at all, without making the picture larger, or exactly (default: "fast")
---@field allowDegraded? boolean whether a smaller picture is given, marked isDegraded, where the one that is asked for can't be had; without it highQualityFormat fails (default: false)
---@field format? "jpeg" | "png" | "webp" | "original" how the picture is coded; without it the original at the maximum size, else a jpeg, or a png for what may be transparent
---@field version? "current" | "unadjusted" | "original" which picture of an asset that was edited: as its library shows it, as it was before, or the same and of a RAW and JPEG pair the RAW; file without it gives all that was imported (default: "current")
---@field metadata? boolean all that EXIF, XMP and IPTC say, in the record (default: false)
---@field keepFailed? boolean an asset that can't be loaded stays, with the reason in the field error (default: false)
---@field when? shotflow.Tests | shotflow.Tests[] which assets the stage is for; all others pass it by

---brings the original as a file or as data, a picture of any size, or the metadata; of albums the cover
---
---    load { size = { 150, 150 }, contentMode = "aspectFill" }
---@param options shotflow.load
---@return shotflow.Stage
function load(options) end

---@class shotflow.notify
---@field title? string | fun(asset: shotflow.Asset): string? the question, with fields in braces, or a function or plugin that gives it (default: "Take this one?")
---@field body? string | fun(asset: shotflow.Asset): string? the line below the question, in the same ways; without it the file's name
---@field dismiss? string | number how long the question stays (default: "3s")
---@field actions? table<string, string> more ways to accept, as buttons or keys; later stages find the chosen one in prompt.action, and the words of "default" are those of a plain yes
---@field quietFor? string | number under watch: a notice when nothing was offered for that long, such as "3d"
---@field together? boolean one question about all assets, once all are there (default: false)
---@field keep? "taken" | "all" which assets are passed on: those that were taken, or all with their outcome (default: "taken")
---@field by? string | string[] a program that answers instead of the user: it gets the record and writes the outcome
---@field unattended? boolean without a terminal to ask on, later stages that act may act on every asset (default: false)
---@field when? shotflow.Tests | shotflow.Tests[] which assets the stage is for; all others pass it by

---offers assets: asks on the terminal, or by another notifier, and passes on those that are accepted, or without one all
---
---    notify { title = "Send this screenshot?", dismiss = "3s" }
---@param options shotflow.notify
---@return shotflow.Stage
function notify(options) end

---@class shotflow.clipboard
---@field what? string path, image, or the name of a field, such as text where a stage adds it (default: "path")
---@field when? shotflow.Tests | shotflow.Tests[] which assets the stage is for; all others pass it by

---puts paths, a picture or the values of a field into the clipboard; those of several assets a line each
---
---    clipboard { what = "path" }
---@param options shotflow.clipboard
---@return shotflow.Stage
function clipboard(options) end

---@class shotflow.copy
---@field to? string the place, with fields in braces; a folder if it ends in / or has no braces
---@field each? "album" album for a copy in each album that the asset is in, whose path is {album} in to; assets in none are left out
---@field others? "copy" | "hard" | "symbolic" what the second of these and all others are: copies, or links to the first one (default: "copy")
---@field sidecar? boolean what is known of the asset goes along, in an XMP file beside the copy (default: false)
---@field representative? boolean of a burst only the picture that represents it; a line counts the other frames (default: false)
---@field inPlace? boolean passes on assets, too, whose files were in place (default: true)
---@field verify? boolean writes each copy to the disk, reads it back from there and compares it, before it counts as copied (default: false)
---@field backup? string a folder that gets a second copy of each file, at the same path in it; it is made if only the folder around it exists
---@field original? boolean of an edited asset the original, instead of the edited version that its library shows (default: false)
---@field edited? "both" both for the original of an edited asset and, beside it, the edited version
---@field size? [integer, integer] | "maximum" pictures are made upright, to fit into this size; movies are copied as they are
---@field format? "jpeg" | "png" | "webp" pictures are made in this format; with size alone a jpeg, or a png for what may be transparent
---@field quality? integer the quality of a jpeg or webp that is made, from 1 to 100; 82 unless given
---@field allowDegraded? boolean the largest picture there is is written where a raw file has none of the size (default: false)
---@field stripLocation? boolean the place is left out of what is written, and an asset of which it can't be left out fails (default: false)
---@field when? shotflow.Tests | shotflow.Tests[] which assets the stage is for; all others pass it by

---copies the original and what belongs to it to a place that a template names
---
---    copy { to = "{localDate:%Y}/{filename}" }
---@param options shotflow.copy
---@return shotflow.Stage
function copy(options) end

---@class shotflow.import
---@field to? string the place, with fields in braces, from the library's folder; a folder if it ends in / or has no braces
---@field videosTo? string the place of videos, if it is another one
---@field screenshotsTo? string the place of screenshots, if it is another one
---@field memory? string remembers what was imported under this name, so that what was thrown away stays away
---@field again? boolean takes what the memory holds all the same (default: false)
---@field move? boolean moves files of folders instead of copying (default: false)
---@field all? boolean passes on what was not imported, too (default: false)
---@field eject? boolean the card or phone is unmounted when all is done (default: false)
---@field verify? boolean writes each copy to the disk, reads it back from there and compares it, before it counts as copied (default: false)
---@field backup? string a folder that gets a second copy of each file, at the same path in it; it is made if only the folder around it exists
---@field when? shotflow.Tests | shotflow.Tests[] which assets the stage is for; all others pass it by

---copies or moves into a library what it does not have yet, by content, to a place that a template names
---
---    import { to = "{localDate:%Y}/{filename}", memory = "import" }
---@param options shotflow.import
---@return shotflow.Stage
function import(options) end

---@class shotflow.link
---@field to? string the place, with fields in braces; a folder if it ends in / or has no braces
---@field kind? "symbolic" | "hard" symbolic names the path of the original; hard is a second name of the same file (default: "symbolic")
---@field representative? boolean of a burst only the picture that represents it; a line counts the other frames (default: false)
---@field inPlace? boolean passes on assets, too, whose files were in place (default: true)
---@field when? shotflow.Tests | shotflow.Tests[] which assets the stage is for; all others pass it by

---links the original and what belongs to it from a place that a template names
---
---    link { to = "{mediaType}/{filename}", kind = "hard" }
---@param options shotflow.link
---@return shotflow.Stage
function link(options) end

---@class shotflow.move
---@field to? string the place, with fields in braces; without --out, from the root of the library
---@field name? string instead of to: the name in the folder where the file is, with fields in braces
---@field representative? boolean of a burst only the picture that represents it; a line counts the other frames (default: false)
---@field inPlace? boolean passes on assets, too, whose files were in place (default: true)
---@field when? shotflow.Tests | shotflow.Tests[] which assets the stage is for; all others pass it by

---moves the original and what belongs to it, of folder libraries alone, to a place that a template names
---
---    move { to = "{localDate:%Y}/{localDate:%m}/{filename}" }
---@param options shotflow.move
---@return shotflow.Stage
function move(options) end

---@class shotflow.open
---@field when? shotflow.Tests | shotflow.Tests[] which assets the stage is for; all others pass it by

---opens the original with the desktop's program for it, never anything that is executable
---
---    open {}
---@param options shotflow.open
---@return shotflow.Stage
function open(options) end

---@class shotflow.reveal
---@field when? shotflow.Tests | shotflow.Tests[] which assets the stage is for; all others pass it by

---shows the original in the desktop's file manager
---
---    reveal {}
---@param options shotflow.reveal
---@return shotflow.Stage
function reveal(options) end

---@class shotflow.sheet
---@field to? string the folder that it makes; an earlier sheet there is replaced, nothing else is
---@field size? integer the pixels that the longer side of a picture may have, from 16 to 2048 (default: 200)
---@field title? string the words above the pictures; without it the rule's name
---@field caption? string the words below each picture, with fields in braces; "" for none (default: "{filename}")
---@field page? integer how many pictures a page has before the next one begins (default: 500)
---@field when? shotflow.Tests | shotflow.Tests[] which assets the stage is for; all others pass it by

---makes a contact sheet: a folder with a page of small pictures for any browser
---
---    sheet { to = "sheet", size = 200, caption = "{filename}" }
---@param options shotflow.sheet
---@return shotflow.Stage
function sheet(options) end

---@class shotflow.trash
---@field representative? boolean of a burst only the picture that represents it; a line counts the other frames (default: false)
---@field when? shotflow.Tests | shotflow.Tests[] which assets the stage is for; all others pass it by

---moves the original and what belongs to it, of folder libraries alone, into the desktop's trash
---
---    trash {}
---@param options shotflow.trash
---@return shotflow.Stage
function trash(options) end

---@class shotflow.webhook
---@field url? string where records go, such as "https://example.org/hook"
---@field method? "POST" | "PUT" | "PATCH" the method of HTTP; without it PUT for a file that is the whole body (default: "POST")
---@field body? "record" | "file" file for the original's bytes instead of the record, below a url that ends in / by its name (default: "record")
---@field form? string with body = "file": the field of a form that has the file, as browsers send it
---@field json? table<string, string> the body: names, each with a text that may have fields in braces; without it, the record
---@field headers? table<string, string> further headers; {env:NAME} is a variable, {file:/PATH} the first line of a file
---@field timeout? string | number how long one answer may take (default: "30s")
---@field retries? integer how often a record is sent again in one run (default: 4)
---@field backoff? string | number how long is waited before that, doubled each time (default: "1s")
---@field onError? "skip" | "stop" what a record that does not arrive does to the run (default: "skip")
---@field when? shotflow.Tests | shotflow.Tests[] which assets the stage is for; all others pass it by

---sends each record, or the original's bytes, to a receiver on the network, until it arrived
---
---    webhook { url = "https://example.org/hook" }
---@param options shotflow.webhook
---@return shotflow.Stage
function webhook(options) end

---a date in the last so many seconds, strictly; a date in the future never is
---@param duration string | number
---@return shotflow.Test
function within(duration) end

---a date on this day, such as "2024-12-31", "today" or "yesterday"
---@param day string
---@return shotflow.Test
function on(day) end

---a date in this month, such as "2024-12"; in 12, "dec" or "6..8" of every year
---@param month string | number
---@return shotflow.Test
function month(month) end

---a date in this year, such as 2024
---@param year string | number
---@return shotflow.Test
function year(year) end

---a date on these days of every year: "08-01", "12-24..01-06" or "today"
---@param days string
---@return shotflow.Test
function monthDay(days) end

---a date on these days of the week: "sat,sun", "mon..fri"
---@param weekdays string
---@return shotflow.Test
function weekday(weekdays) end

---a date in these hours of the day: 12, "12..17" until 17:59, "22..4"
---@param hours string | number
---@return shotflow.Test
function hour(hours) end

---a date at these times of the day: "22:00..04:00", over midnight
---@param times string
---@return shotflow.Test
function time(times) end

---a date strictly before this one; a day counts as a whole
---@param date string | number
---@return shotflow.Test
function before(date) end

---a date strictly after this one; a day counts as a whole
---@param date string | number
---@return shotflow.Test
function after(date) end

---from low to high, both included
---@param low string | number
---@param high string | number
---@return shotflow.Test
function between(low, high) end

---this much or more, or as much as a field that is named
---@param value string | number
---@return shotflow.Test
function at_least(value) end

---this much or less
---@param value string | number
---@return shotflow.Test
function at_most(value) end

---more than this, such as above("pixelWidth") of pixelHeight
---@param value string | number
---@return shotflow.Test
function above(value) end

---less than this
---@param value string | number
---@return shotflow.Test
function below(value) end

---a place at most so far from a point: "5km", "300m", "2mi" or a number of metres
---@param latitude number
---@param longitude number
---@param distance string | number
---@return shotflow.Test
function near(latitude, longitude, distance) end

---a place between these degrees, over the date line where west is greater than east
---@param south number
---@param west number
---@param north number
---@param east number
---@return shotflow.Test
function inside(south, west, north, east) end

---a text that fits a pattern of *, ?, [a-z] and [!a-z]
---@param pattern string | shotflow.Test
---@return shotflow.Test
function like(pattern) end

---a text that contains this one, or a list that has it
---@param text string
---@return shotflow.Test
function has(text) end

---this text in either case; like and has take it, too
---@param text string
---@return shotflow.Test
function ignoringCase(text) end

---one of these values or tests
---@param ... any
---@return shotflow.Test
function any(...) end

---none of these values or tests
---@param ... any
---@return shotflow.Test
function none(...) end

---known at all
---@type shotflow.Test
present = {}

---not known
---@type shotflow.Test
absent = {}

---Declares options of the command line: a value, or a value, its help and its choices or bounds.
---@param declared table<string, any>
---@return table<string, any>
function options(declared) end

---An option without a default, which has to be set.
---@param help string
---@param kind? "duration" | "number" | "text" | "boolean" | "list" | string[] its kind, or its choices
---@return any
function required(help, kind) end

---A stage of your own, as a file of its own returns it.
---@class shotflow.Plugin
---@field name string as its file is called
---@field role "classify" | "filter" | "map" | "key" | "text"
---@field api integer | [integer, integer] the versions of the contract
---@field version? string
---@field summary string
---@field options? table<string, string | table> names with types, or { type, "summary", default = … }
---@field fields? table<string, shotflow.FieldType | table> names with types, or { type, "summary" }
---@field example? string
---@field process fun(asset: shotflow.Asset, o: table<string, any>): any

---Declares a stage of your own.
---@param declared shotflow.Plugin
---@return fun(options?: table): shotflow.Stage
function stage(declared) end

---Lets the rule call a plugin by its word: use "sharpness", then sharpness { … }.
---@param name string
---@return fun(options?: table): shotflow.Stage
function use(name) end

---The rule: its stages in order, the source first.
---@param stages { about?: string, wants?: string|table<integer|string, string>, next?: shotflow.Pipeline, [integer]: shotflow.Stage }
---@return shotflow.Pipeline
function pipeline(stages) end

---The moment of the run, in seconds since 1970.
---@type shotflow.Date
now = 0
