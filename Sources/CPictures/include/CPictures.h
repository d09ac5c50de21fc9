#ifndef CPICTURES_H
#define CPICTURES_H

#endif
