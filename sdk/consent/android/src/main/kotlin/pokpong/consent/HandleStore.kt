package pokpong.consent

/**
 * Keeps handles between starts of the app. A handle is what this app is known by to forms that look at neither a token
 * nor the bare uid: whoever has it sees and changes what was chosen here, so keep it where other apps cannot read.
 */
interface HandleStore {
    fun get(name: String): String?
    fun set(name: String, handle: String)
}
