#pragma once

// A sandboxed Lua 5.4 state, seen from Swift: plain structs and a handful of functions.
//
// No caller's frame is ever under a call that can jump: errors and kills end inside these
// functions, and the functions that the host hands over get plain values, return a status and
// touch no Lua. A state belongs to one thread at a time.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "release.h"

#define SHOTLUA_CLOSED __attribute__((enum_extensibility(closed)))
#define SHOTLUA_CASE(name) __attribute__((swift_name(#name)))

typedef struct shotlua shotlua;

// Bytes that belong to whoever gave them; valid until that side is called again.
typedef struct {
  const char *bytes;
  size_t length;
} shotlua_text;

// What Lua code may use up; the same three figures for loading and for one call of a function.
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

// What went wrong; the texts live until the state is used again or closed.
typedef struct {
  shotlua_error_kind kind;
  // From 1; 0 when no line is at fault.
  int32_t line;
  // The path of the rule or module, as the host gave it.
  const char *chunk;
  // Without position, at most 1 KiB, control characters shown as escapes.
  const char *message;
  // The name at fault, or "".
  const char *token;
} shotlua_error;

typedef enum SHOTLUA_CLOSED shotlua_value_kind : int32_t {
  SHOTLUA_ABSENT SHOTLUA_CASE(absent),
  SHOTLUA_FLAG SHOTLUA_CASE(flag),
  SHOTLUA_INTEGER SHOTLUA_CASE(integer),
  SHOTLUA_NUMBER SHOTLUA_CASE(number),
  // Seconds since 1970 in `number`; `flag` says that they belong to the clock of the asset's place.
  SHOTLUA_DATE SHOTLUA_CASE(date),
  SHOTLUA_TEXT SHOTLUA_CASE(text),
  SHOTLUA_TEXTS SHOTLUA_CASE(texts),
  SHOTLUA_LOCATION SHOTLUA_CASE(location),
  // A JSON object in `text`, whose form was checked.
  SHOTLUA_OBJECT SHOTLUA_CASE(object),
  // An option that was not set and has no default.
  SHOTLUA_PENDING SHOTLUA_CASE(pending),
} shotlua_value_kind;

