/** Numbers of the shell that the specification fixes (spec 1 section 9). Times are milliseconds, sizes pixels. */

/** The loading flag of a page stays on this long after its work is done (docs/decisions/052 on that of components). */
export const LOADING_OFF_DELAY = 500;
/** Idle time after which the pages one may open next are fetched. */
export const PREFETCH_IDLE_TIMEOUT = 2000;
/** A workspace switch: wait before the landing page, then before the full reload. */
export const SWITCH_REDIRECT_DELAY = 500;
export const SWITCH_RELOAD_DELAY = 1500;
/** Logging out: wait before the sign-in page. */
export const LOGOUT_REDIRECT_DELAY = 500;

/** Workspace dropdown: rows a page, rows of a search, and how many rows show before it scrolls. */
export const WORKSPACE_PAGE_SIZE = 10;
export const WORKSPACE_SEARCH_PAGE_SIZE = 100;
export const WORKSPACE_ROWS_BEFORE_SCROLL = 9;

/** The bell: rows a page, newest first, of this module of the activity log (docs/decisions/023); size of its popup. */
export const NOTIFICATION_PAGE_SIZE = 10;
export const NOTIFICATION_MODULE = 'ALL';
export const NOTIFICATION_POPUP = { width: 300, height: 500 } as const;
/** Stands between the kind and the title in an activity text. */
export const ACTIVITY_SEPARATOR = ' : ';

/** Header of every tRPC answer: where the stream of live events stood before the answer was made. */
export const LIVE_POSITION_HEADER = 'x-live-position';

/**
 * The insight cards of the consent dashboard are asked again at least so often, beside what events tell (spec 2 section
 * 9).
 */
export const CONSENT_INSIGHT_REFRESH = 3_600_000;

/** Shown in the footer. */
export const PRODUCT_VERSION = '2.3.20-2';
/** ISO 3166-1 alpha-2, the country forms start with. */
export const DEFAULT_COUNTRY = 'TH';
