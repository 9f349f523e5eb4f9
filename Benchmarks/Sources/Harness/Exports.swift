// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

// Whoever writes a system needs the vocabulary of measuring as well.
@_exported public import Benchmarking
