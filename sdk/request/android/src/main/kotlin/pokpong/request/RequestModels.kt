package pokpong.request

import org.json.JSONArray
import org.json.JSONObject

/** A text in both languages. */
data class Words(val th: String, val en: String) {
    fun of(language: String): String = if (language == "en") en else th
}

/**
 * A right that the form offers.
 *
 * @property code of a right of the act (`ACCESS`, `WITHDRAWAL`); null: the organisation's own
 * @property days in which the organisation answers
 * @property options what may be chosen below it; requests name them by their places, from 0
 * @property fee in baht
 */
data class OfferedRight(
    val id: String,
    val code: String?,
    val name: Words,
    val description: Words,
    val example: Words,
    val days: Int,
    val options: List<Words>,
    val fee: Int
)

/**
 * The form in force, as it is published.
 *
 * @property consentId the consent form that a withdrawal is about; null: there is none
 */
data class RequestForm(
    val id: String,
    val version: Int,
    val title: Words,
    val detail: Words,
    val terms: Words,
    val submittedTitle: Words,
    val submittedDetail: Words,
    val rights: List<OfferedRight>,
    val controller: Words,
    val privacyPolicyUrl: String,
    val themeColor: String,
    val consentId: String?
)

/** Who asks, or their guardian. One of e-mail and telephone must be there; a telephone number has at most 10 digits. */
data class Identity(val firstName: String, val lastName: String, val email: String = "", val telephone: String = "")

/** Age of the data subject; the birth date is not asked. */
enum class AgeBand {
    /** Ten or younger: the guardian asks for them. */
    CHILD,

    /** Under twenty and not married. */
    MINOR,
    ADULT
}

/**
 * What is asked for.
 *
 * @property options places of the chosen options, from 0
 * @property guardian needed for anybody but adults (PDPA section 20)
 */
data class DataRequest(
    val rightId: String,
    val options: List<Int> = emptyList(),
    val additionalOption: String = "",
    val detail: String = "",
    val ageBand: AgeBand = AgeBand.ADULT,
    val guardian: Identity? = null
)

/**
 * The request was received, durably.
 *
 * @property requestId the number by which people speak of it
 * @property verifyBy until when the data subject is to confirm who they are, ISO 8601
 * @property verified a token vouched for them: nothing is left to confirm
 * @property mailedTo to whom a link was mailed: SUBJECT, GUARDIAN
 * @property toConfirm who confirms the request by that link: SUBJECT, GUARDIAN; without a link the organisation contacts them
 */
data class ReceivedRequest(
    val requestId: String,
    val verifyBy: String,
    val verified: Boolean,
    val mailedTo: List<String> = emptyList(),
    val toConfirm: List<String> = emptyList()
)

/**
 * No answer, or a no from the server. Its message is for a person, in the language of the call; of a wrong field it says
 * what is wrong with it.
 *
 * @property code the server's stable code (`requestSubmission.notFound`), or `network`
 */
class RequestFailure(val code: String, message: String, val status: Int = 0, cause: Throwable? = null) : Exception(message, cause) {
    /** It is not known whether the request was recorded: send the same one again, with the same key. */
    val isUnanswered: Boolean get() = code == "network" || status >= 500
}

internal fun formOf(json: JSONObject): RequestForm {
    val controller = json.getJSONObject("controller")
    return RequestForm(
        id = json.getString("dsrmFormId"),
        version = json.getInt("version"),
        title = wordsOf(json.getJSONObject("title")),
        detail = wordsOf(json.getJSONObject("detail")),
        terms = wordsOf(json.getJSONObject("terms")),
        submittedTitle = wordsOf(json.getJSONObject("submittedTitle")),
        submittedDetail = wordsOf(json.getJSONObject("submittedDetail")),
        rights = json.getJSONArray("rights").objects().map(::rightOf),
        controller = wordsOf(controller.getJSONObject("name")),
        privacyPolicyUrl = controller.optString("privacyPolicyUrl", ""),
        themeColor = json.getString("themeColor"),
        consentId = textOrNull(json, "consentUUID")
    )
}

private fun rightOf(json: JSONObject) = OfferedRight(
    id = json.getString("rightRequestId"),
    code = textOrNull(json, "code"),
    name = wordsOf(json.getJSONObject("name")),
    description = wordsOf(json.getJSONObject("description")),
    example = wordsOf(json.getJSONObject("example")),
    days = json.getInt("days"),
    options = json.getJSONArray("options").objects().map(::wordsOf),
    fee = json.getInt("fee")
)

internal fun receivedOf(json: JSONObject): ReceivedRequest {
    fun persons(name: String) = (json.optJSONArray(name) ?: JSONArray()).let { found -> (0 until found.length()).map { found.getString(it) } }
    return ReceivedRequest(
        json.getString("requestId"),
        json.getString("verifyBy"),
        json.optBoolean("verified", false),
        persons("mailedTo"),
        // Servers of the release before do not name them.
        persons(if (json.has("toConfirm")) "toConfirm" else "mailedTo")
    )
}

internal fun identityJson(one: Identity): JSONObject =
    JSONObject().put("firstName", one.firstName).put("lastName", one.lastName).put("email", one.email).put("telephone", one.telephone)

private fun textOrNull(json: JSONObject, name: String): String? = if (json.isNull(name)) null else json.getString(name)
private fun wordsOf(json: JSONObject) = Words(json.getString("th"), json.getString("en"))
private fun JSONArray.objects(): List<JSONObject> = (0 until length()).map { getJSONObject(it) }
