import type { Trx } from '../../../db/client.ts';
import { type DpiaRegister, dpiaRegister } from '../../../shared/dpia/content.ts';
import { appError } from '../../platform/errors.ts';
import { recordsOf } from '../ropa/documents/record.ts';

/** The current register of applications, by their ids; those that do not exist are left out. */
export async function registersOf(
  trx: Trx,
  workspaceId: string,
  applicationIds: readonly string[],
): Promise<Map<string, DpiaRegister>> {
  const registers = new Map<string, DpiaRegister>();
  for await (const { flows, purposes, ...application } of recordsOf((work) => work(trx), workspaceId, applicationIds))
    registers.set(
      application.id,
      dpiaRegister.parse({
        ...application,
        dataMapping: flows,
        purposes: purposes.map(({ id, publishedVersion: version, status, content }) => ({
          id,
          version,
          fromDraft: status === 'draft',
          content,
        })),
      }),
    );
  return registers;
}

/** The same of one application. @throws 404 */
export async function registerOf(trx: Trx, workspaceId: string, applicationId: string): Promise<DpiaRegister> {
  const register = (await registersOf(trx, workspaceId, [applicationId])).get(applicationId);
  if (!register) throw appError('application.notFound');
  return register;
}
