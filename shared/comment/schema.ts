import { z } from 'zod';
import { id, inWorkspace, LIMITED, requiredText, namedRecord } from '../text.ts';

/** Records whose fields can be commented on, by the modules that declare them under `comments`: each adds its own. */
export interface CommentedRecords {}
export type CommentedEntity = CommentedRecords[keyof CommentedRecords];

/** Comments that one record takes, and people that one comment mentions. */
export const COMMENT_LIMIT = 500;
const MENTION_LIMIT = 20;

export const listComments = inWorkspace.extend({
  // Which ones there are the server knows from its modules.
  entity: z.custom<CommentedEntity>((entity) => typeof entity === 'string'),
  id,
});
export const addComment = listComments.extend({
  /** Path of the field, members of lists by their ids: `worstCases.0198….title`. Empty: the record as a whole. */
  field: z
    .string()
    .max(200, LIMITED)
    .regex(/^[\w.-]*$/)
    .default(''),
  /** The thread that it answers; null: it begins one. */
  threadId: id.nullable().default(null),
  /** The id of the new comment: sent again after a lost answer, it is the same comment. */
  commentId: id.optional(),
  body: requiredText(2000),
  mentionIds: z.array(id).max(MENTION_LIMIT).default([]),
});
export const settleComments = listComments.extend({ threadId: id, resolved: z.boolean() });

const comment = z.object({
  id,
  body: z.string(),
  mentions: z.array(namedRecord),
  createdBy: namedRecord.nullable(),
  createdAt: z.string(),
});
const thread = z.object({
  id,
  field: z.string(),
  resolvedBy: namedRecord.nullable(),
  resolvedAt: z.string().nullable(),
  comments: z.array(comment),
});
export type CommentThread = z.output<typeof thread>;
/** Threads in the order in which they began. */
export const commentThreads = z.object({ threads: z.array(thread) });
export type CommentThreads = z.output<typeof commentThreads>;
