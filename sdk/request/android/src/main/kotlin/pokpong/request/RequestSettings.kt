package pokpong.request

/**
 * Which form is shown, and how it looks in this app.
 *
 * @property baseUrl address of your Pokpong, without a slash at its end
 * @property formId the request form; with the workspace's id it stands on the form's channels page
 * @property logo a drawable resource, or null for none
 * @property color of buttons, #rrggbb; null: as the form says
 * @property font an `android.graphics.Typeface`, or null for that of the app
 */
class RequestSettings(
    val baseUrl: String,
    val workspaceId: String,
    val formId: String,
    val logo: Int? = null,
    val showLogo: Boolean = true,
    val appNameTh: String = "",
    val appNameEn: String = "",
    val color: String? = null,
    val font: Any? = null
)
