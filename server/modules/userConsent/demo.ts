import { sql } from 'kysely';
import { withScope } from '../../../db/client.ts';
import { bitsOf } from '../../../shared/purpose/bits.ts';
import { DAY, HOUR, MINUTE } from '../../../shared/duration.ts';
import type { DemoPart } from '../../platform/demo/demoPart.ts';
import type { appRouter } from '../../router.ts';
import { idAt, type NewUserConsent, recordUserConsents, sealedIdentity, uidHash } from './record.ts';

type Caller = ReturnType<typeof appRouter.createCaller>;

const SUBMISSIONS = 400;
const SUBJECTS = 330;

/** Sources of the demo's answers, the most frequent first. */
const SOURCES = [
  { name: 'booking.sukjai.example', channel: 'JS Web Form', share: 0.52 },
  { name: 'Sukjai app (demo)', channel: 'Mobile App', share: 0.27 },
  { name: 'เคาน์เตอร์เวชระเบียน · Registration desk', channel: 'Custom API', share: 0.15 },
  { name: 'Call centre', channel: 'Custom API', share: 0.06 },
] as const;

/** Pseudo-random numbers from 0 to 1, the same in every demo. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * The answers to the published form of a demo workspace in the last sixty days, so that its dashboard has recent
 * figures on any day: more during the day and towards the end, some of them changes of an earlier one. Ids of data
 * subjects state that they are of the demo.
 */
export const demo: DemoPart = async ({ deps, next, workspace: { id: ws, key: workspaceKey } }) => {
  if (workspaceKey !== 'hospital') return;
  const call = next as () => Caller;
  const { key, consentId } = await withScope(deps.db, { workspaceId: ws }, async (trx) => ({
    key: await deps.keyring.workspaceKey(trx, ws),
    consentId: (
      await trx
        .selectFrom('consents')
        .select('id')
        .where('workspaceId', '=', ws)
        .where('publishedVersion', '=', 1)
        .executeTakeFirstOrThrow()
    ).id,
  }));
  const { content } = await call().consent.version({ ws, id: consentId, v: 1 });
  const until = Date.now();
  const since = until - 60 * DAY;
  const random = numbers(20261005);
  const times = Array.from({ length: SUBMISSIONS }, () => {
    const day = Math.floor(60 * Math.sqrt(random()));
    // From seven in the morning to ten at night in Bangkok, mostly before noon.
    const hour = 7 + 15 * random() * (0.5 + random() / 2);
    return Math.floor((since + day * DAY) / DAY) * DAY + (hour - 7) * HOUR;
  })
    .map((time) => Math.min(time, until - MINUTE * (1 + random() * 600)))
    .sort((a, b) => a - b);

  await sql`select ensure_user_consent_months(${new Date(since)}::timestamptz, ${new Date(until)}::timestamptz)`.execute(
    deps.db,
  );
  const bits = content.purposes.map(({ bit }) => bit);
  const before = new Map<string, number[]>();
  const browsers = new Map<string, string>();
  const rows = times.map((time): NewUserConsent => {
    const again = before.size > 60 && (before.size >= SUBJECTS || random() < 0.16);
    const uid = again
      ? [...before.keys()][Math.floor(random() * before.size)]!
      : `demo-${String(before.size + 1).padStart(4, '0')}`;
    const earlier = before.get(uid);
    const mood = random();
    // Whoever answers again mostly changes their choice.
    const granted =
      earlier && mood < 0.7
        ? bits.filter((bit) => earlier.includes(bit) !== random() < 0.6)
        : mood < 0.46
          ? bits
          : mood < 0.68
            ? []
            : bits.filter((_, place) => random() < [0.9, 0.35, 0.4][place]!);
    before.set(uid, granted);
    let rest = random();
    const source = SOURCES.find(({ share }) => (rest -= share) < 0) ?? SOURCES[0];
    const at = new Date(time);
    const id = idAt(at);
    const browser = browsers.get(uid) ?? id;
    browsers.set(uid, browser);
    return {
      id,
      at,
      version: 1,
      uid: uidHash(key, uid),
      identity: sealedIdentity.seal(key, id, { uid, name: `ผู้ป่วยตัวอย่าง ${uid.slice(5)}`, guardian: null }),
      action: granted.length === 0 ? 'NONE' : granted.length === bits.length ? 'ALL' : 'ACCEPT',
      granted: bitsOf(granted),
      hasGuardian: false,
      language: random() < 0.86 ? 'th' : 'en',
      channel: source.channel,
      source: source.name,
      knownBy: 'browser',
      browser,
    };
  });
  await recordUserConsents(deps.db, { workspaceId: ws, consentId, now: new Date(until), rows });
};
