// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#ifndef OPENCOREDATA_CEXPAT_SHIM_H
#define OPENCOREDATA_CEXPAT_SHIM_H

#include <expat.h>

#endif
