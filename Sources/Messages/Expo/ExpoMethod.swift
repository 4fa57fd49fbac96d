/// The methods of expo-service.
package enum ExpoMethod {
    /// What the exposition says about itself.
    package static let poster = "expo.poster"
    /// The exhibits, all or those that contain a text.
    package static let entriesList = "expo.entries.list"
    /// One exhibit with everything about it.
    package static let entriesGet = "expo.entries.get"
    /// One picture.
    package static let imageGet = "expo.image.get"
}
