import type { EntityId } from '../../../shared/registry/entities.ts';
import type { EventName } from '../../../shared/registry/events.ts';
import type { Deps } from '../trpc/context.ts';

/** Of which record a mail is that keeps account of its mails, and of which of its batches. */
export interface MailDelivery {
  readonly workspaceId: string;
  readonly entity: EntityId;
  readonly entityId: string;
  /** What was sent to several addresses at once. */
  readonly batchId: string;
}

/** What a module does about mails that its records keep account of: rows of `mail_deliveries` under its entity. */
export interface MailDeliveries {
  readonly entity: EntityId;
  /** Goes out, unlogged, to those who look at the record once the state of a mail has changed; ends in `.delivered`. */
  readonly event: EventName & `${string}.delivered`;
  /**
   * Called when a mail was tried; of one that has failed for good before that is final, so that a node which dies
   * meanwhile leaves it to the next try. Safe to call again.
   */
  readonly tried?: (deps: Deps, delivery: MailDelivery) => Promise<void>;
  /**
   * Writes more mails and ends what a dead node has left, asked when there is none to send; answers whether there may
   * be more to do.
   */
  readonly resume?: (deps: Deps) => Promise<boolean>;
}

/** The same for the mailer, of all modules. */
export interface MailAccounts {
  readonly eventOf: (entity: string) => EventName | undefined;
  readonly tried: (delivery: MailDelivery) => Promise<void>;
  readonly resume: () => Promise<boolean>;
}

/** Joins what the modules declare. `deps`: asked for once a mail was tried. */
export function mailAccounts(declared: readonly MailDeliveries[], deps: () => Deps): MailAccounts {
  const byEntity = new Map<string, MailDeliveries>(declared.map((one) => [one.entity, one]));
  return {
    eventOf: (entity) => byEntity.get(entity)?.event,
    tried: async (delivery) => byEntity.get(delivery.entity)?.tried?.(deps(), delivery),
    async resume() {
      for (const { resume } of declared) if (await resume?.(deps())) return true;
      return false;
    },
  };
}
