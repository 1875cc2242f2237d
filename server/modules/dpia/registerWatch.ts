import type { Trx } from '../../../db/client.ts';
import { type DpiaContent, dpiaContent, type DpiaRegister } from '../../../shared/dpia/content.ts';
import { type RegisterChange, registerChanges } from '../../../shared/dpia/registerChange.ts';
import type { WithDeps } from '../../platform/actor.ts';
import { appError } from '../../platform/errors.ts';
import { emit } from '../../platform/live/emit.ts';
import type { RecordListener } from '../../platform/records/listener.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { lineWordsIn } from '../dataMapping/lineWords.ts';
import { namesOf } from './freeze.ts';
import * as queries from './queries.ts';
import { registerOf, registersOf } from './register.ts';

/** Published assessments, with the register as in their newest versions. */
const published = (trx: Trx, workspaceId: string) =>
  trx
    .selectFrom('dpias as d')
    .innerJoin('dpiaVersions as v', (join) =>
      join
        .onRef('v.workspaceId', '=', 'd.workspaceId')
        .onRef('v.dpiaId', '=', 'd.id')
        .onRef('v.version', '=', 'd.publishedVersion'),
    )
    .select(['d.id', 'd.name', 'd.applicationId', 'd.registerChangedAt', 'd.publishedVersion', 'v.content'])
    .where('d.workspaceId', '=', workspaceId);

const registerIn = (content: unknown): DpiaRegister =>
  dpiaContent.shape.register.parse((content as DpiaContent).register);

/** The differences of the current register from that of a version. */
const changesSince = (content: unknown, register: DpiaRegister): RegisterChange[] =>
  registerChanges(registerIn(content), register, lineWordsIn);

export const applicationListener: RecordListener = {
  /** Published assessments are marked if their register is outdated. */
  changed: markOutdated,
  /** @throws 409 `dpia.ofApplication` naming its assessments */
  async removing(trx, { workspaceId }, applicationId) {
    const dpias = await queries.ofApplication(trx, workspaceId, applicationId);
    if (dpias.length > 0)
      throw appError('dpia.ofApplication', {
        values: { names: dpias.map(({ name }) => name).join(', ') },
        details: { dpias },
      });
  },
};

/** Marks the published assessments of these applications whose register differs, and no others of them. */
export async function markOutdated(trx: Trx, actor: WithDeps, applicationIds: readonly string[]): Promise<void> {
  if (applicationIds.length === 0) return;
  const { workspaceId, at } = actor;
  // Locked first: one that is being published, also for the first time, is read after that.
  const dpiaRows = await trx
    .selectFrom('dpias')
    .select('id')
    .where('workspaceId', '=', workspaceId)
    .where('applicationId', 'in', [...applicationIds])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  if (dpiaRows.length === 0) return;
  const ids = dpiaRows.map(({ id }) => id);
  const dpias = await published(trx, workspaceId).where('d.id', 'in', ids).orderBy('d.id').execute();
  if (dpias.length === 0) return;
  const registers = await registersOf(trx, workspaceId, [...new Set(dpias.map((dpia) => dpia.applicationId))]);
  for (const { id, name, applicationId, content, registerChangedAt } of dpias) {
    const register = registers.get(applicationId);
    const isOutdated = register !== undefined && changesSince(content, register).length > 0;
    if (isOutdated === (registerChangedAt !== null)) continue;
    await trx
      .updateTable('dpias')
      .set({ registerChangedAt: isOutdated ? at : null })
      .where('workspaceId', '=', workspaceId)
      .where('id', '=', id)
      .execute();
    await emit(trx, actor, {
      event: isOutdated ? 'dpia.registerChanged' : 'dpia.registerRestored',
      entityId: id,
      subject: name,
    });
  }
}

/** The differences between the current register and that of the newest version. @throws 404 */
export const registerChangesOf = (
  ctx: WorkspaceContext,
  { id }: { id: string },
): Promise<{ version: number; changes: RegisterChange[] }> =>
  ctx.read(async (trx) => {
    const found = await published(trx, ctx.workspace.id).where('d.id', '=', id).executeTakeFirst();
    if (!found) {
      await assertExists(trx, ctx.workspace.id, id);
      return { version: 0, changes: [] };
    }
    const register = await registerOf(trx, ctx.workspace.id, found.applicationId);
    return { version: found.publishedVersion, changes: changesSince(found.content, register) };
  });

/**
 * The current register of the application of an assessment, whether or not it is published, and the names of what its
 * draft refers to, as a version contains both. @throws 404
 */
export const currentRegister = (
  ctx: WorkspaceContext,
  { id }: { id: string },
): Promise<Pick<DpiaContent, 'register' | 'people'>> =>
  ctx.read(async (trx) => {
    const found = await queries.find(trx, ctx.workspace.id, id);
    if (!found) throw appError('dpia.notFound');
    const [register, people] = await Promise.all([
      registerOf(trx, ctx.workspace.id, found.application.id),
      namesOf(trx, ctx.workspace.id, found.draft),
    ]);
    return { register, people };
  });

async function assertExists(trx: Trx, workspaceId: string, id: string): Promise<void> {
  const row = await trx
    .selectFrom('dpias')
    .select('id')
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw appError('dpia.notFound');
}
