// Times functions of rules in the sandbox, with its budgets, and in a state of stock Lua.
//
//   sandbox-cost ROUNDS
//
// A round is 256 calls; of those that take long there are fewer.
//
// Prints a line for each function: what it does, and the nanoseconds that it takes an asset in the
// sandbox and in stock Lua, medians of alternating rounds, separated by tabs. Where the sandbox keeps a
// promise that costs time, the nanoseconds follow that stock Lua takes with the least of it.

#include "stock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ASSETS = 256, MOST_ROUNDS = 10000 };

static const char *const fields[] = {"filename",     "pixelWidth", "pixelHeight",
                                     "creationDate", "mediaType",  "duration"};
enum { FIELDS = sizeof fields / sizeof *fields };

static const shotlua_word words[] = {{"filter", SHOTLUA_WORD_STAGE},
                                     {"pipeline", SHOTLUA_WORD_PIPELINE}};

static const struct {
  const char *title;
  const char *function;
  int32_t assets;
  stock_promise promise;
} rules[] = {
    {"two fields",
     "function(asset) return asset.pixelWidth > 900 and asset.mediaType == 'image' end",
     ASSETS},
    {"six fields",
     "function(asset) return asset.pixelWidth > 900 and asset.pixelHeight > 100"
     " and asset.mediaType == 'image' and asset.creationDate > 5 and asset.duration > 1"
     " and #asset.filename > 3 end",
     ASSETS},
    {"a pattern", "function(asset) return asset.filename:match('(%d+)-(%d+)-(%d+)') ~= nil end",
     ASSETS},
    {"a text replaced",
     "function(asset) return asset.filename:lower():gsub('%s+', ' '):find('shot', 1, true) end",
     ASSETS},
    {"a text in words, sorted",
     "function(asset) local words = {} for word in asset.filename:gmatch('%w+') do"
     " words[#words + 1] = word end table.sort(words) return table.concat(words, ' ') ~= '' end",
     ASSETS},
    {"a table gone through",
     "function(asset) local sum = 0 for key, value in pairs { a = 1, b = 2, c = 3 } do"
     " sum = sum + value end return sum == 6 end",
     ASSETS, STOCK_LOOKS_AT_KEYS},
    {"a table of ten names that stays",
     "(function() local names = { pano = 1, burst = 2, live = 3, hdr = 4, depth = 5, screen = 6,"
     " cinematic = 7, slow = 8, lapse = 9, raw = 10 } return function(asset) local sum = 0"
     " for name, value in pairs(names) do sum = sum + value end return sum == 55 end end)()",
     ASSETS, STOCK_LOOKS_AT_KEYS},
    {"a list with names",
     "function(asset) local sum = 0 for key, value in pairs { 1, 2, 3, name = 4, size = 5 } do"
     " sum = sum + value end return sum == 15 end",
     ASSETS, STOCK_LOOKS_AT_KEYS},
    {"a list of twenty that stays",
     "(function() local list = {} for i = 1, 20 do list[i] = i end return function(asset)"
     " local sum = 0 for place, value in pairs(list) do sum = sum + value end"
     " return sum == 210 end end)()",
     ASSETS, STOCK_LOOKS_AT_KEYS},
    {"arithmetic in a loop",
     "function(asset) local sum = asset.pixelWidth for i = 1, 500 do"
     " sum = (sum * 31 + i) % 65536 end return sum >= 0 end",
     ASSETS},
    {"a loop of five million steps",
     "function(asset) local sum = asset.pixelWidth for i = 1, 5000000 do"
     " sum = (sum * 31 + i) % 65536 end return sum >= 0 end",
     4, STOCK_COUNTS},
};

static void read_field(void *context, int32_t index, int32_t field, shotlua_value *value) {
  (void)context;
  switch (field) {
    case 1:
    case 2:
      value->kind = SHOTLUA_INTEGER;
      value->integer = 1000 + index;
      return;
    case 3:
    case 5:
      value->kind = SHOTLUA_NUMBER;
      value->number = 1443389380.5 + index;
      return;
    case 4:
      value->kind = SHOTLUA_TEXT;
      value->text = (shotlua_text){"image", 5};
      return;
    default:
      value->kind = SHOTLUA_TEXT;
      value->text = (shotlua_text){"Screenshot from 2015-09-27 21-29-28.png", 39};
  }
}

