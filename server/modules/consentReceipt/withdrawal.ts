import type { Trx } from '../../../db/client.ts';
import type { IssuedReceipt } from '../../../shared/consentReceipt/schema.ts';
import { hasBit, withoutBits } from '../../../shared/purpose/bits.ts';
import type { Bilingual } from '../../../shared/text.ts';
import type { Deps } from '../../platform/trpc/context.ts';
import { signingKey, type SigningKey } from '../../platform/crypto/signingKeys.ts';
import { formsOfSubject } from '../userConsent/forms.ts';
import { uidHash } from '../userConsent/record.ts';
import * as queries from './queries.ts';
import { changingAlone, recordChoice } from './recordChoice.ts';
import { standingOf, type SubjectStanding } from './standing.ts';

/** The channel of a withdrawal by request (shared/userConsent/schema.ts). */
const CHANNEL = 'Data subject request';

/** The answers of one data subject on one form. */
export interface SubjectChoices {
  readonly consentId: string;
  readonly name: string;
  readonly chosenAt: string;
  readonly purposes: readonly {
    readonly id: string;
    readonly title: Bilingual;
    readonly allowed: boolean;
    /** Allowed, and known to be by the data subject; otherwise by somebody who knows the uid, such as a browser. */
    readonly confirmed: boolean;
  }[];
}

/** What was withdrawn from one form, and which of the named purposes were not allowed. */
export interface Withdrawal {
  readonly consentId: string;
  readonly name: string;
  readonly withdrawn: readonly Bilingual[];
  readonly notAllowed: readonly Bilingual[];
  /** What was allowed beside it, though not known to be by the data subject: it ended. */
  readonly ended: readonly Bilingual[];
  /** Null: nothing was left to withdraw. */
  readonly receipt: IssuedReceipt | null;
}

interface Answered extends SubjectStanding {
  readonly uid: string;
}

/** Every form that was answered under one of these ids. */
async function answeredBy(deps: Deps, trx: Trx, workspaceId: string, uids: readonly string[]): Promise<Answered[]> {
  const key = await deps.keyring.workspaceKey(trx, workspaceId);
  const forms = await Promise.all(
    uids.map(async (uid) => {
      const hash = uidHash(key, uid);
      return { uid, hash, ids: (await formsOfSubject(trx, workspaceId, hash)).map(({ id }) => id) };
    }),
  );
  const found: Answered[] = [];
  for (const { uid, hash, ids } of forms) {
    for (const consentId of ids) {
      const standing = await standingOf(trx, workspaceId, { consentId, uid: hash, now: deps.now() });
      if (standing) found.push({ ...standing, uid });
    }
  }
  return found;
}

const purposesOf = ({ content, former, standing, own }: Answered) =>
  [...content.purposes, ...former].map((purpose) => ({
    ...purpose,
    allowed: hasBit(standing, purpose.bit),
    confirmed: hasBit(own.granted, purpose.bit),
  }));

/** What a data subject of these ids allows now, form by form; a form may be answered under several of them. */
export async function choicesOfSubject(
  deps: Deps,
  trx: Trx,
  { workspaceId, uids }: { workspaceId: string; uids: readonly string[] },
): Promise<SubjectChoices[]> {
  const answered = await answeredBy(deps, trx, workspaceId, uids);
  return [...Map.groupBy(answered, ({ form }) => form.id)].map(([consentId, own]) => {
    const purposes = new Map<string, SubjectChoices['purposes'][number]>();
    for (const { id, title, allowed, confirmed } of own.flatMap(purposesOf)) {
      const other = purposes.get(id);
      purposes.set(id, {
        id,
        title,
        allowed: allowed || other?.allowed === true,
        confirmed: confirmed || other?.confirmed === true,
      });
    }
    const chosenAt = own
      .map(({ present }) => present.at)
      .sort()
      .at(-1)!;
    return { consentId, name: own[0]!.form.name, chosenAt, purposes: [...purposes.values()] };
  });
}

/**
 * Withdraws purposes that a data subject of these ids allowed, on their request, with a receipt for each form. Purposes
 * that are no longer allowed are skipped, so that repeating it does nothing. What remains is recorded as theirs, so it
 * is what they are known to allow: what others stated under the uid does not become consent of theirs (decision 162).
 * @param by personnel who does it
 */
export async function withdraw(
  deps: Deps,
  trx: Trx,
  {
    workspaceId,
    uids,
    by,
    choices,
  }: {
    workspaceId: string;
    uids: readonly string[];
    by: string;
    choices: readonly { consentId: string; purposeIds: readonly string[] }[];
  },
): Promise<Withdrawal[]> {
  const signing = await signingKey(deps);
  const done: Withdrawal[] = [];
  // Of two simultaneous withdrawals the second finds nothing left; a fixed order prevents deadlocks.
  for (const { consentId, purposeIds } of [...choices].sort((a, b) => (a.consentId < b.consentId ? -1 : 1))) {
    await changingAlone(trx, workspaceId, consentId);
    const own = (await answeredBy(deps, trx, workspaceId, uids)).filter(({ form }) => form.id === consentId);
    for (const answered of own)
      done.push(await withdrawFrom(deps, trx, answered, { workspaceId, by, purposeIds, signing }));
  }
  return done;
}

/** The language in which the data subject is known to have answered, otherwise that of the last answer. */
async function languageOf(trx: Trx, workspaceId: string, { proved, present }: Answered) {
  const last = proved ?? (await queries.findSubmission(trx, workspaceId, present.userConsentId));
  return last?.language ?? 'th';
}

async function withdrawFrom(
  deps: Deps,
  trx: Trx,
  answered: Answered,
  {
    workspaceId,
    by,
    purposeIds,
    signing,
  }: { workspaceId: string; by: string; purposeIds: readonly string[]; signing: SigningKey },
): Promise<Withdrawal> {
  const { own } = answered;
  const purposes = purposesOf(answered);
  const named = purposes.filter(({ id }) => purposeIds.includes(id));
  const allowed = named.filter((purpose) => purpose.allowed);
  const receipt =
    allowed.length === 0
      ? undefined
      : await recordChoice(
          deps,
          trx,
          { ...answered, standing: own.granted, allowing: [own] },
          {
            workspaceId,
            key: await deps.keyring.workspaceKey(trx, workspaceId),
            uid: answered.uid,
            granted: withoutBits(
              own.granted,
              allowed.map(({ bit }) => bit),
            ),
            language: await languageOf(trx, workspaceId, answered),
            channel: CHANNEL,
            knownBy: 'request',
            by,
            signing,
          },
        );
  const titles = (list: typeof named) => list.map(({ title }) => title);
  return {
    consentId: answered.form.id,
    name: answered.form.name,
    withdrawn: receipt ? titles(allowed) : [],
    ended: titles(receipt ? purposes.filter((one) => one.allowed && !one.confirmed && !named.includes(one)) : []),
    notAllowed: titles(receipt ? named.filter((purpose) => !purpose.allowed) : named),
    receipt: receipt ?? null,
  };
}
