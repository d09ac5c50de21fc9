#include <dlfcn.h>

#include "CSystem.h"

static const char *const library_name = "libsystemd.so.0";

const char *cbus_open(cbus_library *library) {
  void *opened = dlopen(library_name, RTLD_NOW | RTLD_LOCAL);
  if (!opened) return library_name;
#define FUNCTION(name) {#name, (void **)&library->name}
  const struct {
    const char *name;
    void **place;
  } functions[] = {
      FUNCTION(sd_bus_new),
      FUNCTION(sd_bus_set_address),
      FUNCTION(sd_bus_set_bus_client),
      FUNCTION(sd_bus_start),
      FUNCTION(sd_bus_is_ready),
      FUNCTION(sd_bus_process),
      FUNCTION(sd_bus_wait),
      FUNCTION(sd_bus_get_n_queued_write),
      FUNCTION(sd_bus_send),
      FUNCTION(sd_bus_close_unref),
      FUNCTION(sd_bus_message_new_method_call),
      FUNCTION(sd_bus_message_new_method_return),
      FUNCTION(sd_bus_message_new_method_error),
      FUNCTION(sd_bus_message_new_signal),
      FUNCTION(sd_bus_message_set_destination),
      FUNCTION(sd_bus_message_unref),
      FUNCTION(sd_bus_message_append_basic),
      FUNCTION(sd_bus_message_append_array),
      FUNCTION(sd_bus_message_open_container),
      FUNCTION(sd_bus_message_close_container),
      FUNCTION(sd_bus_message_read_basic),
      FUNCTION(sd_bus_message_read_array),
      FUNCTION(sd_bus_message_enter_container),
      FUNCTION(sd_bus_message_exit_container),
      FUNCTION(sd_bus_message_skip),
      FUNCTION(sd_bus_message_peek_type),
      FUNCTION(sd_bus_message_get_type),
      FUNCTION(sd_bus_message_get_reply_cookie),
      FUNCTION(sd_bus_message_get_sender),
      FUNCTION(sd_bus_message_get_path),
      FUNCTION(sd_bus_message_get_interface),
      FUNCTION(sd_bus_message_get_member),
      FUNCTION(sd_bus_message_get_error),
  };
#undef FUNCTION
  for (size_t index = 0; index < sizeof functions / sizeof functions[0]; index++) {
    *functions[index].place = dlsym(opened, functions[index].name);
    if (!*functions[index].place) return functions[index].name;
  }
  return NULL;
}
