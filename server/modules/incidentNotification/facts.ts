import { sql } from 'kysely';
import type { Trx } from '../../../db/client.ts';
import type { Incident } from '../../../shared/incident/schema.ts';
import { activePersonnel } from '../../platform/auth/personnel.ts';
import { thai } from '../../platform/list/list.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { existing } from '../incident/record.ts';

/** The contact for the authority and the data subjects. */
export interface Contact {
  readonly name: string;
  readonly position: string;
  readonly email: string;
  readonly phone: string;
}
export interface Controller {
  readonly name: { th: string; en: string };
  readonly contact: string;
  readonly address: string;
  readonly email: string;
  readonly phone: string;
}

/** The facts of an incident in letters and forms. */
export interface IncidentFacts {
  readonly incident: Incident;
  /** Controllers of the applications concerned; where none is named, the workspace's only one. */
  readonly controllers: Controller[];
  readonly officers: Contact[];
  readonly organization: string;
}
export type Reader = Pick<WorkspaceContext, 'deps' | 'workspace' | 'personnel' | 'standing'>;

/** The facts of one incident. @throws 404 */
export async function factsOf(trx: Trx, reader: Reader, id: string): Promise<IncidentFacts> {
  const { id: ws, name } = reader.workspace;
  // The context of a request is not used here: an export has no request.
  const incident = await existing(trx, reader as WorkspaceContext, id);
  const { rows } = await sql<{
    name: string;
  }>`select o.name from workspaces w join organizations o on o.id = w.organization_id where w.id = ${ws}`.execute(trx);
  return {
    incident,
    controllers: await controllersOf(
      trx,
      ws,
      incident.applications.flatMap((link) => link.id ?? []),
    ),
    officers: await peopleOf(trx, ws, 'DPO'),
    organization: rows[0]?.name ?? name,
  };
}

async function controllersOf(trx: Trx, ws: string, applicationIds: string[]): Promise<Controller[]> {
  const { rows } = await sql<{
    nameTh: string;
    nameEn: string;
    contact: string;
    address: string;
    email: string;
    phone: string;
    named: boolean;
  }>`
    select name_th, name_en, contact_person as contact, address, email, phone,
      exists (select from applications a where a.workspace_id = c.workspace_id and a.data_controller_id = c.id and a.id = any(${applicationIds}::uuid[])) as named
    from data_controllers c where workspace_id = ${ws} order by name_th collate thai, id`.execute(trx);
  const named = rows.filter((row) => row.named);
  // Choosing one of several, to which no application refers, would be a guess.
  const chosen = named.length > 0 ? named : rows.length === 1 ? rows : [];
  return chosen.map(({ nameTh, nameEn, named: _named, ...row }) => ({
    name: { th: nameTh, en: nameEn || nameTh },
    ...row,
  }));
}

/** Active people of a role, by name. */
export const peopleOf = (trx: Trx, ws: string, role: 'DPO' | 'Top Management'): Promise<Contact[]> =>
  activePersonnel(trx, ws, [role])
    .select(['name', 'position', 'email', 'phone'])
    .orderBy(thai('name'))
    .orderBy('id')
    .execute();
