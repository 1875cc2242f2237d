import type { z } from 'zod';
import type { Db, Executor } from '../../../db/client.ts';
import type { PublicContacts, reportForm } from '../../../shared/incident/publicReport.ts';
import type { Flags } from '../../../shared/registry/flags.ts';
import { activePersonnel } from '../../platform/auth/personnel.ts';
import { thai } from '../../platform/list/list.ts';

/** The workspace of a valid link. Without one nothing of a workspace can be read. */
export const workspaceOf = async (systemDb: Db, token: string): Promise<string | undefined> =>
  (
    await systemDb
      .selectFrom('incidentSettings')
      .select('workspaceId')
      .where('publicToken', '=', token)
      .where('publicForm', '=', true)
      .executeTakeFirst()
  )?.workspaceId;

/** The organisation that a link reports to; undefined where the workspace has no incidents module. */
export async function findOwner(db: Executor, workspaceId: string): Promise<z.output<typeof reportForm> | undefined> {
  const row = await db
    .selectFrom('workspaces as w')
    .innerJoin('organizations as o', 'o.id', 'w.organizationId')
    .select(['o.name as organization', 'w.name as workspace', 'w.flags'])
    .where('w.id', '=', workspaceId)
    .executeTakeFirst();
  if (!row || !(row.flags as Flags).dataBreachEnabled) return undefined;
  return { organization: row.organization, workspace: row.workspace, ...(await contactsOf(db, workspaceId)) };
}

/** Contacts of each kind that the form displays. */
const MOST = 10;

/** The data controllers of a workspace and its data protection officers, as its register has them. */
async function contactsOf(db: Executor, workspaceId: string): Promise<PublicContacts> {
  const controllers = await db
    .selectFrom('dataControllers')
    .select(['id', 'nameTh', 'nameEn', 'address', 'phone', 'email'])
    .where('workspaceId', '=', workspaceId)
    .orderBy(thai('nameTh'))
    .orderBy('id')
    .limit(MOST)
    .execute();
  const officers = await activePersonnel(db, workspaceId, ['DPO'])
    .select(['phone', 'email'])
    .orderBy('email')
    .limit(MOST)
    .execute();
  return {
    controllers: controllers.map(({ nameTh, nameEn, ...row }) => ({ ...row, name: { th: nameTh, en: nameEn } })),
    officers,
  };
}

/** Whether this incident has been stored. */
export const isThere = async (db: Executor, workspaceId: string, id: string): Promise<boolean> =>
  (await db
    .selectFrom('incidents')
    .select('id')
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst()) !== undefined;
