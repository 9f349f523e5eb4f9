// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import ClassGenerator
import Testing

/// The runtime's answers about types, on which the generator of accessors relies.
@Suite struct RuntimeTypeTests {
  @Test(arguments: [
    "s5Int64V", "s4FlooatV", "20FoundationEssentials4DateV", "10Foundation8NSStringC",
    "20FoundationEssentials4DataV5IndexV",
  ])
  func aTypeIsKnownIfItExists(_ name: String) {
    let exists = !["s4FlooatV", "20FoundationEssentials4DataV5IndexV"].contains(name)
    #expect(
      RuntimeTypes.contain(name) == exists, "_typeByName answers otherwise, or names are mangled so"
    )
  }
}
