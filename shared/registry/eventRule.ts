import { ENTITIES, type EntityId } from './entities.ts';
import type { ActivityModule } from './events.ts';
import type { Permission } from './permissions.ts';

/** What an event is about, and who is notified of it. */
export interface EventRule {
  readonly module: ActivityModule;
  readonly entity: EntityId;
  /** Who is notified of it as it happens: everyone in the workspace who holds this permission. */
  readonly audience: Permission;
  /**
   * Whose bell it rings: of all who read the activity log and of those it names, of those it names alone, or of nobody.
   */
  readonly bell: 'all' | 'named' | 'none';
  /** Only refreshes open screens: nothing that the activity log keeps. */
  readonly unlogged?: true;
  /** Nothing of the record has changed: what happened is in the activity log alone. */
  readonly onlyLogged?: true;
  /** It may change what others may see: everyone in the workspace, or the person that it is about. */
  readonly changesRightsOf?: 'everyone' | 'person';
}

/** An event of a record, with what the rule of its entity says unless given. */
export const event = (
  entity: EntityId,
  {
    bell = 'all',
    ...own
  }: Partial<Pick<EventRule, 'module' | 'audience' | 'bell' | 'onlyLogged' | 'changesRightsOf'>> = {},
): EventRule => {
  const { module, audience } = ENTITIES[entity];
  return { module, entity, audience, bell, ...own };
};

/** One that only refreshes open screens. */
export const unlogged = (entity: EntityId, own: Partial<Pick<EventRule, 'module' | 'audience'>> = {}): EventRule => ({
  ...event(entity, { ...own, bell: 'none' }),
  unlogged: true,
});
