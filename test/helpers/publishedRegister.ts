import type { PurposeDraft } from '../../shared/purpose/schema.ts';
import { callerFor, type Person, type World } from '../factories.ts';
import { completePurpose } from './record.ts';

/**
 * Publishes an application with all of its purposes and one more, which is complete except for `changes`. `person` may
 * write the record.
 */
export async function publishRegister(
  world: World,
  person: Person,
  applicationId: string,
  changes: Partial<PurposeDraft> = {},
): Promise<{ purposeId: string }> {
  const ws = person.workspaceId;
  const { application, purpose } = await callerFor(world, person);
  const created = await purpose.create({ ws, ...(await completePurpose(world, ws)), ...changes });
  const { purposes } = await application.get({ ws, id: applicationId });
  await publishWith(world, person, applicationId, [...purposes.map(({ id }) => id), created.id]);
  return { purposeId: created.id };
}

/** Publishes an application again, with these purposes. `person` may write the record. */
export async function publishWith(
  world: World,
  person: Person,
  applicationId: string,
  purposeIds: readonly string[],
): Promise<void> {
  const ws = person.workspaceId;
  const { application } = await callerFor(world, person);
  const before = await application.get({ ws, id: applicationId });
  const saved = await application.update({
    ...before,
    ws,
    id: applicationId,
    dataControllerId: before.dataController.id,
    lineOfWorkId: before.lineOfWork?.id ?? null,
    dataSourceId: before.dataSource?.id ?? null,
    purposeIds,
  } as never);
  await application.publish({ ws, id: applicationId, rowVersion: saved.rowVersion, publishPurposes: true });
}
