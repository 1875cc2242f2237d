import type { z } from 'zod';
import { DPIA_LIST, listDpias } from '../../../../shared/dpia/schema.ts';
import { listFilters } from '../../../../shared/list.ts';
import { bangkokDay } from '../../../../shared/bangkok.ts';
import type { ExportJob } from '../../../platform/exports/maker.ts';
import { countOf } from '../../../platform/list/list.ts';
import type { Trx } from '../../../../db/client.ts';
import { type DraftedDpia, narrowed, withDrafts } from '../queries.ts';

/** The filters of the list. */
export const exportInput = listFilters(DPIA_LIST).extend(listDpias.pick({ query: true }).shape);
export type ExportInput = z.output<typeof exportInput>;
export type DpiaJob = ExportJob<ExportInput>;

/** Assessments that one query reads: each can have a hundred worst cases. */
const PAGE = 100;

/** Those that existed when the export was requested. */
const rowsOf = (trx: Trx, job: DpiaJob) =>
  narrowed(trx, job.workspace.id, {
    ...listDpias.parse(job.input),
    today: bangkokDay(job.deps.now()),
  }).where('dpias.createdAt', '<=', job.requestedAt.toISOString() as never);

export const countAssessments = (job: DpiaJob): Promise<number> => job.transaction((trx) => countOf(rowsOf(trx, job)));

/** The assessments in the order of their creation. `onPage` is called with the number of assessments of a page. */
export async function* assessments(job: DpiaJob, onPage: (count: number) => void): AsyncGenerator<DraftedDpia> {
  for (let after: string | undefined; ;) {
    const page: DraftedDpia[] = await job.transaction(async (trx) => {
      let rows = rowsOf(trx, job);
      if (after !== undefined) rows = rows.where('dpias.id', '>', after);
      const ids = await rows.select('dpias.id').orderBy('dpias.id').limit(PAGE).execute();
      return withDrafts(
        trx,
        job.workspace.id,
        ids.map(({ id }) => id),
      );
    });
    yield* page;
    onPage(page.length);
    if (page.length < PAGE) return;
    after = page.at(-1)!.id;
  }
}
