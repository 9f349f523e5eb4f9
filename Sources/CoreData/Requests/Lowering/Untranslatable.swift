// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// Thrown within lowering where the query language has no place for a construct: the condition
/// then stays behind, to be evaluated on objects.
struct Untranslatable: Error {}
