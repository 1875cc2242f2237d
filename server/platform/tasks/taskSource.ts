import type { Trx } from '../../../db/client.ts';
import type { ActivityModule } from '../../../shared/registry/events.ts';
import type { Role } from '../../../shared/registry/roles.ts';
import type { PersonnelActor, WithDeps } from '../actor.ts';

/** Work of one kind that a person can be charged with. */
export interface TaskSource {
  readonly module: ActivityModule;
  /** Roles that can do it; left out: every role. */
  readonly roles?: readonly Role[];
  /** Open tasks of the person at a moment: `pending` wait for somebody's answer, `active` are being worked on. */
  count(trx: Trx, workspaceId: string, personnelId: string, at: Date): Promise<{ pending: number; active: number }>;
  /** Gives every open task of `from` to `to`, with an event for each record. */
  reassign(trx: Trx, actor: WithDeps<PersonnelActor>, from: string, to: string): Promise<void>;
}
