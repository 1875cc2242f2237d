package pokpong.consent

import android.content.Context

/** Keeps handles in preferences of the app's own. */
class PreferencesHandles(context: Context) : HandleStore {
    private val preferences = context.getSharedPreferences("pokpong.consent", Context.MODE_PRIVATE)

    override fun get(name: String): String? = preferences.getString(name, null)
    override fun set(name: String, handle: String) = preferences.edit().putString(name, handle).apply()
}
