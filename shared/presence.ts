import { z } from 'zod';
import { id, inWorkspace } from './text.ts';

/** Records whose editors see each other. */
export const EDITED_ENTITIES = ['incident'] as const;
/** An editor is forgotten after this long unless he says so again; he does so at half of it. Milliseconds. */
export const EDITOR_MS = 60_000;

export const editorsInput = inWorkspace.extend({ entity: z.enum(EDITED_ENTITIES), id });
export const editInput = editorsInput.extend({ /** false: he has stopped. */ editing: z.boolean() });
/** Others who are changing the record; `until` as ISO 8601. */
export const editors = z.array(z.object({ id, name: z.string(), until: z.string() }));
