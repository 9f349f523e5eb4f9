// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// A client's own dictionary.
final class Ledger: NSMutableDictionary {}
