import { pageAddress } from '../../shared/registry/addresses.ts';
import { entityOf, isEntity, placeOf } from '../../shared/registry/entities.ts';
import { may, type Standing } from '../../shared/registry/permissions.ts';
import { matchRoute } from '../../shared/registry/routeMatch.ts';

interface About {
  entity: string;
  entityId: string;
  event: string;
}

/**
 * Where what an event is about is shown: the page of the record, its list where it has no page of its own, otherwise
 * the activity log; home for somebody who may see none of them.
 */
export function recordPathFor(standing: Standing, { entity, entityId, event }: About): string {
  const places = [pageAddress('activityLogs')];
  // What was removed has no page any more.
  if (isEntity(entity) && !event.endsWith('.removed')) {
    const { within } = entityOf(entity);
    places.unshift(...[entity, ...(within ? [within] : [])].flatMap((one) => placeOf(one, entityId) ?? []));
  }
  const mayOpen = (address: string) => {
    const permission = matchRoute(address.replace(/\?.*$/, ''))?.route.permission;
    return permission === undefined || may(standing, permission);
  };
  return places.find(mayOpen) ?? '/';
}
