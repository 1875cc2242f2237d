/** For calls by people without a session: a refusal is displayed on the page, there is no session to lose. */
export const QUIET = { trpc: { context: { quiet: true } } };
