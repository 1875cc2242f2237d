import { z } from 'zod';

const node = z.object({
  /** Machine and process. */
  name: z.string(),
  /** Null: it has not said, or is of a version that does not. */
  version: z.string().nullable(),
  startedAt: z.string().nullable(),
  /** When it last said which keys it has. */
  reportedAt: z.string().nullable(),
  running: z.boolean(),
  /** Whether it has the master key in use, and the next one. */
  hasKey: z.boolean(),
  hasNextKey: z.boolean(),
});
export type NodeRow = z.infer<typeof node>;
/** `nextKeyId`: the master key that is to replace the one in use; null: none is set. */
const nodes = z.object({ nextKeyId: z.string().nullable(), nodes: z.array(node) });
export type NodeList = z.infer<typeof nodes>;
/** Null: they are for the operator alone to know. */
export const nodeList = nodes.nullable();
