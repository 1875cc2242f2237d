import { z } from 'zod';
import { origin } from '../origin.ts';

/** How requests come in; not part of what data subjects are shown, so a change takes effect without a new version. */
export const requestFormSettings = z.object({
  /** By which the form is reached: on another site, as a page of its own, by API, in an app. */
  channels: z
    .object({
      web: z.boolean().default(true),
      page: z.boolean().default(true),
      api: z.boolean().default(true),
      mobile: z.boolean().default(true),
    })
    .default({ web: true, page: true, api: true, mobile: true }),
  /** Sites that may embed the form, as origins; empty: any. */
  allowedOrigins: z
    .array(origin)
    .max(20)
    .overwrite((list) => [...new Set(list)])
    .default([]),
  /** Whether a site may vouch for its signed-in customers by tokens that it signs with the form's secret. */
  jwtEnabled: z.boolean().default(false),
  /** Whether authorised agents may send requests by Data Rights Protocol 1.0. */
  drpEnabled: z.boolean().default(false),
});
/** The settings as they are stored: a rule that came later does not make a form of before unreadable. */
export const storedRequestFormSettings = requestFormSettings.extend({
  allowedOrigins: z.array(z.string()).default([]),
});
