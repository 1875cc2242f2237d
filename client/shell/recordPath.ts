import { fillPath, pageAddress } from '../../shared/registry/addresses.ts';
import { entityOf, isEntity, placeOf } from '../../shared/registry/entities.ts';
import { may, onlyOwn, type Standing } from '../../shared/registry/permissions.ts';
import { matchRoute } from '../../shared/registry/routeMatch.ts';
import { routeOf } from '../../shared/registry/routes.ts';

interface About {
  entity: string;
  entityId: string;
  event: string;
}

/**
 * Where the record of an event is displayed: its page, or its list where it has no page or does not open for the
 * reader any more, otherwise the activity log; home for somebody who can open none of them.
 */
export function recordPathFor(standing: Standing, { entity, entityId, event }: About): string {
  const places = [pageAddress('activityLogs')];
  // A deleted record has no page any more.
  if (isEntity(entity) && !event.endsWith('.removed')) {
    const { within, list, audience } = entityOf(entity);
    // Nor does one that was passed on open for those who read their own alone.
    if (list && event.endsWith('.released') && onlyOwn(standing.role, audience))
      places.unshift(fillPath(routeOf(list).path, {}));
    else places.unshift(...[entity, ...(within ? [within] : [])].flatMap((one) => placeOf(one, entityId) ?? []));
  }
  const mayOpen = (address: string) => {
    const permission = matchRoute(address.replace(/\?.*$/, ''))?.route.permission;
    return permission === undefined || may(standing, permission);
  };
  return places.find(mayOpen) ?? '/';
}
