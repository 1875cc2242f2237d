import type { Trx } from '../../../db/client.ts';
import { rolesWith } from '../../../shared/registry/permissions.ts';
import type { RequestFormContent } from '../../../shared/requestForm/schema.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import * as requests from '../request/service.ts';
import * as requestForms from '../requestForm/service.ts';
import { personnelOf } from './queries.ts';

/** A form that accepts requests. */
export interface PublishedForm {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  readonly content: RequestFormContent;
}
/** The form of an import, with what its rows are checked by. */
export interface Form extends PublishedForm {
  /** Possible assignees, by their address in lower case. */
  readonly assignees: ReadonlyMap<string, string>;
  /** Requests that were closed before are past their retention period. */
  readonly retainedSince: Date;
}

/** A published form; undefined for one that accepts no requests. */
export async function publishedFormOf(trx: Trx, ctx: WorkspaceContext, id: string): Promise<PublishedForm | undefined> {
  const inForce = await requestForms.inForce(trx, ctx, id);
  return inForce && { id, ...inForce };
}

/** The same, for an import that reads rows. */
export async function formOf(trx: Trx, ctx: WorkspaceContext, id: string): Promise<Form | undefined> {
  const form = await publishedFormOf(trx, ctx, id);
  if (!form) return undefined;
  return {
    ...form,
    assignees: await personnelOf(trx, ctx.workspace.id, rolesWith('request.write')),
    retainedSince: new Date(await requests.closedBefore(trx, ctx.workspace.id, ctx.deps.now())),
  };
}
