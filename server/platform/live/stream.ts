import type { TrackedEnvelope } from '@trpc/server';
import type { LiveEvent } from '../../../shared/registry/events.ts';
import type { Standing } from '../../../shared/registry/permissions.ts';
import { appError } from '../errors.ts';

/**
 * What `notification.live` answers: a permit to read a workspace's stream. The socket adapter hands it to the hub,
 * which serves all readers together; one generator for each would cost several times the time and memory.
 */
export class LiveStream implements AsyncIterable<TrackedEnvelope<LiveEvent>> {
  readonly workspaceId: string;
  readonly personnelId: string;
  readonly standing: Standing;
  readonly lastEventId: string | undefined;

  constructor(facts: { workspaceId: string; personnelId: string; standing: Standing; lastEventId?: string }) {
    this.workspaceId = facts.workspaceId;
    this.personnelId = facts.personnelId;
    this.standing = facts.standing;
    this.lastEventId = facts.lastEventId;
  }

  /** @throws badRequest: live events come over a socket only */
  [Symbol.asyncIterator](): AsyncIterator<TrackedEnvelope<LiveEvent>> {
    throw appError('socketOnly');
  }
}
