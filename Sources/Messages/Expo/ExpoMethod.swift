/// The methods of expo-service.
public enum ExpoMethod {
    /// What the exposition says about itself.
    public static let poster = "expo.poster"
    /// The exhibits, all or those that contain a text.
    public static let entriesList = "expo.entries.list"
    /// One exhibit with everything about it.
    public static let entriesGet = "expo.entries.get"
    /// One picture.
    public static let imageGet = "expo.image.get"
}
