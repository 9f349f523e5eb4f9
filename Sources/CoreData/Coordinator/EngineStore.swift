// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// A store with an engine of the library's own behind it.
final class EngineStore: NSPersistentStore {}
