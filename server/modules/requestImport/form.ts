import type { Trx } from '../../../db/client.ts';
import { PERMISSIONS } from '../../../shared/registry/permissions.ts';
import type { RequestFormContent } from '../../../shared/requestForm/schema.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import * as requestForms from '../requestForm/service.ts';
import { namesOf, personnelOf } from './queries.ts';

/** The form of an import, and its possible assignees. */
export interface Form {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  readonly content: RequestFormContent;
  /** By their address in lower case. */
  readonly assignees: ReadonlyMap<string, string>;
}

/** A published form; undefined for one that accepts no requests. */
export async function formOf(trx: Trx, ctx: WorkspaceContext, id: string): Promise<Form | undefined> {
  const inForce = await requestForms.inForce(trx, ctx, id);
  if (!inForce) return undefined;
  const names = await namesOf(trx, ctx.workspace.id, [id]);
  return {
    id,
    name: names.get(id) ?? '',
    ...inForce,
    assignees: await personnelOf(trx, ctx.workspace.id, PERMISSIONS['request.write'].roles),
  };
}