static bool conforms(void *context, int32_t index, const char *type) {
  (void)context, (void)index, (void)type;
  return false;
}

static void fail(void *context, int32_t index, const shotlua_error *error) {
  (void)context, (void)index;
  fprintf(stderr, "%s\n", error->message);
  exit(1);
}

static double nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

static int compare(const void *left, const void *right) {
  double a = *(const double *)left, b = *(const double *)right;
  return (a > b) - (a < b);
}

static shotlua *open_sandbox(const char *function) {
  // The budgets that rules have, but for time: other programs may be at work.
  shotlua_host host = {
      .load = {10000000, 64 << 20, 60000},
      .call = {50000000, 64 << 20, 60000},
      .words = words,
      .word_count = sizeof words / sizeof *words,
      .fields = fields,
      .field_count = FIELDS,
  };
  char source[1024];
  int length = snprintf(source, sizeof source, "return pipeline { filter(%s) }", function);
  shotlua *state = shotlua_open(&host);
  if (!state || !shotlua_load(state, (shotlua_text){source, (size_t)length}, "rule.lua")) {
    fprintf(stderr, "%s\n", state ? shotlua_last_error(state).message : "no memory");
    exit(1);
  }
  return state;
}

// The ways in which a function is called.
enum { SANDBOX, STOCK, PROMISING, WAYS };

static double per_asset(double start, size_t count) {
  return (nanoseconds() - start) / (double)count;
}

static void measure(size_t rule, int most_rounds) {
  static double times[WAYS][MOST_ROUNDS];
  const char *function = rules[rule].function;
  size_t count = (size_t)rules[rule].assets;
  int rounds = (most_rounds * rules[rule].assets + ASSETS - 1) / ASSETS;
  int ways = rules[rule].promise == STOCK_ALONE ? PROMISING : WAYS;
  int32_t indices[ASSETS];
  bool verdicts[WAYS][ASSETS];
  for (int32_t i = 0; i < ASSETS; i++) indices[i] = i;
  shotlua_reader reader = {.read = read_field, .conforms = conforms, .failed = fail};
  shotlua *sandbox = open_sandbox(function);
  stock *stocks[] = {[STOCK] = stock_open(function, STOCK_ALONE, fields, FIELDS),
                     [PROMISING] = stock_open(function, rules[rule].promise, fields, FIELDS)};
  for (int round = 0; round < rounds; round++) {
    double start = nanoseconds();
    if (!shotlua_evaluate(sandbox, 0, &reader, indices, count, verdicts[SANDBOX])) exit(1);
    times[SANDBOX][round] = per_asset(start, count);
    for (int way = STOCK; way < ways; way++) {
      start = nanoseconds();
      if (!stock_evaluate(stocks[way], &reader, count, verdicts[way])) exit(1);
      times[way][round] = per_asset(start, count);
      if (memcmp(verdicts[way], verdicts[SANDBOX], count * sizeof(bool)) != 0) exit(1);
    }
  }
  printf("%s", rules[rule].title);
  for (int way = 0; way < ways; way++) {
    qsort(times[way], (size_t)rounds, sizeof *times[way], compare);
    printf("\t%.1f", times[way][rounds / 2]);
  }
  putchar('\n');
  shotlua_close(sandbox);
  stock_close(stocks[STOCK]);
  stock_close(stocks[PROMISING]);
}

int main(int count, char **arguments) {
  int rounds = count == 2 ? atoi(arguments[1]) : 0;
  if (rounds < 1 || rounds > MOST_ROUNDS) {
    fprintf(stderr, "usage: sandbox-cost ROUNDS\n");
    return 64;
  }
  for (size_t rule = 0; rule < sizeof rules / sizeof *rules; rule++) measure(rule, rounds);
  return 0;
}
