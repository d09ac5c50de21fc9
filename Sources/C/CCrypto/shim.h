#if defined(__APPLE__)
#include <CommonCrypto/CommonDigest.h>
#else
// Single hashes, which OpenSSL 3 deprecates in favour of its providers: those bring all ciphers,
// keys and tables into a program that is linked statically.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/md5.h>
#include <openssl/sha.h>
#endif
