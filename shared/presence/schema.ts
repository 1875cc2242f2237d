import { z } from 'zod';
import { id, inWorkspace } from '../text.ts';

/** Records whose editors see each other, by the modules that declare them under `presence`: each adds its own. */
export interface EditedRecords {}
export type EditedEntity = EditedRecords[keyof EditedRecords];
/** An editor is forgotten after this long unless they say so again; they do so at half of it. Milliseconds. */
export const EDITOR_MS = 60_000;

export const editorsInput = inWorkspace.extend({
  // Which ones there are the server knows from its modules.
  entity: z.custom<EditedEntity>((entity) => typeof entity === 'string'),
  id,
});
export const editInput = editorsInput.extend({ /** false: they have stopped. */ editing: z.boolean() });
/** Others who are changing the record; `until` as ISO 8601. */
export const editors = z.array(z.object({ id, name: z.string(), until: z.string() }));
