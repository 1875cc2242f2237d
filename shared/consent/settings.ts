import { z } from 'zod';
import { origin } from '../origin.ts';
import { byId, rowVersion } from '../text.ts';

/**
 * How a form knows for whom it is answered (docs/decisions/047). `token`: by a JWT that the organisation signs; the
 * specification's toggle. `browser`: by a handle that the embed keeps, or a token. `open`: by whatever uid is named.
 */
export const CONSENT_LEVELS = ['token', 'browser', 'open'] as const;
export type ConsentLevel = (typeof CONSENT_LEVELS)[number];

/** How submissions come in; not part of what data subjects are shown, so a change needs no new version. */
export const consentSettings = z.object({
  channels: z
    .object({ web: z.boolean().default(true), api: z.boolean().default(true), mobile: z.boolean().default(true) })
    .default({ web: true, api: true, mobile: true }),
  /** Sites that may embed the form, as origins; empty: any. */
  allowedOrigins: z
    .array(origin)
    .max(50)
    .overwrite((list) => [...new Set(list)])
    .default([]),
  level: z.enum(CONSENT_LEVELS).default('browser'),
});
export type ConsentSettings = z.output<typeof consentSettings>;
/** The settings as they are stored: a rule that came later does not make a form of before unreadable. */
export const storedConsentSettings = consentSettings.extend({ allowedOrigins: z.array(z.string()).default([]) });
/** The settings as they are read. `jwtRequired`, the toggle of the specification: the level is `token`. */
export const readConsentSettings = storedConsentSettings.extend({ jwtRequired: z.boolean() });
/** Stored settings, for whoever reads them. */
export function readSettings(stored: unknown): z.output<typeof readConsentSettings> {
  const settings = storedConsentSettings.parse(stored);
  return { ...settings, jwtRequired: settings.level === 'token' };
}

/** Without `level` it stays, unless the toggle is turned: on is `token`, off is `browser`. */
export const updateConsentSettings = byId.extend({
  rowVersion,
  ...consentSettings.shape,
  level: z.enum(CONSENT_LEVELS).optional(),
  jwtRequired: z.boolean().optional(),
});

/** What raising the level to `token` would do to those who answered. */
export const consentLevelEffect = z.object({
  /** Browsers in which something was allowed without a token, and that have chosen nothing else since. */
  browsers: z.number().int(),
});

export const consentSettingsAnswer = readConsentSettings.extend({
  hasSecret: z.boolean(),
  rowVersion: z.number().int(),
});
