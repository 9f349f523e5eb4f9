// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

import CoreData
import ExampleModels
import Testing

/// The examples of publishers.
struct ObservationExamples {
  private final class View {
    private(set) var updates = 0

    func setNeedsUpdate() { updates += 1 }
  }

  @Test func observingAnObject() throws {
    let stack = try ExampleStack()
    let view = View()
    stack.context.performAndWait {
      let person = stack.employee
      // example
      let subscription = person.objectWillChange.sink { _ in view.setNeedsUpdate() }
      person.name = "Ada"  // calls it
      // example end
      subscription.cancel()
    }
    #expect(view.updates == 1)
  }

  @Test func keepingSubscriptions() throws {
    let stack = try ExampleStack()
    let view = View()
    func redraw() { view.setNeedsUpdate() }
    stack.context.performAndWait {
      let person = stack.employee
      // example
      var subscriptions = Set<AnyCancellable>()
      person.objectWillChange.sink { _ in redraw() }.store(in: &subscriptions)
      // example end
      person.name = "Grace"
      #expect(subscriptions.count == 1)
    }
    #expect(view.updates == 1)
  }
}
