import { bangkokDay } from '../../../shared/bangkok.ts';
import { PROBLEM_LIMIT } from '../../../shared/import/schema.ts';
import type { ConsentImportSummary } from '../../../shared/consentImport/schema.ts';
import { consentImportSummary } from '../../../shared/consentImport/schema.ts';
import { nameOf } from '../../platform/records/names.ts';
import type { Deps } from '../../platform/trpc/context.ts';
import type { WorkspaceKey } from '../../platform/crypto/workspaceKey.ts';
import { ImportFailure, onDisk } from '../../platform/imports/context.ts';
import { placeOf, withPlace } from '../../platform/imports/place.ts';
import { runStep } from '../../platform/imports/run.ts';
import { files } from './files.ts';
import { commit } from './commit.ts';
import { type Form, formOf } from './form.ts';
import { knownOf, submissionsOf } from './known.ts';
import * as queries from './queries.ts';
import type { Step } from './queries.ts';
import { readSheet } from './read.ts';
import { rejectedRows } from './rejects.ts';
import { bare, sealSheet, sealProblems } from '../../platform/imports/sealed.ts';
import { duplicateIndex } from './duplicateIndex.ts';
import { count, nothingMet, walk } from './walk.ts';

/** Does the pending step of an import of consents: reads the file, checks its rows, or writes them (`runStep`). */
export const runConsentImport = (deps: Deps, workspaceId: string, id: string, signal: AbortSignal): Promise<void> =>
  runStep(
    deps,
    { workspaceId, id, signal },
    {
      store: queries.store,
      progressReporter: queries.progressReporter,
      permission: 'consent.write',
      work: async (step) => {
        const { ctx, stored } = step;
        // What was checked is written, also where the form has another version by now, or another has begun.
        const { checkedAt, formVersion } = stored.summary;
        const isRunning = stored.status === 'running';
        const asOf = {
          day: bangkokDay(isRunning && checkedAt ? new Date(checkedAt) : deps.now()),
          live: isRunning ? formVersion : null,
        };
        const { form, key } = await ctx.transaction(async (trx) => ({
          form: await formOf(trx, workspaceId, stored.targetId!, asOf),
          key: await deps.keyring.workspaceKey(trx, workspaceId),
        }));
        if (!form) throw new ImportFailure('formGone');
        if (stored.status === 'checking') await check(step, form, key);
        else if (stored.status === 'running') await commit(step, form, key);
        else await read(step, form);
      },
      failure: {
        event: 'consentImport.failed',
        subject: async (trx, { targetId }) => (await nameOf(trx, workspaceId, 'consents', targetId!)) ?? '',
        withoutCells: bare,
      },
    },
  );

async function read({ ctx, signal, stored }: Step, form: Form): Promise<void> {
  const chosen =
    stored.sheet.sheets.length > 0 ? { sheet: stored.sheet.sheet, headingRow: stored.sheet.headingRow } : null;
  const { sheet, mapping, total } = await onDisk(ctx, files.table, stored, (file) =>
    readSheet(file, form, chosen, signal),
  );
  const sealed = await ctx.transaction((trx) => sealSheet(trx, ctx, stored.id, sheet));
  await queries.moveOn({ ctx, stored }, 'finishReading', {
    sheet: sealed,
    mapping,
    summary: { ...consentImportSummary.parse({}), rows: total },
    problems: [],
    done: total,
    total,
  });
}

/** Checks every row, and predicts the effect of the import; writes nothing but the file of rejected rows. */
async function check({ ctx, signal, stored, progress }: Step, form: Form, key: WorkspaceKey): Promise<void> {
  const place = { workspaceId: ctx.workspace.id, consentId: form.id };
  const total = stored.summary.rows + stored.summary.skipped;
  const now = ctx.deps.now();
  const summary: ConsentImportSummary = {
    ...consentImportSummary.parse({}),
    checkedAt: now.toISOString(),
    formVersion: form.publishedVersion,
  };
  const subjects = duplicateIndex(total);
  const rejected = await rejectedRows(ctx, form);
  const met = nothingMet();
  try {
    const empty = (await ctx.transaction((trx) => submissionsOf(trx, place))) === 0;
    await onDisk(ctx, files.table, stored, async (file) => {
      for await (const { candidates, read: done } of walk(
        file,
        { form, stored, key, now, total, signal },
        { met, rejected: rejected.add },
      )) {
        const known = empty
          ? new Set<number>()
          : await ctx.transaction((trx) =>
              knownOf(
                trx,
                place,
                candidates.map(({ uidHash: uid, moment: { at, span }, granted }) => ({ uid, at, span, granted })),
              ),
            );
        summary.unchanged += known.size;
        for (const [index, candidate] of candidates.entries()) {
          if (known.has(index)) continue;
          count(summary, candidate);
          if (subjects.first(candidate.uidHash.readInt32LE(0), candidate.uidHash.readInt32LE(4), 1) === undefined)
            summary.subjects += 1;
        }
        await progress(Math.min(done, total - 1), total);
      }
    });
    const file = await rejected.keep(stored);
    const { rows, skipped, repeated, problems, first } = met;
    const placed = placeOf(stored.sheet);
    const repeats = met.repeats.map(({ row, of }) => {
      const other = placed(of);
      return { ...placed(row), of: other.row, ...(other.sheet !== undefined && { ofSheet: other.sheet }) };
    });
    Object.assign(summary, { rows, skipped, repeated, repeats, problems, rejected: met.rejected });
    await queries.moveOn({ ctx, stored }, 'finishChecking', {
      summary,
      problems: sealProblems(key, stored.id, first.slice(0, PROBLEM_LIMIT).map(withPlace(stored.sheet))),
      rejectsFileId: file,
      done: total,
      total,
    });
  } finally {
    await rejected.dispose();
  }
}
