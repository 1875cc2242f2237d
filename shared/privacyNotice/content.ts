import { z } from 'zod';
import { id } from '../text.ts';
import { NOTICE_KINDS, noticeDraft } from './draft.ts';
import { PART_KINDS } from './text/notice.ts';

const words = z.object({ th: z.string(), en: z.string() });

const source = z.object({
  record: z.enum(['purpose', 'application', 'dataController', 'privacyNotice', 'requestForm']),
  id,
  version: z.number().int().nullable(),
  field: z.string(),
});

/** A sentence as the notice says it. */
const noticeSentence = words.extend({
  key: z.string(),
  section: z.string(),
  source,
  /** What it says by the register, where somebody has written it otherwise; null where nobody has. */
  register: words.nullable(),
  /** It was written otherwise, and the register says something else than it did then. */
  outdated: z.boolean(),
  /** What it lists, and the period that it names: by them a change is judged. Earlier versions have no months. */
  items: z.array(z.string()).optional(),
  days: z.number().nullable().optional(),
  months: z.number().nullable().optional(),
});
export type NoticeSentence = z.infer<typeof noticeSentence>;

export const noticePart = z.object({
  kind: z.enum(PART_KINDS),
  key: z.string(),
  heading: words,
  sentences: z.array(noticeSentence),
  /** Of a purpose: whose data it uses, of the groups that the notice is written for. Earlier versions have none. */
  groups: z.array(z.object({ id, name: words })).optional(),
});
export type WrittenPart = z.infer<typeof noticePart>;

export const noticePoint = z.object({
  section: z.string(),
  state: z.enum(['complete', 'open', 'none']),
  keys: z.array(z.string()),
});
export const noticeGap = z.object({
  section: z.string(),
  record: source.shape.record,
  id,
  title: words,
  field: z.string(),
});
/** What the tables show of one purpose. */
export const noticeSummary = z.object({
  controller: words,
  purposes: z.array(words),
  /** What weighs most: section 26 data, data abroad, marketing, minors. */
  weighs: z.array(z.enum(['sensitive', 'abroad', 'marketing', 'children'])),
  contact: z.string(),
  requestUrl: z.string().nullable(),
  /** The rights that the text names, in short; left out where it names none, and in versions published earlier. */
  rights: words.optional(),
  /** That consent is withdrawn or the use objected to at any time, where that is among the rights. */
  withdrawOrObject: words.optional(),
});

export type NoticeSummary = z.infer<typeof noticeSummary>;

/** Whether data comes from others than the data subject: section 25 paragraph 3 says by when they are notified. */
export const isIndirect = ({ parts }: { readonly parts: readonly WrittenPart[] }): boolean =>
  parts.some(({ sentences }) =>
    sentences.some(({ section, source: { field } }) => section === '25' && field === 'dataSource'),
  );

/** What a version tells, for good: hashed as canonical JSON. */
export const noticeContent = z.object({
  name: z.string(),
  kind: z.enum(NOTICE_KINDS),
  /** What people wrote and chose, by which the register is read again. */
  draft: noticeDraft,
  dataControllerId: id,
  parts: z.array(noticePart),
  summary: noticeSummary,
  points: z.array(noticePoint),
  approver: z.object({ name: z.string(), position: z.string() }),
  /** The line by which it was approved; null where its approver was typed. */
  approval: z.object({ lineId: id, number: z.number().int(), recordSha256: z.string() }).nullable().optional(),
  /** YYYY-MM-DD, in Bangkok. */
  effectiveOn: z.string(),
});
export type NoticeContent = z.infer<typeof noticeContent>;
