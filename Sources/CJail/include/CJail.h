#ifndef CJAIL_H
#define CJAIL_H

#endif
