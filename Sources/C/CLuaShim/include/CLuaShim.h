#pragma once

// A sandboxed Lua 5.4 state for Swift: plain structs and a handful of functions. Errors and kills
// end inside these functions, so that no call jumps past a caller's frame. The functions of the
// host get plain values, return a status and don't use Lua. A state belongs to one thread at a
// time.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "release.h"

#define SHOTLUA_CLOSED __attribute__((enum_extensibility(closed)))
#define SHOTLUA_CASE(name) __attribute__((swift_name(#name)))

typedef struct shotlua shotlua;

// Bytes that belong to the side that passed them; valid until that side is called again.
typedef struct {
  const char *bytes;
  size_t length;
} shotlua_text;

// The budget of Lua code; one for loading and one for each call of a function.
typedef struct {
  int64_t instructions;
  int64_t memory;
  int64_t milliseconds;
} shotlua_budget;

typedef enum SHOTLUA_CLOSED shotlua_error_kind : int32_t {
  SHOTLUA_NO_ERROR SHOTLUA_CASE(noError),
  SHOTLUA_SYNTAX SHOTLUA_CASE(syntax),
  SHOTLUA_RUNTIME SHOTLUA_CASE(runtime),
  SHOTLUA_UNKNOWN_FUNCTION SHOTLUA_CASE(unknownFunction),
  SHOTLUA_UNKNOWN_FIELD SHOTLUA_CASE(unknownField),
  SHOTLUA_UNKNOWN_NAME SHOTLUA_CASE(unknownName),
  SHOTLUA_UNKNOWN_OPTION SHOTLUA_CASE(unknownOption),
  SHOTLUA_UNKNOWN_MODULE SHOTLUA_CASE(unknownModule),
  SHOTLUA_BAD_RESULT SHOTLUA_CASE(badResult),
  SHOTLUA_NOT_A_PIPELINE SHOTLUA_CASE(notAPipeline),
  SHOTLUA_OUT_OF_INSTRUCTIONS SHOTLUA_CASE(outOfInstructions),
  SHOTLUA_OUT_OF_MEMORY SHOTLUA_CASE(outOfMemory),
  SHOTLUA_OUT_OF_TIME SHOTLUA_CASE(outOfTime),
  SHOTLUA_CANCELLED SHOTLUA_CASE(cancelled),
  SHOTLUA_REFUSED_BY_HOST SHOTLUA_CASE(refusedByHost),
} shotlua_error_kind;

// The last error; its texts are valid until the state is used again or closed.
typedef struct {
  shotlua_error_kind kind;
  // From 1; 0 if no line is the cause.
  int32_t line;
  // The path of the rule or module, as the host passed it.
  const char *chunk;
  // Without a position, at most 1 KiB, with control characters as escapes.
  const char *message;
  // The name that caused the error, or "".
  const char *token;
} shotlua_error;

typedef enum SHOTLUA_CLOSED shotlua_value_kind : int32_t {
  SHOTLUA_ABSENT SHOTLUA_CASE(absent),
  SHOTLUA_FLAG SHOTLUA_CASE(flag),
  SHOTLUA_INTEGER SHOTLUA_CASE(integer),
  SHOTLUA_NUMBER SHOTLUA_CASE(number),
  // Seconds since 1970 in `number`; `flag` is set if the clock of the asset's place applies.
  SHOTLUA_DATE SHOTLUA_CASE(date),
  SHOTLUA_TEXT SHOTLUA_CASE(text),
  SHOTLUA_TEXTS SHOTLUA_CASE(texts),
  SHOTLUA_LOCATION SHOTLUA_CASE(location),
  // A JSON object in `text`; its syntax has been checked.
  SHOTLUA_OBJECT SHOTLUA_CASE(object),
  // An option that was not set and has no default.
  SHOTLUA_PENDING SHOTLUA_CASE(pending),
} shotlua_value_kind;

// A value passed to Lua, or returned by a function.
typedef struct {
  shotlua_value_kind kind;
  bool flag;
  bool has_altitude;
  int64_t integer;
  // A number, or a location's latitude.
  double number;
  double longitude;
  double altitude;
  shotlua_text text;
  const shotlua_text *texts;
  size_t count;
} shotlua_value;

typedef enum SHOTLUA_CLOSED shotlua_node_kind : int32_t {
  SHOTLUA_NODE_FLAG SHOTLUA_CASE(flag),
  SHOTLUA_NODE_INTEGER SHOTLUA_CASE(integer),
  SHOTLUA_NODE_NUMBER SHOTLUA_CASE(number),
  SHOTLUA_NODE_TEXT SHOTLUA_CASE(text),
  SHOTLUA_NODE_TABLE SHOTLUA_CASE(table),
  SHOTLUA_NODE_FUNCTION SHOTLUA_CASE(function),
  SHOTLUA_NODE_STAGE SHOTLUA_CASE(stage),
  SHOTLUA_NODE_TEST SHOTLUA_CASE(test),
  SHOTLUA_NODE_PIPELINE SHOTLUA_CASE(pipeline),
} shotlua_node_kind;

