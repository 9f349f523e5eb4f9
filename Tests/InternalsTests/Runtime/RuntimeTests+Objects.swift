// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import Foundation
import Testing

/// Objects: what the library assumes of references and of the runtime that counts them.
extension RuntimeTests {
  private final class Dying {
    let report: (Bool) -> Void
    init(_ report: @escaping (Bool) -> Void) { self.report = report }
    deinit {
      let address = Unmanaged.passUnretained(self).toOpaque()
      report(Unmanaged<Dying>.retained(ifAliveAt: address) != nil)
    }
  }

  @Test func aDyingObjectIsNotRetained() {
    var wasRetained: Bool?
    _ = Dying { wasRetained = $0 }
    #expect(wasRetained == false, "swift_tryRetain retains an object in its deinitialiser")
  }

  @Test func aLivingObjectIsRetainedOnce() {
    var isDead = false
    var object: Dying? = Dying { _ in isDead = true }
    let retained = object.flatMap {
      Unmanaged<Dying>.retained(ifAliveAt: Unmanaged.passUnretained($0).toOpaque())
    }
    #expect(retained != nil, "swift_tryRetain does not retain a living object")
    object = nil
    #expect(!isDead, "swift_tryRetain counts no reference")
    retained?.release()
    #expect(isDead, "swift_tryRetain counts more than one reference")
  }

  private final class Empty {}
  private final class OneByte { var byte: UInt8 = 1 }

  @Test func objectsStandAtEvenAddresses() {
    let objects: [AnyObject] = (0..<64).flatMap { _ -> [AnyObject] in
      [Empty(), OneByte(), NSObject(), NSNumber(value: 1.5), Dying { _ in }]
    }
    let odd = objects.filter { UInt(bitPattern: Unmanaged.passUnretained($0).toOpaque()) & 1 != 0 }
    #expect(odd.isEmpty, "an object stands at an odd address: there is no room for a mark")
  }

  @Test func aMarkedAddressTellsTheObjectAndTheMark() {
    let object = Empty()
    for isMarked in [false, true] {
      let address = MarkedAddress(Unmanaged.passUnretained(object), isMarked: isMarked)
      #expect(address.isMarked == isMarked)
      #expect(MarkedAddress<Empty>(word: address.word).object?.takeUnretainedValue() === object)
    }
    #expect(MarkedAddress<Empty>(word: MarkedAddress<Empty>.mark).object == nil)
  }

  @Test func anOptionalAnyIsThreeWordsAndItsType() {
    #expect(
      MemoryLayout<Any?>.size == 4 * MemoryLayout<Int>.size,
      "Any? has another layout: see ExistentialReference")
  }

  @Test func aBoxedReferenceIsComparedByIdentity() {
    let object = NSObject()
    let plain = Empty()
    #expect(ExistentialReference.refers(object, to: object), "an object does not refer to itself")
    #expect(ExistentialReference.refers(plain, to: plain), "an object does not refer to itself")
    #expect(!ExistentialReference.refers(NSObject(), to: object))
    #expect(!ExistentialReference.refers(nil, to: object))
    #expect(!ExistentialReference.refers(1, to: object))
    #expect(!ExistentialReference.refers("a text that is longer than sixteen bytes", to: object))
    #expect(!ExistentialReference.refers((1, 2, 3, 4, 5), to: object))
  }

  private class Plain {}
  private final class Special: Plain {}

  @Test func objectsAreTakenOutOfAnyValue() {
    let (plain, special) = (Plain(), Special())
    let boxed: Plain = special
    #expect(ExistentialReference.object(plain, of: Plain.self) === plain)
    #expect(ExistentialReference.object(boxed, of: Plain.self) === special)
    #expect(ExistentialReference.object(special, of: Plain.self) === special)
    #expect(ExistentialReference.object(special as Any, of: Special.self) === special)
    #expect(ExistentialReference.object(boxed as Any, of: Special.self) === special)
    #expect(ExistentialReference.object(plain, of: Special.self) == nil)
    #expect(ExistentialReference.object(nil, of: Plain.self) == nil)
    #expect(ExistentialReference.object(1, of: Plain.self) == nil)
    #expect(
      ExistentialReference.object("a text that is longer than sixteen bytes", of: Plain.self) == nil
    )
  }

  private final class Counted {
    let end: () -> Void
    init(_ end: @escaping () -> Void) { self.end = end }
    deinit { end() }
  }

  @Test func anObjectOfAThreadEndsWithIt() {
    final class Count: @unchecked Sendable {
      // Sendable: each thread has ended before the next begins.
      var made = 0
      var ended = 0
    }
    let count = Count()
    let local = ThreadLocal { () -> Counted in
      count.made += 1
      return Counted { count.ended += 1 }
    }
    for _ in 0..<2 {
      onThread { _ = (local.value, local.value) }
    }
    #expect(count.made == 2, "a thread has no object of its own, or several")
    #expect(count.ended == 2, "the destructor of thread-specific data is not called")
  }

  /// Runs a block on a thread of its own, which has ended when this returns.
  private func onThread(_ body: @escaping () -> Void) {
    var thread = pthread_t()
    let block = Unmanaged.passRetained(Block(body))
    pthread_create(
      &thread, nil,
      { block in
        if let block { Unmanaged<Block>.fromOpaque(block).takeRetainedValue().body() }
        return nil
      }, block.toOpaque())
    pthread_join(thread, nil)
  }

  private final class Block {
    let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
  }
}
