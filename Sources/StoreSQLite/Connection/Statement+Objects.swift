// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if SQLite
import CSQLite

/// Objects as parameters, for the functions and tables that we add to SQLite.
extension Statement {
  /// Lends an object to the statement, under a name that whoever asks for it must know: SQLite
  /// compares the text. It is released when something else is bound or the statement finalized.
  func bind<T: AnyObject>(_ object: T, named name: StaticString, _ index: Int32) {
    let pointer = Unmanaged.passRetained(object).toOpaque()
    name.utf8Start.withMemoryRebound(to: CChar.self, capacity: name.utf8CodeUnitCount + 1) {
      _ = sqlite3_bind_pointer(self.pointer, index, pointer, $0) { object in
        if let object { Unmanaged<AnyObject>.fromOpaque(object).release() }
      }
    }
  }

  /// Releases the objects, once the statement has been run.
  func forgetParameters() {
    sqlite3_reset(pointer)
    sqlite3_clear_bindings(pointer)
  }

  /// Returns the object of an argument; nil when it is none, or one of another name.
  static func bound<T: AnyObject>(
    _ argument: OpaquePointer?, _ name: StaticString
  ) -> Unmanaged<T>? {
    name.utf8Start.withMemoryRebound(to: CChar.self, capacity: name.utf8CodeUnitCount + 1) {
      sqlite3_value_pointer(argument, $0).map { Unmanaged.fromOpaque($0) }
    }
  }
}
#endif
