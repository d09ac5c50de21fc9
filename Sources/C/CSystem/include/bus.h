#pragma once

#include <stddef.h>
#include <stdint.h>

/// A connection to a message bus.
typedef struct sd_bus sd_bus;
/// One message on a bus.
typedef struct sd_bus_message sd_bus_message;

/// An error in a reply.
typedef struct {
  const char *name;
  const char *message;
  int needs_free;
} sd_bus_error;

/// The functions of libsystemd's message bus that are used; all return a negative error number
/// after a failure. The library is opened at run time, without its headers; the declarations are
/// those of its documented, stable interface. Variadic functions are left out, as Swift can't call
/// them.
typedef struct {
  int (*sd_bus_new)(sd_bus **bus);
  int (*sd_bus_set_address)(sd_bus *bus, const char *address);
  int (*sd_bus_set_bus_client)(sd_bus *bus, int is_client);
  int (*sd_bus_start)(sd_bus *bus);
  int (*sd_bus_is_ready)(sd_bus *bus);
  int (*sd_bus_process)(sd_bus *bus, sd_bus_message **message);
  int (*sd_bus_wait)(sd_bus *bus, uint64_t microseconds);
  int (*sd_bus_get_n_queued_write)(sd_bus *bus, uint64_t *count);
  int (*sd_bus_send)(sd_bus *bus, sd_bus_message *message, uint64_t *serial);
  sd_bus *(*sd_bus_close_unref)(sd_bus *bus);

  int (*sd_bus_message_new_method_call)(
      sd_bus *bus, sd_bus_message **message, const char *destination, const char *path,
      const char *interface, const char *member);
  int (*sd_bus_message_new_method_return)(sd_bus_message *call, sd_bus_message **message);
  int (*sd_bus_message_new_method_error)(
      sd_bus_message *call, sd_bus_message **message, const sd_bus_error *error);
  int (*sd_bus_message_new_signal)(
      sd_bus *bus, sd_bus_message **message, const char *path, const char *interface,
      const char *member);
  int (*sd_bus_message_set_destination)(sd_bus_message *message, const char *destination);
  sd_bus_message *(*sd_bus_message_unref)(sd_bus_message *message);

  int (*sd_bus_message_append_basic)(sd_bus_message *message, char type, const void *value);
  int (*sd_bus_message_append_array)(
      sd_bus_message *message, char type, const void *values, size_t size);
  int (*sd_bus_message_open_container)(sd_bus_message *message, char type, const char *contents);
  int (*sd_bus_message_close_container)(sd_bus_message *message);

  int (*sd_bus_message_read_basic)(sd_bus_message *message, char type, void *value);
  int (*sd_bus_message_read_array)(
      sd_bus_message *message, char type, const void **values, size_t *size);
  int (*sd_bus_message_enter_container)(sd_bus_message *message, char type, const char *contents);
  int (*sd_bus_message_exit_container)(sd_bus_message *message);
  int (*sd_bus_message_skip)(sd_bus_message *message, const char *types);
  int (*sd_bus_message_peek_type)(sd_bus_message *message, char *type, const char **contents);

  int (*sd_bus_message_get_type)(sd_bus_message *message, uint8_t *type);
  int (*sd_bus_message_get_reply_cookie)(sd_bus_message *message, uint64_t *serial);
  const char *(*sd_bus_message_get_sender)(sd_bus_message *message);
  const char *(*sd_bus_message_get_path)(sd_bus_message *message);
  const char *(*sd_bus_message_get_interface)(sd_bus_message *message);
  const char *(*sd_bus_message_get_member)(sd_bus_message *message);
  const sd_bus_error *(*sd_bus_message_get_error)(sd_bus_message *message);
} cbus_library;

/// Opens libsystemd for good and finds its functions; returns NULL, or the name of what is missing.
const char *cbus_open(cbus_library *library);
