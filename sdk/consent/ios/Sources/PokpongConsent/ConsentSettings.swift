import UIKit

/// Which form is asked, and what of the app stands over it.
public struct ConsentSettings {
    /// Address of your Pokpong.
    public var baseURL: URL
    public var workspaceId: String
    /// The application whose form is shown; with the workspace's id it stands on the form's channels page.
    public var applicationId: String
    /// When given, any other form is refused.
    public var formId: String?
    public var logo: UIImage?
    public var showLogo: Bool
    public var appNameTh: String
    public var appNameEn: String

    public init(
        baseURL: URL, workspaceId: String, applicationId: String, formId: String? = nil,
        logo: UIImage? = nil, showLogo: Bool = true, appNameTh: String = "", appNameEn: String = ""
    ) {
        self.baseURL = baseURL
        self.workspaceId = workspaceId
        self.applicationId = applicationId
        self.formId = formId
        self.logo = logo
        self.showLogo = showLogo
        self.appNameTh = appNameTh
        self.appNameEn = appNameEn
    }
}

/// How the form looks in this app. What is nil is as the form's theme says.
public struct ConsentAppearance {
    public enum Style {
        /// A switch beside each purpose.
        case toggle
        /// Allow and do not allow side by side; neither is chosen beforehand.
        case radio
    }

    public var titleFont = UIFont.preferredFont(forTextStyle: .title2)
    public var subTitleFont = UIFont.preferredFont(forTextStyle: .subheadline)
    /// Of the choices of each purpose.
    public var buttonFont = UIFont.preferredFont(forTextStyle: .body)
    /// Of the buttons that answer the form.
    public var buttonActionFont = UIFont.preferredFont(forTextStyle: .headline)
    public var buttonLabelColor: UIColor?
    public var tintColor: UIColor?
    public var style = Style.toggle

    public init() {}
}
