package pokpong.request

import android.app.Dialog
import android.content.Context
import android.content.Intent
import android.content.res.ColorStateList
import android.graphics.Color
import android.graphics.Typeface
import android.net.Uri
import android.os.Bundle
import android.os.Handler
import android.os.Looper
import android.text.InputType
import android.view.View
import android.view.ViewGroup
import android.view.Window
import android.widget.Button
import android.widget.CheckBox
import android.widget.EditText
import android.widget.ImageView
import android.widget.LinearLayout
import android.widget.RadioButton
import android.widget.RadioGroup
import android.widget.ScrollView
import android.widget.TextView
import java.util.Locale
import java.util.UUID

/**
 * The form over the app: who asks, which right, what exactly; then the number of the request, and what follows. It stays
 * open until the request is received; what was filled in is kept nowhere else.
 *
 * @param known what is filled in already
 * @param onReceived hears, on the main thread, the number of the request as soon as it is received
 */
class RequestDialog(
    context: Context,
    private val requests: PokpongRequest,
    private val form: RequestForm,
    private val known: Identity? = null,
    private val onReceived: (ReceivedRequest) -> Unit
) : Dialog(context) {
    private val settings = requests.settings
    private val language = if (Locale.getDefault().language == "en") "en" else "th"
    private val main = Handler(Looper.getMainLooper())
    private val column = LinearLayout(context)
    private val options = LinearLayout(context)
    private val optionBoxes = ArrayList<CheckBox>()
    private val guardian = LinearLayout(context)
    private val terms = CheckBox(context)
    private lateinit var who: List<EditText>
    private lateinit var guardianFields: List<EditText>
    private lateinit var detail: EditText
    private lateinit var send: Button
    private lateinit var problem: TextView
    private var right: OfferedRight? = null
    private var age: AgeBand? = null

    /** What was sent last. The same again has the same key, so that it is recorded once. */
    private var sent: Pair<Identity, DataRequest>? = null
    private var key = ""

    private fun say(th: String, en: String) = if (language == "en") en else th
    private fun dp(size: Int) = (size * context.resources.displayMetrics.density).toInt()

    override fun onCreate(savedInstanceState: Bundle?) {
        super.onCreate(savedInstanceState)
        requestWindowFeature(Window.FEATURE_NO_TITLE)
        for (group in listOf(column, options, guardian)) group.orientation = LinearLayout.VERTICAL
        column.setPadding(dp(20), dp(20), dp(20), dp(20))
        addHeading()
        column.addView(line(say("ข้อมูลของท่าน", "Who you are"), 18f, true))
        who = addIdentity(column, known)
        addAge()
        addRights()
        column.addView(line(say("รายละเอียด", "Details"), 18f, true))
        detail = field(say("ข้อมูลใด บริการใด ช่วงเวลาใด", "Which data, of which service, from when"), InputType.TYPE_TEXT_FLAG_MULTI_LINE)
        column.addView(detail)
        if (form.terms.of(language).isNotEmpty()) {
            column.addView(line(form.terms.of(language), 14f))
            terms.text = say("อ่านและยอมรับเงื่อนไขแล้ว", "I have read and accept the terms")
            column.addView(terms)
        }
        problem = line("", 14f)
        problem.setTextColor(Color.rgb(179, 38, 30))
        problem.visibility = View.GONE
        problem.accessibilityLiveRegion = View.ACCESSIBILITY_LIVE_REGION_POLITE
        column.addView(problem)
        addSend()
        val scroll = ScrollView(context)
        scroll.addView(column)
        setContentView(scroll)
        window?.setLayout(ViewGroup.LayoutParams.MATCH_PARENT, ViewGroup.LayoutParams.WRAP_CONTENT)
    }

    private fun line(text: String, size: Float, bold: Boolean = false): TextView {
        val view = TextView(context)
        view.text = text
        view.textSize = size
        view.setTypeface(settings.font as? Typeface, if (bold) Typeface.BOLD else Typeface.NORMAL)
        view.setPadding(0, dp(6), 0, dp(6))
        return view
    }

    private fun field(hint: String, type: Int): EditText {
        val field = EditText(context)
        field.hint = hint
        field.inputType = InputType.TYPE_CLASS_TEXT or type
        field.minHeight = dp(48)
        return field
    }

    private fun addHeading() {
        if (settings.showLogo && settings.logo != null) {
            val logo = ImageView(context)
            logo.setImageResource(settings.logo)
            logo.adjustViewBounds = true
            logo.maxHeight = dp(48)
            column.addView(logo)
        }
        val appName = say(settings.appNameTh, settings.appNameEn)
        if (appName.isNotEmpty()) column.addView(line(appName, 14f))
        column.addView(line(form.title.of(language), 20f, true))
        column.addView(line(form.detail.of(language), 16f))
        column.addView(line(say("ผู้ควบคุมข้อมูลส่วนบุคคล: ", "Data controller: ") + form.controller.of(language), 14f))
        if (form.privacyPolicyUrl.isEmpty()) return
        val link = Button(context)
        link.text = say("ประกาศความเป็นส่วนตัว", "Privacy notice")
        link.isAllCaps = false
        link.setOnClickListener { context.startActivity(Intent(Intent.ACTION_VIEW, Uri.parse(form.privacyPolicyUrl))) }
        column.addView(link)
    }

    private fun addIdentity(parent: LinearLayout, filled: Identity?): List<EditText> {
        val fields = listOf(
            field(say("ชื่อ", "First name"), InputType.TYPE_TEXT_VARIATION_PERSON_NAME),
            field(say("นามสกุล", "Last name"), InputType.TYPE_TEXT_VARIATION_PERSON_NAME),
            field(say("อีเมล", "Email"), InputType.TYPE_TEXT_VARIATION_EMAIL_ADDRESS),
            field(say("โทรศัพท์", "Phone"), InputType.TYPE_NULL)
        )
        fields[3].inputType = InputType.TYPE_CLASS_PHONE
        if (filled != null) listOf(filled.firstName, filled.lastName, filled.email, filled.telephone).forEachIndexed { at, text -> fields[at].setText(text) }
        fields.forEach(parent::addView)
        return fields
    }

    private fun addAge() {
        column.addView(line(say("อายุของเจ้าของข้อมูล", "How old is the data subject?"), 18f, true))
        val bands = listOf(
            AgeBand.ADULT to say("20 ปีขึ้นไป หรือสมรสแล้ว", "20 or older, or married"),
            AgeBand.MINOR to say("11 ถึง 19 ปี และยังไม่สมรส", "11 to 19 and not married"),
            AgeBand.CHILD to say("ไม่เกิน 10 ปี", "10 or younger")
        )
        column.addView(choices(bands.map { it.second }) {
            age = bands[it].first
            guardian.visibility = if (age == AgeBand.ADULT) View.GONE else View.VISIBLE
        })
        guardian.addView(line(say("ผู้ใช้อำนาจปกครอง", "Parent or guardian"), 18f, true))
        guardianFields = addIdentity(guardian, null)
        guardian.visibility = View.GONE
        column.addView(guardian)
    }

    /** One of several; nothing is chosen beforehand. */
    private fun choices(labels: List<String>, onChosen: (Int) -> Unit): RadioGroup {
        val group = RadioGroup(context)
        labels.forEachIndexed { at, label ->
            val choice = RadioButton(context)
            choice.id = View.generateViewId()
            choice.text = label
            choice.textSize = 16f
            choice.minHeight = dp(48)
            choice.setOnClickListener { onChosen(at) }
            group.addView(choice)
        }
        return group
    }

    private fun addRights() {
        column.addView(line(say("ท่านต้องการใช้สิทธิใด", "Which right do you want to exercise?"), 18f, true))
        val labels = form.rights.map { one ->
            val fee = if (one.fee > 0) say(" · ค่าธรรมเนียม ${one.fee} บาท", " · fee ${one.fee} baht") else ""
            one.name.of(language) + say("\nตอบภายใน ${one.days} วัน", "\nAnswer within ${one.days} ${if (one.days == 1) "day" else "days"}") + fee + "\n" + one.description.of(language)
        }
        column.addView(choices(labels) { choose(form.rights[it]) })
        column.addView(options)
    }

    private fun choose(chosen: OfferedRight) {
        right = chosen
        options.removeAllViews()
        optionBoxes.clear()
        for (option in chosen.options) {
            val box = CheckBox(context)
            box.text = option.of(language)
            box.minHeight = dp(48)
            optionBoxes.add(box)
            options.addView(box)
        }
    }

    private fun addSend() {
        send = mainButton(say("ส่งคำขอ", "Send the request"))
        send.setOnClickListener { submit() }
        column.addView(send)
    }

    private fun mainButton(text: String): Button {
        val button = Button(context)
        button.text = text
        button.isAllCaps = false
        button.minHeight = dp(48)
        button.backgroundTintList = ColorStateList.valueOf(Color.parseColor(settings.color ?: form.themeColor))
        button.setTextColor(Color.WHITE)
        return button
    }

    /** The last page, which stays until it is closed. */
    private fun showReceived(received: ReceivedRequest, identity: Identity, request: DataRequest) {
        val number = say("เลขที่คำขอ ", "Request number ") + received.requestId
        val close = mainButton(say("ปิด", "Close"))
        close.setOnClickListener { dismiss() }
        column.removeAllViews()
        column.addView(line(form.submittedTitle.of(language), 20f, true))
        column.addView(line(number, 18f, true))
        for (text in listOf(form.submittedDetail.of(language), whatFollows(received, identity, request, language)))
            if (text.isNotEmpty()) column.addView(line(text, 16f))
        column.addView(close)
        column.announceForAccessibility(number)
    }

    private fun identityOf(fields: List<EditText>): Identity {
        val (firstName, lastName, email, telephone) = fields.map { it.text.toString().trim() }
        return Identity(firstName, lastName, email, telephoneOf(telephone))
    }

    /** What is missing, or null. The server checks the rest and says what is wrong. */
    private fun missing(identity: Identity, guardian: Identity): String? = when {
        identity.firstName.isEmpty() || identity.lastName.isEmpty() -> say("โปรดกรอกชื่อและนามสกุลของเจ้าของข้อมูล", "Enter the first and last name of the data subject.")
        age == null -> say("โปรดเลือกช่วงอายุ", "Choose an age range.")
        age != AgeBand.CHILD && identity.email.isEmpty() && identity.telephone.isEmpty() -> say("โปรดกรอกอีเมลหรือโทรศัพท์อย่างน้อยหนึ่งอย่าง", "Enter an email address or a phone number.")
        age != AgeBand.ADULT && listOf(guardian.firstName, guardian.lastName, guardian.email).any { it.isEmpty() } -> say("โปรดกรอกชื่อ นามสกุล และอีเมลของผู้ปกครอง", "Enter the first name, last name and email of the parent or guardian.")
        right == null -> say("โปรดเลือกสิทธิ", "Choose a right.")
        form.terms.of(language).isNotEmpty() && !terms.isChecked -> say("โปรดอ่านและยอมรับเงื่อนไขก่อนส่ง", "Read and accept the terms before you send.")
        else -> null
    }

    private fun submit() {
        val identity = identityOf(who)
        val wrong = missing(identity, identityOf(guardianFields))
        if (wrong != null) return tell(wrong)
        val chosen = right ?: return
        val band = age ?: return
        val request = DataRequest(
            rightId = chosen.id,
            options = optionBoxes.indices.filter { optionBoxes[it].isChecked },
            detail = detail.text.toString().trim(),
            ageBand = band,
            guardian = if (band == AgeBand.ADULT) null else identityOf(guardianFields)
        )
        if (sent != identity to request) {
            sent = identity to request
            key = UUID.randomUUID().toString()
        }
        send.isEnabled = false
        problem.visibility = View.GONE
        Thread {
            try {
                val received = requests.submit(form, identity, request, language, key)
                main.post {
                    showReceived(received, identity, request)
                    onReceived(received)
                }
            } catch (failure: RequestFailure) {
                main.post {
                    send.isEnabled = true
                    tell(if (failure.isUnanswered) say("ไม่ได้รับคำตอบ จึงไม่ทราบว่าส่งคำขอถึงแล้วหรือไม่ โปรดส่งอีกครั้งโดยไม่แก้ไข ระบบจะบันทึกเพียงครั้งเดียว", "No reply: it is not known whether the request was sent. Please send it again unchanged; it is recorded only once.") else failure.message ?: "")
                }
            }
        }.start()
    }

    private fun tell(text: String) {
        problem.text = text
        problem.visibility = View.VISIBLE
    }
}
