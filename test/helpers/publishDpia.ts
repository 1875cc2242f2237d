import type { Dpia } from '../../shared/dpia/schema.ts';
import { callerFor, type Person } from '../factories.ts';
import { completeDpiaDraft } from './dpiaContents.ts';

/** An assessment of an application without purposes, started and complete. `more`: additional values of its draft. */
export async function draftDpia(
  server: Parameters<typeof callerFor>[0],
  person: Person,
  { ws, applicationId }: { ws: string; applicationId: string },
  more: object = {},
): Promise<Dpia> {
  const { dpia } = await callerFor(server, person);
  const { framework } = await dpia.prepare({ ws, applicationId });
  const dataRisk = framework.dataRisk.flatMap(({ questions }) =>
    questions.map(({ id: questionId }) => ({ questionId, answer: 'YES' as const, note: '' })),
  );
  const { id } = await dpia.create({ ws, applicationId, name: 'ตรวจพันธุกรรม', reason: 'ข้อมูลพันธุกรรม', dataRisk });
  const { rowVersion } = await dpia.start({ ws, id });
  return dpia.update({
    ws,
    id,
    rowVersion,
    ...completeDpiaDraft(),
    dataRisk,
    items: framework.items.map(({ id: itemId }) => ({ itemId, answer: 'MET' as const, note: '' })),
    ...more,
  });
}
