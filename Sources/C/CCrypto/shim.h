#if defined(__APPLE__)
#include <CommonCrypto/CommonDigest.h>
#else
// The functions of single hashes, which OpenSSL 3 would rather have called by way of its providers:
// those bring all of its ciphers, keys and tables into a program that is linked statically.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/md5.h>
#include <openssl/sha.h>
#endif
