package pokpong.consent

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
import android.view.View
import android.view.ViewGroup
import android.view.Window
import android.widget.Button
import android.widget.CheckBox
import android.widget.EditText
import android.widget.ImageView
import android.widget.LinearLayout
import android.widget.ScrollView
import android.widget.Switch
import android.widget.TextView
import java.util.Locale
import java.util.UUID

/**
 * The form over the app. Nothing is ticked beforehand that was not allowed before; both answers weigh the same. It stays
 * open until the choice is recorded, and going back without one leaves everything as it was.
 *
 * @param onChosen hears, on the main thread, what is allowed once it is recorded
 */
class ConsentDialog(
    context: Context,
    private val consent: PokpongConsent,
    private val form: ConsentForm,
    private val status: ConsentStatus,
    private val onChosen: (ConsentStatus) -> Unit
) : Dialog(context) {
    private val settings = consent.settings
    private val language = if (Locale.getDefault().language == "en") "en" else "th"
    private val main = Handler(Looper.getMainLooper())
    private val switches = LinkedHashMap<String, Switch>()
    private val buttons = ArrayList<Button>()
    private val guardianFields = ArrayList<EditText>()
    private lateinit var guardian: CheckBox
    private lateinit var problem: TextView

    /** What was sent last. The same again has the same key, so that it is recorded once. */
    private var sent: Pair<List<String>, Guardian?>? = null
    private var key = ""

    private fun say(th: String, en: String) = if (language == "en") en else th
    private fun dp(size: Int) = (size * context.resources.displayMetrics.density).toInt()

    override fun onCreate(savedInstanceState: Bundle?) {
        super.onCreate(savedInstanceState)
        requestWindowFeature(Window.FEATURE_NO_TITLE)
        val column = LinearLayout(context)
        column.orientation = LinearLayout.VERTICAL
        column.setPadding(dp(20), dp(20), dp(20), dp(20))
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
        column.addView(line(form.description.of(language), 16f))
        column.addView(line(say("ผู้ควบคุมข้อมูลส่วนบุคคล: ", "Data controller: ") + form.controller.of(language), 14f))
        for (purpose in form.purposes) addPurpose(column, purpose)
        form.policyAddress(language)?.let { addPolicy(column, it) }
        guardian = CheckBox(context)
        if (form.askGuardian) addGuardian(column)
        problem = line("", 14f)
        problem.setTextColor(Color.rgb(179, 38, 30))
        problem.visibility = View.GONE
        problem.accessibilityLiveRegion = View.ACCESSIBILITY_LIVE_REGION_POLITE
        column.addView(problem)
        addButton(column, form.declineLabel.of(language)) { emptyList() }
        // A deactivated form has no purposes: everything can be withdrawn, nothing be allowed.
        if (form.purposes.isNotEmpty()) {
            addButton(column, say("บันทึกตัวเลือก", "Save my choices")) { switches.filter { it.value.isChecked }.keys.toList() }
            addButton(column, form.acceptLabel.of(language)) { form.purposes.map { it.id } }
        }
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

    private fun addPurpose(column: LinearLayout, purpose: ConsentPurpose) {
        val switch = Switch(context)
        switch.text = purpose.title.of(language)
        switch.textSize = 16f
        switch.minHeight = dp(48)
        switch.isChecked = purpose.id in status.purposes
        switches[purpose.id] = switch
        column.addView(switch)
        column.addView(line(purpose.description.of(language), 14f))
    }

    private fun addPolicy(column: LinearLayout, url: String) {
        val link = Button(context)
        link.text = say("ประกาศความเป็นส่วนตัว", "Privacy notice")
        link.setOnClickListener { context.startActivity(Intent(Intent.ACTION_VIEW, Uri.parse(url))) }
        column.addView(link)
    }

    private fun addGuardian(column: LinearLayout) {
        guardian.text = say(
            "ข้าพเจ้ามีอำนาจตามกฎหมายยินยอมแทนผู้เยาว์ คนไร้ความสามารถ หรือคนเสมือนไร้ความสามารถ",
            "I may by law consent for a minor, incompetent or quasi-incompetent person"
        )
        column.addView(guardian)
        val hints = listOf(say("ชื่อ", "First name"), say("นามสกุล", "Last name"), say("อีเมล", "Email"), say("โทรศัพท์", "Phone"))
        for (hint in hints) {
            val field = EditText(context)
            field.hint = hint
            field.visibility = View.GONE
            guardianFields.add(field)
            column.addView(field)
        }
        guardian.setOnCheckedChangeListener { _, shown -> guardianFields.forEach { it.visibility = if (shown) View.VISIBLE else View.GONE } }
    }

    private fun addButton(column: LinearLayout, label: String, chosen: () -> List<String>) {
        val button = Button(context)
        button.text = label
        button.isAllCaps = false
        button.minHeight = dp(48)
        button.backgroundTintList = ColorStateList.valueOf(Color.parseColor(settings.color ?: form.buttonColor))
        button.setTextColor(Color.parseColor(form.buttonTextColor))
        button.setOnClickListener { send(chosen()) }
        buttons.add(button)
        column.addView(button)
    }

    private fun guardianInformation(): Guardian? {
        if (!guardian.isChecked) return null
        val (firstName, lastName, email, telephone) = guardianFields.map { it.text.toString().trim() }
        return Guardian(firstName, lastName, email, telephone)
    }

    private fun send(purposes: List<String>) {
        val information = guardianInformation()
        // Declining requires no name.
        if (information != null && purposes.isNotEmpty() && listOf(information.firstName, information.lastName, information.email).any { it.isEmpty() })
            return tell(say("โปรดกรอกชื่อ นามสกุล และอีเมลของท่าน", "Enter your first name, last name and email."))
        if (sent != purposes to information) {
            sent = purposes to information
            key = UUID.randomUUID().toString()
        }
        waiting(true)
        problem.visibility = View.GONE
        Thread {
            try {
                val now = submitted(purposes, information)
                main.post {
                    dismiss()
                    onChosen(now)
                }
            } catch (failure: ConsentFailure) {
                main.post {
                    waiting(false)
                    tell(if (failure.isUnanswered) say("ติดต่อระบบไม่ได้ โปรดลองอีกครั้ง", "Could not be reached. Please try again.") else failure.message ?: "")
                }
            }
        }.start()
    }

    private fun tell(text: String) {
        problem.text = text
        problem.visibility = View.VISIBLE
    }

    /** Declining requires no name: it goes without one that is missing or wrong. */
    private fun submitted(purposes: List<String>, information: Guardian?): ConsentStatus =
        try {
            consent.submit(form, purposes, language, information, key)
        } catch (failure: ConsentFailure) {
            if (information == null || purposes.isNotEmpty() || failure.status != 400) throw failure
            consent.submit(form, purposes, language, key = key)
        }

    private fun waiting(now: Boolean) = buttons.forEach { it.isEnabled = !now }
}
