// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#ifndef OPENCOREDATA_CLMDB_SHIM_H
#define OPENCOREDATA_CLMDB_SHIM_H

#include <lmdb.h>

#endif
