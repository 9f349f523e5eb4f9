// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import StoreInterface

/// The rows of saved objects on which a user's store has set values while it saved them. Used on the
/// thread of the save.
final class RevisedRows {
  var rows: [ObjectKey: Row] = [:]
}
