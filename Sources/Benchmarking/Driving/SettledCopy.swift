// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

public import Foundation

/// Copies of stores that are on the disk before a clock starts.
public enum SettledCopy {
  /// Copies a folder that holds a store, and waits until the copy is on the disk: whoever waits for
  /// the disk first would otherwise wait for the copy.
  public static func make(of folder: URL, at place: URL) throws {
    // Unlike FileManager, `cp` leaves the holes of sparse files as they are.
    try ChildProcess.run("/bin/cp", ["-a", "--sparse=always", folder.path, place.path])
    for name in try FileManager.default.contentsOfDirectory(atPath: place.path) {
      let file = open(place.appendingPathComponent(name).path, O_RDONLY)
      guard file >= 0, fsync(file) == 0, close(file) == 0 else {
        throw BenchmarkFailure("\(name) of \(place.path) cannot be brought to the disk.")
      }
    }
  }
}
