package pokpong.consent

/**
 * Which form is asked, and how it looks in this app.
 *
 * @property baseUrl address of your Pokpong, without a slash at its end
 * @property applicationId the application whose form is shown; with the workspace's id it stands on the form's channels page
 * @property formId when given, any other form is refused
 * @property logo a drawable resource, or null for none
 * @property color of buttons, #rrggbb; null: as the form's theme says
 * @property font an `android.graphics.Typeface`, or null for that of the app
 */
class ConsentSettings(
    val baseUrl: String,
    val workspaceId: String,
    val applicationId: String,
    val formId: String? = null,
    val logo: Int? = null,
    val showLogo: Boolean = true,
    val appNameTh: String = "",
    val appNameEn: String = "",
    val color: String? = null,
    val font: Any? = null
)
