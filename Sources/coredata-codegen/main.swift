// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

// The tool of the build plugin: coredata-codegen MODEL OUTPUT-FOLDER MODULE
// Exit status: 0 generated, 1 the model has errors, 2 the output cannot be written, 64 usage.

exit(Generation(arguments: CommandLine.arguments).run())
