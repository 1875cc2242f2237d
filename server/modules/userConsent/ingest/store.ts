import { uuidBytes } from '../../../platform/database/uuidBytes.ts';
import type { Deps } from '../../../platform/trpc/context.ts';
import type { ConsentAction, UserConsentStatus } from '../../../../shared/userConsent/schema.ts';
import type { NewUserConsent, Recorded } from '../record.ts';
import { byteas, recordedFrom, recordStatement } from '../statement.ts';
import { LookUps } from './lookUps.ts';
import type { LiveForm } from './forms.ts';
import type { Caller } from './caller.ts';
import { purposesIn, standingOf } from './choice.ts';
import type { OpenedHandle } from './handle.ts';

interface Found {
  readonly at: string;
  readonly version: number;
  readonly action: ConsentAction;
  readonly granted: number;
}
interface FoundOfSubject extends Found {
  /** Whether they ever chose with a token. */
  readonly proved: boolean;
}

/** Identifies the choice to look up. */
interface LookUp {
  readonly uid: Buffer;
  /** The browser of the handle. */
  readonly browser: OpenedHandle | null;
  /** browser: only its own choice under that uid. */
  readonly knownBy: Caller['knownBy'];
  /** Left out: any source. */
  readonly source?: string | undefined;
}

/** The result for somebody who has not chosen, or is unknown. */
export const NOTHING_CHOSEN = {
  action: 'NO_ANSWER',
  purposeUUIDs: [] as string[],
  consentVersion: null,
  at: null,
  expiresAt: null,
  askAgain: true,
} as const;

/** Database access of the ingest, over its own pool. */
export function createStore({ ingestDb, now }: Pick<Deps, 'ingestDb' | 'now'>) {
  const bySource = async (
    form: LiveForm,
    { uid, browser, knownBy }: LookUp,
    source: string,
  ): Promise<Found | undefined> => {
    const { rows } = await ingestDb.query({
      name: 'user consent status',
      text: 'select at, version, action, granted from user_consent_status($1, $2, $3, $4, $5, $6)',
      values: [form.workspaceId, form.id, uid, source, browser?.browser ?? null, knownBy === 'browser'],
    });
    return rows[0] as Found | undefined;
  };
  const lookUps = new LookUps<FoundOfSubject>(async (form, subjects) => {
    const { rows } = await ingestDb.query({
      name: 'user consent statuses',
      text: 'select place, at, version, action, granted, proved from user_consent_statuses($1, $2, $3)',
      values: [form.workspaceId, form.id, byteas(subjects)],
    });
    const found: (FoundOfSubject | undefined)[] = subjects.map(() => undefined);
    for (const row of rows as (FoundOfSubject & { place: number })[]) found[row.place - 1] = row;
    return found;
  });
  /** The person's own choice, and later choices of the browser: these end with the next choice of the person. */
  const anywhere = async (form: LiveForm, { uid, browser, knownBy }: LookUp): Promise<Found | undefined> => {
    const ofBrowser = browser && lookUps.ask(form, uuidBytes(browser.browser));
    if (knownBy === 'browser') return ofBrowser ?? undefined;
    const [own, here] = await Promise.all([lookUps.ask(form, uid), ofBrowser]);
    return own?.proved ? own : (here ?? own);
  };

  return {
    /** Prepares the statement that writes submissions, all or none withdrawals; the returned function sends it. */
    record(form: LiveForm, rows: readonly NewUserConsent[]): () => Promise<readonly Recorded[]> {
      const statement = recordStatement({
        workspaceId: form.workspaceId,
        consentId: form.id,
        now: now(),
        withdrawal: rows[0]!.withdrawal === true,
        rows,
      });
      return async () => recordedFrom(rows, (await ingestDb.query(statement)).rows);
    },

    /** The current choice of a data subject; with `source` the last one made there. */
    async status(form: LiveForm, lookUp: LookUp): Promise<Omit<UserConsentStatus, 'knownBy'>> {
      const { source } = lookUp;
      const row = source === undefined ? await anywhere(form, lookUp) : await bySource(form, lookUp, source);
      if (!row) return NOTHING_CHOSEN;
      const { action, granted, answered } = standingOf(form, row, now());
      return {
        action,
        purposeUUIDs: purposesIn(form, granted),
        consentVersion: row.version,
        at: row.at,
        expiresAt: answered?.effectiveTo ?? null,
        askAgain: action === 'NO_ANSWER' || answered?.asksOtherwise !== false,
      };
    },
  };
}

export type Store = ReturnType<typeof createStore>;
