#ifndef CMETADATA_H
#define CMETADATA_H

#endif
