// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

/// Writes a line at once: the next call may be the last.
package func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
