// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// What a driver reads from a store's file without a model.
struct StoreInspection {
  let metadata: StoreMetadata
  let entities: [StoreEntityFigures]
  /// Bytes on disk, with logs.
  let bytes: Int
}