// A value read from Lua. A tree is an array in preorder: a node, then its children.
typedef struct {
  shotlua_node_kind kind;
  // The line of the call, or a function's first line; 0 if unknown.
  int32_t line;
  bool flag;
  // The number of a table's children with an index instead of a name; they come first, in order.
  int32_t listed;
  int32_t children;
  // A function's number, in the order in which functions appear.
  int32_t function;
  int64_t integer;
  double number;
  // A text's bytes, or the name of a stage, test or pipeline.
  shotlua_text text;
  // The name within the parent table; no bytes for an element of a list.
  shotlua_text name;
  // The rule or module that contains the line; null if unknown.
  const char *path;
  // A compiled function, if the host requested it.
  shotlua_text code;
} shotlua_node;

typedef enum SHOTLUA_CLOSED shotlua_word_kind : int32_t {
  SHOTLUA_WORD_STAGE SHOTLUA_CASE(stage),
  SHOTLUA_WORD_TEST SHOTLUA_CASE(test),
  // A test that is also a value without a call: `present`.
  SHOTLUA_WORD_CONSTANT_TEST SHOTLUA_CASE(constantTest),
  SHOTLUA_WORD_PIPELINE SHOTLUA_CASE(pipeline),
  // An undefined name in a rule; it is read as a stage of that name.
  SHOTLUA_WORD_UNKNOWN SHOTLUA_CASE(unknown),
} shotlua_word_kind;

// A function that rules call to describe something; the host's name outlives every state.
typedef struct {
  const char *name;
  shotlua_word_kind kind;
} shotlua_word;

// The letters of a date's format, which follow a %.
#define SHOTLUA_DATE_LETTERS "Y y m d e j H I p M S a A b B u V G F R T z %"

// The range of a text such as "2024-12-31", in milliseconds since 1970.
typedef struct {
  // True if the text has a zone, so that `start` is a moment; false for a local clock's range.
  bool has_zone;
  int64_t start;
  // The first millisecond behind the range.
  int64_t end;
} shotlua_date;

typedef struct {
  shotlua_text name;
  shotlua_value value;
} shotlua_option;

typedef struct {
  const shotlua_option *options;
  size_t count;
} shotlua_options_reply;

typedef struct {
  shotlua_text bytes;
  shotlua_text path;
  // The reason for the rule if the module was not found.
  shotlua_text problem;
} shotlua_module_reply;

// The argument of `stage { … }`.
typedef struct {
  const shotlua_node *nodes;
  size_t count;
  int32_t line;
  // The rule or module that contains the declaration.
  const char *path;
} shotlua_declaration;

// A function with the options of its calls, and the names of its results.
typedef struct {
  int32_t function;
  // Null for a function that gets only the asset; an absent value is an option that was not set.
  const shotlua_option *options;
  size_t option_count;
  // Empty for a function that returns one value.
  const shotlua_text *results;
  size_t result_count;
} shotlua_binding;

// The host of a state; arrays and names must outlive the state.
typedef struct {
  shotlua_budget load;
  shotlua_budget call;
  // Not 0 after the run was cancelled; may be null.
  const int32_t *cancelled;
  // True if the host inspects the compiled code.
  bool keeps_code;
  // True if the text returns a table of settings instead of a pipeline.
  bool takes_settings;
  // Seconds since 1970.
  double now;
  // True if `now` differs between evaluations, so that the rule can't read it while it loads.
  bool moves_now;
  uint64_t seed;
  const shotlua_word *words;
  size_t word_count;
  // The names of an asset's fields, fewer than 128, each of at most 40 bytes, by a field's number.
  const char *const *fields;
  size_t field_count;
  void *context;
  // Turns the table passed to `options` into values; returns false to refuse the load.
  bool (*options)(void *context, const shotlua_node *nodes, size_t count, int32_t line,
                  shotlua_options_reply *reply);
  // Stores a stage that the rule or a module declares and sets its name; false to refuse the load.
  bool (*declare)(void *context, const shotlua_declaration *declaration, shotlua_text *name);
  // Finds a module for `require`; returns false if none exists.
  bool (*module)(void *context, const char *name, shotlua_module_reply *reply);
  // Returns the offset of the computer's clock to UTC at a moment since 1970, both in seconds.
  int32_t (*clock)(void *context, int64_t moment);
  // Parses a date; returns false for an invalid text.
  bool (*date)(void *context, shotlua_text text, shotlua_date *date);
  // Receives the text of `print`, with control characters as escapes.
  void (*print)(void *context, const char *bytes, size_t length);
} shotlua_host;

typedef enum SHOTLUA_CLOSED shotlua_plain_kind : int32_t {
  // A value that is not cached: it has to be read.
  SHOTLUA_PLAIN_UNREAD SHOTLUA_CASE(unread),
  SHOTLUA_PLAIN_ABSENT SHOTLUA_CASE(absent),
  SHOTLUA_PLAIN_FLAG SHOTLUA_CASE(flag),
  SHOTLUA_PLAIN_INTEGER SHOTLUA_CASE(integer),
  SHOTLUA_PLAIN_NUMBER SHOTLUA_CASE(number),
  // Seconds since 1970; the clock of the asset's place applies to them.
  SHOTLUA_PLAIN_CREATED SHOTLUA_CASE(created),
  SHOTLUA_PLAIN_TEXT SHOTLUA_CASE(text),
} shotlua_plain_kind;

