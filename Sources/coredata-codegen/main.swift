// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Foundation

// The tool of the build plugin:
//   coredata-codegen MODEL OUTPUT-FOLDER MODULE [TAKEN-NAME]...
//   coredata-codegen managed MODULE OUTPUT-FILE [--model MODEL]...
//     [--dependency MODULE FOLDER]... SOURCE...
// Exit status: 0 generated, 1 the input has errors, 2 the output cannot be written, 64 usage.

let arguments = CommandLine.arguments
if arguments.count > 2, arguments[1] == "managed" {
  guard let generation = ManagedGeneration(Array(arguments.dropFirst(2))) else {
    print("error: usage: coredata-codegen managed MODULE OUTPUT-FILE [OPTION]... SOURCE...")
    exit(64)
  }
  exit(generation.run())
}
exit(GenerationRun(arguments: arguments).run())
