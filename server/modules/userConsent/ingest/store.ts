import type { Deps } from '../../../platform/trpc/context.ts';
import type { ConsentAction, UserConsentStatus } from '../../../../shared/userConsent/schema.ts';
import type { NewUserConsent, Recorded } from '../record.ts';
import { byteas, recordedFrom, recordStatement } from '../statement.ts';
import { LookUps } from './lookUps.ts';
import type { LiveForm } from './forms.ts';
import { purposesIn, standingOf } from './choice.ts';

interface Found {
  readonly at: string;
  readonly version: number;
  readonly action: ConsentAction;
  readonly granted: number;
}

/** What ingest asks of the database, over the pool of its own. */
export function createStore({ ingestDb, now }: Pick<Deps, 'ingestDb' | 'now'>) {
  const bySource = async (form: LiveForm, uid: Buffer, source: string): Promise<Found | undefined> => {
    const { rows } = await ingestDb.query({
      name: 'user consent status',
      text: 'select at, version, action, granted from user_consent_status($1, $2, $3, $4)',
      values: [form.workspaceId, form.id, uid, source],
    });
    return rows[0] as Found | undefined;
  };
  const lookUps = new LookUps<Found>(async (form, uids) => {
    const { rows } = await ingestDb.query({
      name: 'user consent statuses',
      text: 'select place, at, version, action, granted from user_consent_statuses($1, $2, $3)',
      values: [form.workspaceId, form.id, byteas(uids)],
    });
    const found: (Found | undefined)[] = uids.map(() => undefined);
    for (const row of rows as (Found & { place: number })[]) found[row.place - 1] = row;
    return found;
  });

  return {
    async record(form: LiveForm, rows: readonly NewUserConsent[]): Promise<readonly Recorded[]> {
      const at = now();
      const { rows: answered } = await ingestDb.query(
        recordStatement({ workspaceId: form.workspaceId, consentId: form.id, now: at, rows }),
      );
      return recordedFrom(rows, answered);
    },

    /** The present choice of a data subject, `source` given: the last one made there. */
    async status(form: LiveForm, uid: Buffer, source: string | undefined): Promise<UserConsentStatus> {
      const row = source === undefined ? await lookUps.ask(form, uid) : await bySource(form, uid, source);
      if (!row)
        return {
          action: 'NO_ANSWER',
          purposeUUIDs: [],
          consentVersion: null,
          at: null,
          expiresAt: null,
          askAgain: true,
        };
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
