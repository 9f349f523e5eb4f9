// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

extension StoreRouter {
  /// Tells the stores whether there are several that outlive the process and are written: the stores
  /// of such a set must not lie apart after a power failure. Also for saves that touch one of them,
  /// since objects elsewhere may have been saved in view of these.
  func tellCompanions() {
    let stores = stores
    let durable = stores.count { !$0.isReadOnly && $0.backend.capabilities.contains(.durable) }
    for store in stores { store.backend.setCompanions(durable > 1) }
  }
}
