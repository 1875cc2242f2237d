import { z } from 'zod';
import { mailsToday } from '../mail/today.ts';
import { byId } from '../text.ts';
import { byVersion } from '../versions.ts';

export const startNoticeMailing = byId.extend({ v: byVersion.shape.v });

/** What is said of a version, by the place where people meet it. */
const placeTexts = z.object({ website: z.string(), reception: z.string(), mail: z.string() });

/** What people are informed of a version by, and how far that is. */
export const noticeMailing = z.object({
  version: z.number().int(),
  /** People are to be informed of it: the newest version, which says so, of a notice that is offered. */
  isOwed: z.boolean(),
  /** Data of it comes from others than the data subject. */
  isIndirect: z.boolean(),
  /** Whose consent is on file for the applications that it covers; once the mails were started, was then. */
  people: z.number().int(),
  /** Mails about it that can go out today; the others go out on the next days. */
  today: mailsToday,
  texts: z.object({ th: placeTexts, en: placeTexts }),
  /** Null before anybody started it. */
  mailing: z
    .object({
      startedAt: z.string(),
      startedBy: z.string().nullable(),
      /** Whose consent was on file then. */
      people: z.number().int(),
      /** Of them, whose address was looked for. */
      lookedAt: z.number().int(),
      withoutAddress: z.number().int(),
      endedAt: z.string().nullable(),
      /** Why it is paused; `restored`: in a copy of the installation that began it. */
      paused: z.enum(['restored']).nullable(),
      waiting: z.number().int(),
      sent: z.number().int(),
      /** Written and not sent: the installation has no mail server. */
      kept: z.number().int(),
      /** Refused for good. */
      failed: z.number().int(),
      /**
       * When it was stopped: the notice was withdrawn, or the next version is one that people are informed of. Null: it
       * was not.
       */
      stoppedAt: z.string().nullable(),
      /** Not sent, since it was stopped before. */
      stopped: z.number().int(),
    })
    .nullable(),
});
export type NoticeMailing = z.infer<typeof noticeMailing>;
