#include "CPage.h"

#include <stddef.h>

#pragma clang diagnostic ignored "-Wc23-extensions"

static const struct cpage_file files[] = {
    {"address.js", (const char[]){
#embed "../../Programs/Page/Web/address.js"
        , 0}},
    {"album.js", (const char[]){
#embed "../../Programs/Page/Web/album.js"
        , 0}},
    {"albums.css", (const char[]){
#embed "../../Programs/Page/Web/albums.css"
        , 0}},
    {"albums.js", (const char[]){
#embed "../../Programs/Page/Web/albums.js"
        , 0}},
    {"answers.js", (const char[]){
#embed "../../Programs/Page/Web/answers.js"
        , 0}},
    {"changes.js", (const char[]){
#embed "../../Programs/Page/Web/changes.js"
        , 0}},
    {"chips.js", (const char[]){
#embed "../../Programs/Page/Web/chips.js"
        , 0}},
    {"chooser.js", (const char[]){
#embed "../../Programs/Page/Web/chooser.js"
        , 0}},
    {"compare.css", (const char[]){
#embed "../../Programs/Page/Web/compare.css"
        , 0}},
    {"compare.js", (const char[]){
#embed "../../Programs/Page/Web/compare.js"
        , 0}},
    {"compared.js", (const char[]){
#embed "../../Programs/Page/Web/compared.js"
        , 0}},
    {"details.js", (const char[]){
#embed "../../Programs/Page/Web/details.js"
        , 0}},
    {"english.js", (const char[]){
#embed "../../Programs/Page/Web/english.js"
        , 0}},
    {"events.js", (const char[]){
#embed "../../Programs/Page/Web/events.js"
        , 0}},
    {"feed.js", (const char[]){
#embed "../../Programs/Page/Web/feed.js"
        , 0}},
    {"finder.js", (const char[]){
#embed "../../Programs/Page/Web/finder.js"
        , 0}},
    {"fingers.js", (const char[]){
#embed "../../Programs/Page/Web/fingers.js"
        , 0}},
    {"german.js", (const char[]){
#embed "../../Programs/Page/Web/german.js"
        , 0}},
    {"grid.css", (const char[]){
#embed "../../Programs/Page/Web/grid.css"
        , 0}},
    {"grid.js", (const char[]){
#embed "../../Programs/Page/Web/grid.js"
        , 0}},
    {"headings.js", (const char[]){
#embed "../../Programs/Page/Web/headings.js"
        , 0}},
    {"icon.svg", (const char[]){
#embed "../../Programs/Page/Web/icon.svg"
        , 0}},
    {"index.html", (const char[]){
#embed "../../Programs/Page/Web/index.html"
        , 0}},
    {"info.js", (const char[]){
#embed "../../Programs/Page/Web/info.js"
        , 0}},
    {"keys.js", (const char[]){
#embed "../../Programs/Page/Web/keys.js"
        , 0}},
    {"layout.js", (const char[]){
#embed "../../Programs/Page/Web/layout.js"
        , 0}},
    {"list.js", (const char[]){
#embed "../../Programs/Page/Web/list.js"
        , 0}},
    {"loading.js", (const char[]){
#embed "../../Programs/Page/Web/loading.js"
        , 0}},
    {"main.js", (const char[]){
#embed "../../Programs/Page/Web/main.js"
        , 0}},
    {"messages.js", (const char[]){
#embed "../../Programs/Page/Web/messages.js"
        , 0}},
    {"news.js", (const char[]){
#embed "../../Programs/Page/Web/news.js"
        , 0}},
    {"page.css", (const char[]){
#embed "../../Programs/Page/Web/page.css"
        , 0}},
    {"page.js", (const char[]){
#embed "../../Programs/Page/Web/page.js"
        , 0}},
    {"pane.js", (const char[]){
#embed "../../Programs/Page/Web/pane.js"
        , 0}},
    {"periods.js", (const char[]){
#embed "../../Programs/Page/Web/periods.js"
        , 0}},
    {"picker.js", (const char[]){
#embed "../../Programs/Page/Web/picker.js"
        , 0}},
    {"picture.css", (const char[]){
#embed "../../Programs/Page/Web/picture.css"
        , 0}},
    {"pictures.js", (const char[]){
#embed "../../Programs/Page/Web/pictures.js"
        , 0}},
    {"plain.css", (const char[]){
#embed "../../Programs/Page/Web/plain.css"
        , 0}},
    {"player.js", (const char[]){
#embed "../../Programs/Page/Web/player.js"
        , 0}},
    {"preview.js", (const char[]){
#embed "../../Programs/Page/Web/preview.js"
        , 0}},
    {"pull.js", (const char[]){
#embed "../../Programs/Page/Web/pull.js"
        , 0}},
    {"query.js", (const char[]){
#embed "../../Programs/Page/Web/query.js"
        , 0}},
    {"question.css", (const char[]){
#embed "../../Programs/Page/Web/question.css"
        , 0}},
    {"question.js", (const char[]){
#embed "../../Programs/Page/Web/question.js"
        , 0}},
    {"ranges.js", (const char[]){
#embed "../../Programs/Page/Web/ranges.js"
        , 0}},
    {"scroller.js", (const char[]){
#embed "../../Programs/Page/Web/scroller.js"
        , 0}},
    {"scrubber.js", (const char[]){
#embed "../../Programs/Page/Web/scrubber.js"
        , 0}},
    {"selection.js", (const char[]){
#embed "../../Programs/Page/Web/selection.js"
        , 0}},
    {"sight.js", (const char[]){
#embed "../../Programs/Page/Web/sight.js"
        , 0}},
    {"state.js", (const char[]){
#embed "../../Programs/Page/Web/state.js"
        , 0}},
    {"steady.js", (const char[]){
#embed "../../Programs/Page/Web/steady.js"
        , 0}},
    {"strip.js", (const char[]){
#embed "../../Programs/Page/Web/strip.js"
        , 0}},
    {"summary.js", (const char[]){
#embed "../../Programs/Page/Web/summary.js"
        , 0}},
    {"texts.js", (const char[]){
#embed "../../Programs/Page/Web/texts.js"
        , 0}},
    {"viewer.js", (const char[]){
#embed "../../Programs/Page/Web/viewer.js"
        , 0}},
    {"zoom.js", (const char[]){
#embed "../../Programs/Page/Web/zoom.js"
        , 0}},
    {NULL, NULL},
};

const struct cpage_file *cpage_files(void) { return files; }
