import UIKit

/// Which form is shown, and what of the app stands over it.
public struct RequestSettings {
    /// Address of your Pokpong.
    public var baseURL: URL
    public var workspaceId: String
    /// The request form; with the workspace's id it stands on the form's channels page.
    public var formId: String
    public var logo: UIImage?
    public var showLogo: Bool
    public var appNameTh: String
    public var appNameEn: String

    public init(
        baseURL: URL, workspaceId: String, formId: String,
        logo: UIImage? = nil, showLogo: Bool = true, appNameTh: String = "", appNameEn: String = ""
    ) {
        self.baseURL = baseURL
        self.workspaceId = workspaceId
        self.formId = formId
        self.logo = logo
        self.showLogo = showLogo
        self.appNameTh = appNameTh
        self.appNameEn = appNameEn
    }
}

/// How the form looks in this app. What is nil is as the form says.
public struct RequestAppearance {
    public enum Style {
        /// A menu that opens.
        case menu
        /// All choices below each other; none is chosen beforehand.
        case radio
    }

    public var titleFont = UIFont.preferredFont(forTextStyle: .title2)
    public var subTitleFont = UIFont.preferredFont(forTextStyle: .subheadline)
    /// Of the choices.
    public var buttonFont = UIFont.preferredFont(forTextStyle: .body)
    /// Of the button that sends.
    public var buttonActionFont = UIFont.preferredFont(forTextStyle: .headline)
    public var buttonLabelColor: UIColor?
    public var tintColor: UIColor?
    public var style = Style.radio

    public init() {}
}
