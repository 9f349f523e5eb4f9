// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Testing

/// Two versions of a model, as `ModelText` reads them.
struct VersionChange: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let former: String
  let present: String
}
