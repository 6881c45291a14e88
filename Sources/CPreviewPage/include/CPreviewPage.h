// The files of the page that `statechart preview` serves. They are in the folder `page`, and part of the program.
#ifndef CPreviewPage_h
#define CPreviewPage_h

#include <stddef.h>

/// A file of the page.
typedef struct {
  /// Its name in the page's addresses.
  const char *_Nonnull name;
  const unsigned char *_Nonnull bytes;
  size_t size;
} PreviewPageFile;

/// The files, `count` of them.
const PreviewPageFile *_Nonnull previewPageFiles(size_t *_Nonnull count);

#endif
