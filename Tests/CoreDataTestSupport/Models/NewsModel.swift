// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

package import CoreData

/// The model of the page on persistent history: stories with a headline, which is kept when they go.
package enum NewsModel {
  package static func make() -> NSManagedObjectModel {
    let headline = NSAttributeDescription()
    headline.name = "headline"
    headline.attributeType = .stringAttributeType
    headline.preservesValueInHistoryOnDeletion = true
    let story = NSEntityDescription()
    story.name = "Story"
    story.properties = [headline]
    let model = NSManagedObjectModel()
    model.entities = [story]
    return model
  }
}
