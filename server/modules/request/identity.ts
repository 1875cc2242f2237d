import type { Trx } from '../../../db/client.ts';
import type { RightCode } from '../../../shared/dataRight/schema.ts';
import { type RequestStage, type RequestStatus, STATUS_OF } from '../../../shared/request/stage.ts';
import type { Bilingual } from '../../../shared/text.ts';
import type { WithDeps } from '../../platform/actor.ts';
import * as queries from './rows.ts';
import { type Identity, identityIn } from './subject.ts';

/** A request for modules that deal with the data subject. */
export interface RequestIdentity extends Omit<queries.RequestRow, 'subject'> {
  /** The data subject. Never for a log, an event, or a reader without this permission. */
  readonly identity: Identity;
  readonly rights: readonly {
    readonly id: string;
    readonly name: Bilingual;
    readonly code: RightCode | null;
    readonly stage: RequestStage;
    readonly status: RequestStatus;
  }[];
}

/** A request with its data subject; undefined where it does not exist. The caller has checked the permission. */
export async function identityOf(
  trx: Trx,
  { workspaceId, deps }: Pick<WithDeps, 'workspaceId' | 'deps'>,
  id: string,
): Promise<RequestIdentity | undefined> {
  const [row, rights, key] = await Promise.all([
    queries.find(trx, workspaceId, id),
    queries.rightsOf(trx, workspaceId, [id]),
    deps.keyring.workspaceKey(trx, workspaceId),
  ]);
  if (!row) return undefined;
  const { subject, ...facts } = row;
  return {
    ...facts,
    identity: identityIn(key, { id, subject }),
    rights: rights.map((right) => ({
      id: right.id,
      code: right.code,
      stage: right.stage,
      name: { th: right.nameTh, en: right.nameEn },
      status: STATUS_OF[right.stage],
    })),
  };
}