// A value on its way into Lua, or what a function returned.
typedef struct {
  shotlua_value_kind kind;
  bool flag;
  bool has_altitude;
  int64_t integer;
  // The number, or a location's latitude.
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

// A value on its way out of Lua. A tree is an array in preorder: a node, then its children.
typedef struct {
  shotlua_node_kind kind;
  // The line of the call, of a function's first line; 0 when unknown.
  int32_t line;
  bool flag;
  // How many of a table's children have a place instead of a name; they come first, in order.
  int32_t listed;
  int32_t children;
  // A function's number, in the order in which functions appear.
  int32_t function;
  int64_t integer;
  double number;
  // A text's bytes, or the word of a stage, test or pipeline.
  shotlua_text text;
  // The name within the table above; no bytes for a place in a list.
  shotlua_text name;
  // The rule or module that the line is in; null when unknown.
  const char *path;
  // A function compiled, where the host wants that.
  shotlua_text code;
} shotlua_node;

typedef enum SHOTLUA_CLOSED shotlua_word_kind : int32_t {
  SHOTLUA_WORD_STAGE SHOTLUA_CASE(stage),
  SHOTLUA_WORD_TEST SHOTLUA_CASE(test),
  // A test that is also a value without a call: `present`.
  SHOTLUA_WORD_CONSTANT_TEST SHOTLUA_CASE(constantTest),
  SHOTLUA_WORD_PIPELINE SHOTLUA_CASE(pipeline),
  // What a rule named and nothing defines; it comes out as a stage of that name.
  SHOTLUA_WORD_UNKNOWN SHOTLUA_CASE(unknown),
} shotlua_word_kind;

// A function that rules call to describe something; the name belongs to the host for ever.
typedef struct {
  const char *name;
  shotlua_word_kind kind;
} shotlua_word;

// The letters of a date's format that stand for something, behind a %.
#define SHOTLUA_DATE_LETTERS "Y y m d e j H I p M S a A b B u V G F R T z %"

// What a text such as "2024-12-31" means, in milliseconds since 1970.
typedef struct {
  // Whether the text names its zone, so that `start` is a moment; else the range is one of a clock.
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
  // What a rule is told when there is no such module.
  shotlua_text problem;
} shotlua_module_reply;

// What `stage { … }` was given.
typedef struct {
  const shotlua_node *nodes;
  size_t count;
  int32_t line;
  // The rule or module that declares it.
  const char *path;
} shotlua_declaration;

// A function with what it is called with beside the asset, and the names of what it returns.
typedef struct {
  int32_t function;
  // Null for a function that gets the asset alone; an absent value is an option that was not set.
  const shotlua_option *options;
  size_t option_count;
  // None for a function that returns one value.
  const shotlua_text *results;
  size_t result_count;
} shotlua_binding;

// What the host offers to a state; arrays and names must outlive it.
typedef struct {
  shotlua_budget load;
  shotlua_budget call;
  // Not 0 once the run was cancelled; may be null.
  const int32_t *cancelled;
  // Whether the host wants to look at what was compiled.
  bool keeps_code;
  // Whether the text gives a table of settings, and not a pipeline.
  bool takes_settings;
  // Seconds since 1970, the same for the whole run.
  double now;
  // Whether the moment is another for each evaluation, so that none is there while the rule loads.
  bool moves_now;
  uint64_t seed;
  const shotlua_word *words;
  size_t word_count;
  // Names of an asset's fields, each of at most 40 bytes and less than 128 of them; a field's number
  // is its place.
  const char *const *fields;
  size_t field_count;
  void *context;
  // Turns the table given to `options` into values; false ends the load as refused.
  bool (*options)(void *context, const shotlua_node *nodes, size_t count, int32_t line,
                  shotlua_options_reply *reply);
  // Takes a stage that the rule or a module declares and gives its name; false ends the load as refused.
  bool (*declare)(void *context, const shotlua_declaration *declaration, shotlua_text *name);
  // Finds a module for `require`; false when there is none.
  bool (*module)(void *context, const char *name, shotlua_module_reply *reply);
  // How far this computer's clock is ahead of UTC at a moment in seconds since 1970, in seconds.
  int32_t (*clock)(void *context, int64_t moment);
  // Reads a date; false when the text is none.
  bool (*date)(void *context, shotlua_text text, shotlua_date *date);
  // Gets what `print` was given, control characters shown as escapes.
  void (*print)(void *context, const char *bytes, size_t length);
} shotlua_host;

typedef enum SHOTLUA_CLOSED shotlua_plain_kind : int32_t {
  // Not at hand: it has to be read.
  SHOTLUA_PLAIN_UNREAD SHOTLUA_CASE(unread),
  SHOTLUA_PLAIN_ABSENT SHOTLUA_CASE(absent),
  SHOTLUA_PLAIN_FLAG SHOTLUA_CASE(flag),
  SHOTLUA_PLAIN_INTEGER SHOTLUA_CASE(integer),
  SHOTLUA_PLAIN_NUMBER SHOTLUA_CASE(number),
  // Seconds since 1970 that belong to the clock of the asset's place.
  SHOTLUA_PLAIN_CREATED SHOTLUA_CASE(created),
  SHOTLUA_PLAIN_TEXT SHOTLUA_CASE(text),
} shotlua_plain_kind;

// A value that is at hand: 0 or 1, a number's bits or the address of a text.
typedef struct {
  shotlua_plain_kind kind;
  uint64_t bits;
  // A text's length, less than 64; else 0.
  size_t length;
} shotlua_plain;

// How a batch of calls reads assets and reports the calls that failed.
typedef struct {
  void *context;
  void (*read)(void *context, int32_t index, int32_t field, shotlua_value *value);
  // Gives what is at hand of the fields that the function is known to name, in their order, without
  // reading anything; those whose bits are not set in `wanted` are not asked for. Called only for
  // functions that were studied.
  void (*recall)(void *context, int32_t index, uint32_t wanted, shotlua_plain *values);
  // Whether the asset's type is the one named, which is NUL-terminated, or descends from it.
  bool (*conforms)(void *context, int32_t index, const char *type);
  // How far the clock of the place where the asset was taken is ahead of UTC, in seconds.
  int32_t (*clock)(void *context, int32_t index);
  // Null for the same error that the same function had in the call that failed before it.
  void (*failed)(void *context, int32_t index, const shotlua_error *error);
  // Gets what the call in that place of the batch returned: nothing, a boolean, a finite number, a
  // text or a list of texts, within bounds; what returned anything else failed with a bad result.
  // A function that was bound with names of results has as many places an asset.
  // Null for verdicts.
  void (*returned)(void *context, size_t place, const shotlua_value *value);
} shotlua_reader;

typedef struct {
  const shotlua_node *nodes;
  size_t count;
  int32_t functions;
} shotlua_result;

// The rule or one of its modules, compiled, as Lua 5.4 writes it down.
typedef struct {
  const char *path;
  shotlua_text code;
} shotlua_chunk;

// A name that the rule read as a global, or of its options, although nothing defines it.
typedef struct {
  const char *name;
  const char *chunk;
  int32_t line;
  bool called;
  // Whether it is the name of an option that the rule did not declare.
  bool is_option;
} shotlua_stray_name;

// A state without a rule; null when there is no memory for one.
shotlua *shotlua_open(const shotlua_host *host);
void shotlua_close(shotlua *state);

// Runs a rule and reads its result; false when it failed (see shotlua_last_error).
bool shotlua_load(shotlua *state, shotlua_text source, const char *path);
// What the rule returned; its texts live until the state is used again.
shotlua_result shotlua_loaded(const shotlua *state);
// The names read without being defined, in the order of reading, at most 32.
size_t shotlua_stray_names(const shotlua *state, const shotlua_stray_name **names);

// The line of the rule that required the module with that path; 0 for the rule's own.
int32_t shotlua_rule_line(const shotlua *state, const char *path);

// What was compiled, the rule first; false beyond the last. For a host that keeps code.
bool shotlua_compiled(const shotlua *state, size_t place, shotlua_chunk *chunk);

// What a function does with its asset, where that is no more than reading members by their names.
typedef struct {
  // The fields whose values may be recalled before a call; at most 8.
  const int32_t *fields;
  size_t count;
  // Whether it reads no other members.
  bool is_all;
} shotlua_use;

// Looks at a function once, before its first call; false when the memory is used up.
//
// `study` gets it as Lua 5.4 writes it down, and returns false unless the asset surely stays in the
// function. Where it does, the function gets no new asset for each call but one table, which has the
// fields that are at hand as its members.
bool shotlua_study(shotlua *state, int32_t function, void *context,
                   bool (*study)(void *context, shotlua_text code, shotlua_use *use));

// Calls a function once for each index and notes whether it answered yes, or hands over what it
// returned when the reader takes that; `verdicts` is then null.
//
// A call that fails is reported, and answers no or nothing. False when the whole batch ended: a budget was
// used up, an unknown field or name was read or the run was cancelled. A state that ended so stays ended.
bool shotlua_evaluate(shotlua *state, int32_t function, const shotlua_reader *reader,
                      const int32_t *indices, size_t count, bool *verdicts);

// The index of the asset that the last call got.
int32_t shotlua_last_index(const shotlua *state);

// Makes a function of a function and its options; its number, or -1 when the memory is used up.
int32_t shotlua_bind(shotlua *state, const shotlua_binding *binding);

// Sets the moment that functions read as `now` from here on; false when the memory is used up.
bool shotlua_set_now(shotlua *state, double now);

shotlua_error shotlua_last_error(const shotlua *state);

// The most bytes that the state ever took of the system at a time.
int64_t shotlua_peak_memory(const shotlua *state);

// 0 or 1, set from any thread and read by the watchdog.
void shotlua_raise_flag(int32_t *flag);
