// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ArgumentParser

/// The kind of store that carries the configuration *Global*.
enum GlobalCarrier: String, CaseIterable, ExpressibleByArgument {
  case sqlite, lmdb, memory
  /// Two stores share it: places in LMDB, the other tables in SQLite, by assignment.
  case mixed
}