// A cached value: 0 or 1, a number's bits or the address of a text.
typedef struct {
  shotlua_plain_kind kind;
  uint64_t bits;
  // A text's length, less than 64; 0 for other values.
  size_t length;
} shotlua_plain;

// The functions by which a batch of calls reads assets and reports failed calls.
typedef struct {
  void *context;
  void (*read)(void *context, int32_t index, int32_t field, shotlua_value *value);
  // Returns the cached values of the fields that the function names, in their order, without
  // reading anything; skips those whose bits in `wanted` are not set. Called only for functions
  // that were studied.
  void (*recall)(void *context, int32_t index, uint32_t wanted, shotlua_plain *values);
  // Returns whether the asset's type is the named one, which is NUL-terminated, or conforms to it.
  bool (*conforms)(void *context, int32_t index, const char *type);
  // Returns the offset to UTC of the clock at the asset's place, in seconds.
  int32_t (*clock)(void *context, int32_t index);
  // Reports a failed call; null means the same error as in the function's last failed call.
  void (*failed)(void *context, int32_t index, const shotlua_error *error);
  // Receives the result of the call at that index of the batch: nothing, a boolean, a finite
  // number, a text or a list of texts, within limits. Any other result has been reported as a
  // failure. A function that was bound with names of results has as many indices for each asset.
  // Null if only verdicts are needed.
  void (*returned)(void *context, size_t place, const shotlua_value *value);
} shotlua_reader;

typedef struct {
  const shotlua_node *nodes;
  size_t count;
  int32_t functions;
} shotlua_result;

// The compiled rule or module, in the format of Lua 5.4's dumps.
typedef struct {
  const char *path;
  shotlua_text code;
} shotlua_chunk;

// An undefined global that the rule read, or an undeclared option.
typedef struct {
  const char *name;
  const char *chunk;
  int32_t line;
  bool called;
  // True for the name of an option that the rule did not declare.
  bool is_option;
} shotlua_stray_name;

// Creates a state without a rule; returns null if there is no memory for it.
shotlua *shotlua_open(const shotlua_host *host);
void shotlua_close(shotlua *state);

// Runs a rule and reads its result; returns false after a failure (see shotlua_last_error).
bool shotlua_load(shotlua *state, shotlua_text source, const char *path);
// Returns the rule's result; its texts are valid until the state is used again.
shotlua_result shotlua_loaded(const shotlua *state);
// Sets the undefined names in the order of reading, and returns their number, at most 32.
size_t shotlua_stray_names(const shotlua *state, const shotlua_stray_name **names);

// Returns the line of the rule that required the module with that path; 0 for the rule's own.
int32_t shotlua_rule_line(const shotlua *state, const char *path);

// Sets the compiled code at that index, the rule's first; returns false behind the last. Only if
// the host keeps code.
bool shotlua_compiled(const shotlua *state, size_t place, shotlua_chunk *chunk);

// A function's use of its asset, if it only reads members by constant names.
typedef struct {
  // The fields whose values may be passed before a call; at most 8.
  const int32_t *fields;
  size_t count;
  // True if it reads no other members.
  bool is_all;
} shotlua_use;

// Studies a function once, before its first call; returns false if the memory is used up. `study`
// gets the function as a dump of Lua 5.4, and returns false unless the asset can't leave it. If it
// returns true, all calls share one table instead of new assets; before each call the cached values
// of the fields become its members.
bool shotlua_study(shotlua *state, int32_t function, void *context,
                   bool (*study)(void *context, shotlua_text code, shotlua_use *use));

// Calls a function once for each index and stores whether it returned true; if the reader takes
// results, passes these on instead, and `verdicts` is null. A failed call is reported, and its
// result is false or nothing. Returns false if the whole batch ended: a budget was used up, an
// unknown field or name was read or the run was cancelled. Such a state can't be used again.
bool shotlua_evaluate(shotlua *state, int32_t function, const shotlua_reader *reader,
                      const int32_t *indices, size_t count, bool *verdicts);

// Returns the index of the asset in the last call.
int32_t shotlua_last_index(const shotlua *state);

// Binds options to a function; returns the new function's number, or -1 without memory.
int32_t shotlua_bind(shotlua *state, const shotlua_binding *binding);

// Sets the time that functions read as `now` from here on; returns false if the memory is used up.
bool shotlua_set_now(shotlua *state, double now);

shotlua_error shotlua_last_error(const shotlua *state);

// Returns the greatest number of bytes that the state took from the system at one time.
int64_t shotlua_peak_memory(const shotlua *state);

// Sets a flag, from any thread, that the watchdog reads.
void shotlua_raise_flag(int32_t *flag);

// Returns true for a flag that was set.
bool shotlua_flag_is_raised(const int32_t *flag);
