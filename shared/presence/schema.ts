import { z } from 'zod';
import type { Permission } from '../registry/permissions.ts';
import { id, inWorkspace } from '../text.ts';

/**
 * Records whose editors see each other, with the permission to read them. A notification that is not yet made and a
 * decision on the risk go by the id of their incident.
 */
const EDITED = {
  incident: 'incident.read',
  incidentActivity: 'incident.read',
  incidentDecision: 'incident.verify',
  incidentNotification: 'incident.notify',
  newIncidentNotification: 'incident.notify',
  approvalLine: 'approval.act',
} as const satisfies Record<string, Permission>;

export type EditedEntity = keyof typeof EDITED;
/** What it takes to see who edits a record of this kind. */
export const editedPermission = (entity: EditedEntity): Permission => EDITED[entity];
/** An editor is forgotten after this long unless they say so again; they do so at half of it. Milliseconds. */
export const EDITOR_MS = 60_000;

export const editorsInput = inWorkspace.extend({
  entity: z.enum(Object.keys(EDITED) as [EditedEntity, ...EditedEntity[]]),
  id,
});
export const editInput = editorsInput.extend({ /** false: they have stopped. */ editing: z.boolean() });
/** Others who are changing the record; `until` as ISO 8601. */
export const editors = z.array(z.object({ id, name: z.string(), until: z.string() }));
