package pokpong.consent

import org.json.JSONArray
import org.json.JSONObject

/** A text in both languages; in Thai where it is not translated. */
data class Words(val th: String, val en: String) {
    fun of(language: String): String = if (language == "en" && en.isNotEmpty()) en else th
}

data class ConsentPurpose(val id: String, val title: Words, val description: Words)

/**
 * The form in force, as it is published. Colours are #rrggbb.
 *
 * @property purposes none: the form is deactivated, and everything can be withdrawn by it
 * @property controller name of the data controller
 */
data class ConsentForm(
    val id: String,
    val version: Int,
    val title: Words,
    val description: Words,
    val purposes: List<ConsentPurpose>,
    val controller: Words,
    val privacyPolicyUrl: String?,
    val askGuardian: Boolean,
    val acceptLabel: Words,
    val declineLabel: Words,
    val buttonColor: String,
    val buttonTextColor: String,
    val tokenRequired: Boolean
) {
    /** Where the privacy notice is read: one of Pokpong is in Thai unless its address names a language. */
    internal fun policyAddress(language: String): String? =
        privacyPolicyUrl?.let { if (NOTICE.containsMatchIn(it)) it + "?lang=" + language else it }
}

private val NOTICE = Regex("/notices/[0-9a-f-]{36}/[0-9a-f-]{36}\\z")

/** Who consents for a minor, incompetent or quasi-incompetent person (PDPA section 20). */
data class Guardian(val firstName: String, val lastName: String, val email: String, val telephone: String = "")

/**
 * What is allowed.
 *
 * @property action ALL, ACCEPT (some), NONE or NO_ANSWER
 * @property purposes ids of the purposes that are allowed; nothing else is
 * @property askAgain the form asks for other purposes than the ones that were answered, or for one in other words
 * @property asks whether the form asks for anything; a deactivated one does not
 */
data class ConsentStatus(val action: String, val purposes: Set<String>, val askAgain: Boolean, val asks: Boolean = true) {
    val mustAsk: Boolean get() = asks && (action == "NO_ANSWER" || askAgain)
}

/**
 * No answer, or a no from the server. Nothing may be taken as allowed because of it. Its message is for a person, in the
 * language of the call; of a wrong field it says what is wrong with it.
 *
 * @property code the server's stable code (`consent.notFound`), or `network`
 */
class ConsentFailure(val code: String, message: String, val status: Int = 0, cause: Throwable? = null) : Exception(message, cause) {
    /** It is not known whether the choice was recorded: send the same one again, with the same key. */
    val isUnanswered: Boolean get() = code == "network" || status >= 500
}

internal fun formOf(json: JSONObject): ConsentForm {
    val theme = json.getJSONObject("theme")
    return ConsentForm(
        id = json.getString("consentUUID"),
        version = json.getInt("version"),
        title = wordsOf(json.getJSONObject("title")),
        description = wordsOf(json.getJSONObject("description")),
        purposes = json.getJSONArray("purposes").objects().map {
            ConsentPurpose(it.getString("uuid"), wordsOf(it.getJSONObject("title")), wordsOf(it.getJSONObject("description")))
        },
        controller = wordsOf(json.getJSONObject("controller").getJSONObject("name")),
        privacyPolicyUrl = if (json.isNull("privacyPolicyUrl")) null else json.getString("privacyPolicyUrl"),
        askGuardian = json.getBoolean("askGuardian"),
        acceptLabel = wordsOf(theme.getJSONObject("acceptLabel")),
        declineLabel = wordsOf(theme.getJSONObject("declineLabel")),
        buttonColor = theme.getString("acceptBackground"),
        buttonTextColor = theme.getString("acceptText"),
        tokenRequired = json.getBoolean("jwtRequired")
    )
}

internal fun statusOf(json: JSONObject): ConsentStatus {
    val ids = json.getJSONArray("purposeUUIDs")
    return ConsentStatus(json.getString("action"), (0 until ids.length()).map { ids.getString(it) }.toSet(), json.optBoolean("askAgain", false))
}

private fun wordsOf(json: JSONObject) = Words(json.getString("th"), json.getString("en"))
private fun JSONArray.objects(): List<JSONObject> = (0 until length()).map { getJSONObject(it) }
