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
 * Where the record of an event is displayed: its page, or its list where it has no page, otherwise the activity log;
 * home for somebody who can open none of them.
 */
export function recordPathFor(standing: Standing, { entity, entityId, event }: About): string {
  const places = [pageAddress('activityLogs')];
  // A deleted record has no page any more.
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
