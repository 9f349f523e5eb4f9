// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: The OpenCoreData contributors

/// Modules of Apple's platforms that Linux lacks, those that programs with Core Data import.
enum AppleModules {
  static let names: Set<String> = [
    "AVFoundation", "AVKit", "Accelerate", "ActivityKit", "AppIntents", "AppKit",
    "BackgroundTasks", "CarPlay", "ClockKit", "CloudKit", "Cocoa", "Combine", "CommonCrypto",
    "ContactsUI", "CoreBluetooth", "CoreGraphics", "CoreImage", "CoreLocation", "CoreML",
    "CoreMedia", "CoreMotion", "CoreServices", "CoreSpotlight", "CoreText", "CryptoKit", "Darwin",
    "EventKit", "GameKit", "HealthKit", "ImageIO", "LinkPresentation", "LocalAuthentication",
    "MapKit", "MessageUI", "MetalKit", "MobileCoreServices", "NaturalLanguage", "OSLog",
    "ObjectiveC", "PencilKit", "PhotosUI", "PlaygroundSupport", "QuartzCore", "QuickLook",
    "SafariServices", "SceneKit", "SpriteKit", "StoreKit", "SwiftData", "SwiftUI",
    "SystemConfiguration", "TipKit", "UIKit", "UniformTypeIdentifiers", "UserNotifications",
    "WatchConnectivity", "WatchKit", "WebKit", "WidgetKit", "os",
  ]
}
