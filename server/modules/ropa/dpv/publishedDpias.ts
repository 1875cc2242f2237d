import type { Trx } from '../../../../db/client.ts';
import { type DpiaContent, dpiaContent } from '../../../../shared/dpia/content.ts';

/** Assessments that one query reads. */
const PAGE = 20;

/** An assessment as in its newest version. */
export interface PublishedDpia {
  readonly id: string;
  readonly applicationId: string;
  readonly version: number;
  readonly publishedAt: Date;
  readonly content: DpiaContent;
}

/** The published assessments of a workspace, or of one application; one page is in memory at a time. */
export async function* publishedDpias(
  transaction: <Result>(work: (trx: Trx) => Promise<Result>) => Promise<Result>,
  workspaceId: string,
  applicationId: string | null,
): AsyncGenerator<PublishedDpia> {
  let after: string | null = null;
  for (;;) {
    const page: PublishedDpia[] = await transaction((trx) => pageOf(trx, { workspaceId, applicationId, after }));
    yield* page;
    if (page.length < PAGE) return;
    after = page.at(-1)!.id;
  }
}

async function pageOf(
  trx: Trx,
  { workspaceId, applicationId, after }: { workspaceId: string; applicationId: string | null; after: string | null },
): Promise<PublishedDpia[]> {
  const rows = await trx
    .selectFrom('dpias as d')
    .innerJoin('dpiaVersions as v', (join) =>
      join
        .onRef('v.workspaceId', '=', 'd.workspaceId')
        .onRef('v.dpiaId', '=', 'd.id')
        .onRef('v.version', '=', 'd.publishedVersion'),
    )
    .select(['d.id', 'd.applicationId', 'v.version', 'v.publishedAt', 'v.content'])
    .where('d.workspaceId', '=', workspaceId)
    .where('v.workspaceId', '=', workspaceId)
    .$if(applicationId !== null, (query) => query.where('d.applicationId', '=', applicationId!))
    .$if(after !== null, (query) => query.where('d.id', '>', after!))
    .orderBy('d.id')
    .limit(PAGE)
    .execute();
  return rows.map(({ content, publishedAt, ...row }) => ({
    ...row,
    publishedAt: new Date(publishedAt),
    content: dpiaContent.parse(content),
  }));
}
