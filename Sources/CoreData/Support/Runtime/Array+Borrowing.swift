// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

extension [NSManagedObject] {
  /// Calls `body` with each object, without counting references: the array holds them. It must
  /// not be changed meanwhile.
  ///
  /// The passes of a save over a hundred thousand objects would else spend their time counting.
  ///
  /// Relies on `_withUnsafeGuaranteedRef`, a function of the standard library that may change: then
  /// this does not compile. Were it to count, saves would be slower (`.ci/counts.py`), never wrong.
  @inline(__always)
  package func forEachBorrowed(_ body: (NSManagedObject) throws -> Void) rethrows {
    let count = self.count
    var place = 0
    while place < count {
      let object = Unmanaged.passUnretained(self[place])
      try object._withUnsafeGuaranteedRef { try body($0) }
      place += 1
    }
  }

  /// Returns the last place of an object, by identity: pointers are compared, nothing is counted.
  package func lastPlace(of object: NSManagedObject) -> Int? {
    let wanted = Unmanaged.passUnretained(object).toOpaque()
    return withUnsafeBytes { $0.bindMemory(to: UnsafeMutableRawPointer.self).lastIndex(of: wanted) }
  }
}
