// C, because the compiler for Swift takes long for embedded text.
// Decision: Docs/decisions/preview.md#the-page-is-embedded-as-it-is
#include "CPreviewPage.h"

// `#embed` is a part of C23, and known to each compiler that comes with Swift 6.2.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char index_html[] = {
#embed "page/index.html"
};
static const unsigned char icon_svg[] = {
#embed "page/icon.svg"
};
static const unsigned char style_css[] = {
#embed "page/style.css"
};
static const unsigned char simulator_css[] = {
#embed "page/simulator.css"
};
static const unsigned char inspector_css[] = {
#embed "page/inspector.css"
};
static const unsigned char main_js[] = {
#embed "page/main.js"
};
static const unsigned char page_js[] = {
#embed "page/page.js"
};
static const unsigned char picture_js[] = {
#embed "page/picture.js"
};
static const unsigned char source_js[] = {
#embed "page/source.js"
};
static const unsigned char changes_js[] = {
#embed "page/changes.js"
};
static const unsigned char inspector_js[] = {
#embed "page/inspector.js"
};
static const unsigned char simulator_js[] = {
#embed "page/simulator.js"
};
static const unsigned char simulator_fields_js[] = {
#embed "page/simulator-fields.js"
};
static const unsigned char simulator_sequence_js[] = {
#embed "page/simulator-sequence.js"
};

#define FILE_OF_PAGE(name, bytes) { name, bytes, sizeof bytes }
static const PreviewPageFile files[] = {
  FILE_OF_PAGE("index.html", index_html),
  FILE_OF_PAGE("icon.svg", icon_svg),
  FILE_OF_PAGE("style.css", style_css),
  FILE_OF_PAGE("simulator.css", simulator_css),
  FILE_OF_PAGE("inspector.css", inspector_css),
  FILE_OF_PAGE("main.js", main_js),
  FILE_OF_PAGE("page.js", page_js),
  FILE_OF_PAGE("picture.js", picture_js),
  FILE_OF_PAGE("source.js", source_js),
  FILE_OF_PAGE("changes.js", changes_js),
  FILE_OF_PAGE("inspector.js", inspector_js),
  FILE_OF_PAGE("simulator.js", simulator_js),
  FILE_OF_PAGE("simulator-fields.js", simulator_fields_js),
  FILE_OF_PAGE("simulator-sequence.js", simulator_sequence_js),
};

const PreviewPageFile *previewPageFiles(size_t *count) {
  *count = sizeof files / sizeof *files;
  return files;
}
