// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

// The parts of zlib that Swift cannot call as they stand: macros.

#ifndef OPENCOREDATA_CZLIB_SHIM_H
#define OPENCOREDATA_CZLIB_SHIM_H

#include <zlib.h>

/// `deflateInit2` for a stream without a header.
static inline int czlib_deflate_begin(z_stream *stream) {
  return deflateInit2(stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
}

/// `inflateInit2` for a stream without a header.
static inline int czlib_inflate_begin(z_stream *stream) { return inflateInit2(stream, -MAX_WBITS); }

#endif
