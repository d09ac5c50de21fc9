// XML by expat, without document types and thus without entities.

#include "CPictures.h"

#include <expat.h>

typedef struct {
  XML_Parser parser;
  const cmetadata_xml_handlers *handlers;
  bool has_doctype;
  bool is_stopped;
} reading;

static void XMLCALL begin_element(void *data, const XML_Char *name, const XML_Char **attributes) {
  reading *reading = data;
  if (reading->is_stopped) return;
  const char *const *plain = (const char *const *)attributes;
  if (reading->handlers->begin(reading->handlers->context, name, plain)) return;
  reading->is_stopped = true;
  XML_StopParser(reading->parser, XML_FALSE);
}

static void XMLCALL end_element(void *data, const XML_Char *name) {
  (void)name;
  reading *reading = data;
  if (!reading->is_stopped) reading->handlers->end(reading->handlers->context);
}

static void XMLCALL take_text(void *data, const XML_Char *bytes, int count) {
  reading *reading = data;
  if (reading->is_stopped) return;
  reading->handlers->text(reading->handlers->context, bytes, (size_t)count);
}

static void XMLCALL refuse_doctype(void *data, const XML_Char *name, const XML_Char *system,
                                   const XML_Char *public, int has_subset) {
  (void)name, (void)system, (void)public, (void)has_subset;
  reading *reading = data;
  reading->has_doctype = reading->is_stopped = true;
  XML_StopParser(reading->parser, XML_FALSE);
}

static cmetadata_xml_result parse(reading *reading, const char *bytes, size_t count) {
  // The document is parsed piece by piece, so that expat needs no buffer of its whole size.
  enum { PIECE = 64 * 1024 };
  enum XML_Status status;
  size_t done = 0;
  do {
    size_t piece = count - done < PIECE ? count - done : PIECE;
    status = XML_Parse(reading->parser, bytes + done, (int)piece, done + piece == count);
    done += piece;
  } while (status == XML_STATUS_OK && done < count);
  if (status == XML_STATUS_OK) return CMETADATA_XML_WHOLE;
  if (reading->has_doctype) return CMETADATA_XML_DOCTYPE;
  if (reading->is_stopped) return CMETADATA_XML_STOPPED;
  return XML_GetErrorCode(reading->parser) == XML_ERROR_NO_MEMORY ? CMETADATA_XML_NO_MEMORY
                                                                 : CMETADATA_XML_BROKEN;
}

cmetadata_xml_result cmetadata_read_xml(const char *bytes, size_t count,
                                        const cmetadata_xml_handlers *handlers) {
  XML_Parser parser = XML_ParserCreateNS(NULL, '\f');
  if (!parser) return CMETADATA_XML_NO_MEMORY;
  reading reading = {.parser = parser, .handlers = handlers};
  XML_SetUserData(parser, &reading);
  XML_SetReturnNSTriplet(parser, 1);
  XML_SetElementHandler(parser, begin_element, end_element);
  XML_SetCharacterDataHandler(parser, take_text);
  XML_SetStartDoctypeDeclHandler(parser, refuse_doctype);
  cmetadata_xml_result result = parse(&reading, bytes, count);
  XML_ParserFree(parser);
  return result;
}
