// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import Benchmarking
import Testing

@Suite struct HeapTests {
  @Test func freedMemoryIsGivenBackToTheSystem() {
    #expect(Heap.trim(), "malloc_trim is not found: measured peaks include what was freed before")
  }
}
