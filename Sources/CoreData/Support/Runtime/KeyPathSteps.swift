// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// A computed property in a key path: what makes two steps the same for Swift too.
struct KeyPathStep: Hashable {
  /// The type that has the property.
  let root: ObjectIdentifier
  /// How the property is identified, and by what.
  let kind: UInt32
  let identifier: UInt
}

extension KeyPathStep {
  /// Returns the computed properties that a key path leads over, in order; nil for a path with
  /// anything else but optionals.
  ///
  /// Swift compares whole paths and takes none apart. This reads a path's components where the
  /// standard library keeps them, whose layout is fixed by the ABI of Apple's platforms
  /// (docs/ABI/KeyPaths.md of the compiler); what is unexpected gives nil.
  static func steps(of keyPath: AnyKeyPath) -> [KeyPathStep]? {
    let object = UnsafeRawPointer(Unmanaged.passUnretained(keyPath).toOpaque())
    let buffer = object + Layout.buffer
    let size = Int(buffer.load(as: UInt32.self) & Layout.sizeMask)
    var reader = ComponentReader(
      next: buffer + MemoryLayout<UInt>.size, size: size, root: type(of: keyPath).rootType)
    let steps = reader.read()
    return withExtendedLifetime(keyPath) { steps }
  }
}

/// The numbers of the layout.
private enum Layout {
  /// The buffer is behind the object's header and a pointer.
  static let buffer = 24
  static let sizeMask: UInt32 = 0x00FF_FFFF
  static let kindMask: UInt32 = 0x7F00_0000
  static let computed: UInt32 = 0x0200_0000
  static let optional: UInt32 = 0x0400_0000
  static let hasArguments: UInt32 = 0x0008_0000
  static let isSettable: UInt32 = 0x0040_0000
  static let identification: UInt32 = 0x0030_0000
}

/// Reads components one by one.
private struct ComponentReader {
  private var next: UnsafeRawPointer
  private let end: UnsafeRawPointer
  private var root: Any.Type
  private var steps: [KeyPathStep] = []

  init(next: UnsafeRawPointer, size: Int, root: Any.Type) {
    self.next = next
    end = next + size
    self.root = root
  }

  mutating func read() -> [KeyPathStep]? {
    while next < end {
      guard readComponent() else { return nil }
      // Between two components stands the type that the first leads to.
      if next < end {
        next = next.alignedUp(for: UInt.self)
        root = next.load(as: Any.Type.self)
        next += MemoryLayout<UInt>.size
      }
    }
    return next == end ? steps : nil
  }

  private mutating func readComponent() -> Bool {
    let header = next.load(as: UInt32.self)
    next += MemoryLayout<UInt32>.size
    switch header & Layout.kindMask {
    case Layout.optional: return true
    case Layout.computed where header & Layout.hasArguments == 0:
      next = next.alignedUp(for: UInt.self)
      steps.append(
        KeyPathStep(
          root: ObjectIdentifier(root), kind: header & Layout.identification,
          identifier: next.load(as: UInt.self)))
      // The identifier, the getter, and the setter if there is one.
      next += MemoryLayout<UInt>.size * (header & Layout.isSettable == 0 ? 2 : 3)
      return true
    default: return false
    }
  }
}
