import { randomUUIDv7 } from 'node:crypto';
import { withScope } from '../../db/client.ts';
import { dpiaDraft, worstCase } from '../../shared/dpia/content.ts';
import { systemActor } from '../../server/platform/actor.ts';
import { recordsChanged } from '../../server/platform/records/listener.ts';
import type { World } from '../factories.ts';
import { frameworkOf, registerOf } from './dpiaContents.ts';

/** An assessment published as this version, with one worst case for each of these plans, without its own procedures. */
export async function buildPublishedDpia(
  { deps, owner }: World,
  {
    ws,
    applicationId,
    plans,
    id = randomUUIDv7(),
    version = 1,
    variant = 'CURRENT',
  }: {
    ws: string;
    applicationId: string;
    plans: readonly { title: string; responsibleId: string | null; expectedOn: string }[];
    id?: string;
    version?: number;
    variant?: 'CURRENT' | 'OLDER';
  },
): Promise<{ id: string; versionId: string }> {
  const draft = dpiaDraft.parse({
    name: 'ระบบตรวจพันธุกรรม',
    reason: 'ข้อมูลพันธุกรรม',
    worstCases: plans.map(({ title, responsibleId, expectedOn }) =>
      worstCase.parse({
        id: randomUUIDv7(),
        title: { th: title, en: '' },
        initial: { likelihood: 5, impact: 5 },
        residual: { likelihood: 3, impact: 5 },
        treatment: {
          method: 'REDUCTION',
          detail: 'เข้ารหัสข้อมูลทุกชุด',
          measures: [{ id: randomUUIDv7(), text: 'เข้ารหัส' }],
          expected: { likelihood: 1, impact: 4 },
          expectedOn,
          responsibleId,
        },
      }),
    ),
  });
  const framework = frameworkOf(variant);
  const register = registerOf(applicationId, 'ระบบตรวจ');
  const { name, reason } = draft;
  const state = { status: 'PUBLISHED', publishedVersion: version } as const;
  await owner
    .insertInto('dpias')
    .values({
      workspaceId: ws,
      id,
      variant,
      applicationId,
      name,
      reason,
      ...state,
      content: JSON.stringify(draft),
      framework: JSON.stringify(framework),
      suggestion: JSON.stringify({ reasons: [], at: '2026-01-01T00:00:00Z' }),
    })
    .onConflict((conflict) => conflict.columns(['workspaceId', 'id']).doUpdateSet(state))
    .execute();
  const versionId = randomUUIDv7();
  await owner
    .insertInto('dpiaVersions')
    .values({
      workspaceId: ws,
      id: versionId,
      dpiaId: id,
      version,
      content: JSON.stringify({ draft, framework, register, people: [], dataFlowFileId: null }),
      sha256: '0'.repeat(64),
    })
    .execute();
  await withScope(deps.db, { workspaceId: ws }, (trx) => recordsChanged(trx, systemActor(deps, ws), 'dpia', [id]));
  return { id, versionId };
}
