import type { Trx } from '../../../db/client.ts';
import type { ClockKind, ClockKinds } from '../../platform/clock/clockKind.ts';
import { alarm } from './alarm.ts';
import * as rows from './rows.ts';

/** All rights of the request of a right. */
const rightsBeside = (trx: Trx, workspaceId: string, rightId: string) =>
  trx
    .selectFrom('requestRights')
    .select(['id', 'requestId'])
    .where('workspaceId', '=', workspaceId)
    .where('requestId', '=', (eb) =>
      eb
        .selectFrom('requestRights')
        .select('requestId')
        .where('workspaceId', '=', workspaceId)
        .where('id', '=', rightId),
    )
    .execute();

/** Rights of one request that are due at the same moment are notified of together. */
const ofRights = {
  async lock(trx, workspaceId, rightId) {
    const [right] = await rightsBeside(trx, workspaceId, rightId);
    if (right) await rows.lock(trx, workspaceId, right.requestId);
  },
  together: async (trx, workspaceId, rightId) => (await rightsBeside(trx, workspaceId, rightId)).map(({ id }) => id),
  flag: 'dsrmEnabled',
} as const satisfies Partial<ClockKind>;

export const clocks = {
  'request.right': { ...ofRights, alarm: alarm(false) },
  'request.act': { ...ofRights, alarm: alarm(true) },
} satisfies ClockKinds;

declare module '../../platform/clock/deadlines.ts' {
  interface DeadlineKinds {
    request: keyof typeof clocks;
  }
}
