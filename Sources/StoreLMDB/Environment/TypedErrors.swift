// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

#if LMDB
import StoreInterface

/// Runs a function of the standard library that only rethrows, and keeps the error's type.
func withTypedErrors<T>(_ body: () throws -> T) throws(StoreError) -> T {
  do {
    return try body()
  } catch let error as StoreError {
    throw error
  } catch {
    throw StoreError(.engine, store: "", message: "\(error)")
  }
}
#endif
