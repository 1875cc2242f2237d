import { z } from 'zod';
import { PERIODS } from '../analytics/schema.ts';
import { clock } from '../clock.ts';
import { APPROVAL_STATUSES } from '../approvalLine/schema.ts';
import { RIGHT_CODES } from '../dataRight/schema.ts';
import { listInput, listOf } from '../list.ts';
import type { ListRule } from '../listRule.ts';
import { LAWFUL_BASES } from '../purpose/lawfulBasis.ts';
import { defineStatus, PUBLISH_STATUSES, type PublishStatus } from '../status.ts';
import { byId, id, inWorkspace, optionalText, requiredLine, rowVersion, namedRecord } from '../text.ts';
import { noticeContent, noticeGap, noticePart, noticePoint, noticeSummary } from './content.ts';
import { noticeChange } from './drift.ts';
import { DETAILS, NOTICE_KINDS, noticeDraft } from './draft.ts';
import { LOCALES } from '../locale.ts';
import { versionItem } from '../versions.ts';

/** Editing what is published makes it a draft of the next version; the published version stays in force. */
export const noticeStatus = defineStatus<PublishStatus, 'edit' | 'publish'>({
  draft: {
    edit: { to: 'draft', permission: 'privacyNotice.write' },
    publish: { to: 'published', permission: 'privacyNotice.write' },
  },
  published: { edit: { to: 'draft', permission: 'privacyNotice.write' } },
});

/** Whether a published notice is offered: one that is withdrawn keeps its versions, and its address says so. */
export const noticeOffer = defineStatus<'offered' | 'withdrawn', 'withdraw' | 'restore'>({
  offered: { withdraw: { to: 'withdrawn', permission: 'privacyNotice.write' } },
  withdrawn: { restore: { to: 'offered', permission: 'privacyNotice.write' } },
});

export const NOTICE_LIST = {
  sortBy: ['updatedAt', 'createdAt', 'name', 'status', 'reviewOn'],
  filters: {
    kind: NOTICE_KINDS,
    status: ['ALL', 'DRAFT', 'PUBLISHED', 'WITHDRAWN'],
    drifted: 'boolean',
    /**
     * `PLANNED`: it has a date for its review; `OVERDUE`: that has passed; `AHEAD`: its newest version is not in force
     * yet.
     */
    dates: ['PLANNED', 'OVERDUE', 'AHEAD'],
    applicationId: 'id',
  },
} as const satisfies ListRule;
export const listNotices = listInput(NOTICE_LIST);
export type ListNotices = z.output<typeof listNotices>;

export const createNotice = inWorkspace.extend({
  name: requiredLine(200),
  kind: z.enum(NOTICE_KINDS),
  dataControllerId: id,
  /** The one application that it is for; left out: those that name the groups of the kind. */
  applicationId: id.optional(),
});
export const updateNotice = byId.extend({ rowVersion, ...noticeDraft.shape });
export const publishNotice = byId.extend({
  rowVersion,
  /** Whether people are to be told again; left out: as the changes say. */
  tellAgain: z.boolean().optional(),
  /** Why they need not be, where the changes say that they are. */
  editorialReason: optionalText(),
});
export const moveNotice = byId.extend({ rowVersion });
/** `rowVersion`: the notice as it was read, published or not; left out: as it is. */
export const removeNotice = byId.extend({ rowVersion: rowVersion.optional() });

const text = z.object({ th: z.string(), en: z.string() });

const noticeItem = z.object({
  id,
  name: z.string(),
  kind: z.enum(NOTICE_KINDS),
  dataController: z.object({ id, name: text }),
  status: z.enum(PUBLISH_STATUSES),
  /** Newest published version; 0 when there is none. */
  publishedVersion: z.number().int(),
  /** The version in force today; null where none is yet. */
  versionInForce: z.number().int().nullable(),
  /** First day of the newest version, YYYY-MM-DD. */
  effectiveOn: z.string().nullable(),
  reviewOn: z.string().nullable(),
  /** Of the review; null without a date for it. */
  reviewClock: clock.nullable(),
  /** Since when the register says otherwise. */
  driftedAt: z.string().nullable(),
  withdrawn: z.boolean(),
  applicationCount: z.number().int(),
  rowVersion: z.number().int(),
  createdAt: z.string(),
  updatedAt: z.string(),
  updatedBy: namedRecord.nullable(),
});
export type NoticeItem = z.infer<typeof noticeItem>;
export const noticeList = listOf(noticeItem);

/** What an application offers to a notice. */
const applicationOffer = z.object({
  id,
  name: z.string(),
  /** 0: never published, so that nothing of it can be told. */
  version: z.number().int(),
  groups: z.array(z.object({ id, name: text })),
  bases: z.array(z.enum(LAWFUL_BASES)),
  purposes: z.array(
    z.object({
      id,
      title: text,
      sensitive: z.boolean(),
      children: z.boolean(),
      /** What the notice can say of it where the register has no field. */
      details: z.array(z.enum(DETAILS)),
    }),
  ),
});
export type ApplicationOffer = z.infer<typeof applicationOffer>;

export const notice = noticeItem.omit({ applicationCount: true }).extend({
  draft: noticeDraft,
  /** The text as the draft and the published register make it. */
  parts: z.array(noticePart),
  summary: noticeSummary,
  points: z.array(noticePoint),
  /** What the act asks for and the register leaves open. */
  gaps: z.array(noticeGap),
  /** What publishing misses, by field of the draft. */
  problems: z.array(z.object({ path: z.array(z.union([z.string(), z.number()])), key: z.string() })),
  applications: z.array(applicationOffer),
  /** The newest approval line over it that was not given up; null without one. */
  approval: z
    .object({
      lineId: id,
      number: z.number().int(),
      status: z.enum(APPROVAL_STATUSES),
      recordSha256: z.string(),
      /** Whether the notice still reads like the document of the line. */
      isCurrent: z.boolean(),
      /** Who approved it; null until all have, and where it reads otherwise by now. Publishing names them. */
      approver: z.object({ name: z.string(), position: z.string() }).nullable(),
    })
    .nullable(),
  /** Rights that the notice must name, since they apply to the purposes. */
  applyingRights: z.array(z.enum(RIGHT_CODES)),
  /** Whether the text changes the newest version in what people are to be notified of again. */
  tellAgain: z.boolean(),
  /**
   * Whether it names another data protection officer than the newest version, or reaches them otherwise: the Office is
   * to be notified (section 41 paragraph 5).
   */
  officerChanged: z.boolean(),
});
export type Notice = z.infer<typeof notice>;

/** A draft as it is typed, and what follows from it and the published register; nothing of it is kept. */
export const previewNotice = byId.extend({ draft: noticeDraft });
export const noticePreview = notice.pick({
  parts: true,
  summary: true,
  points: true,
  gaps: true,
  problems: true,
  applications: true,
  applyingRights: true,
  tellAgain: true,
  officerChanged: true,
});
export type NoticePreview = z.infer<typeof noticePreview>;

/** In what the register differs from the newest version. */
export const noticeDrift = z.object({
  version: z.number().int(),
  tellAgain: z.boolean(),
  changes: z.array(noticeChange),
});

const noticeVersionItem = versionItem.extend({
  sha256Th: z.string(),
  sha256En: z.string(),
  effectiveOn: z.string(),
  tellAgain: z.boolean(),
  reason: z.string(),
});
export type NoticeVersionItem = z.infer<typeof noticeVersionItem>;
export const noticeVersion = noticeVersionItem.extend({ privacyNoticeId: id, content: noticeContent });
export const noticeVersionList = listOf(noticeVersionItem);

/** Rights and measures that a notice chooses from. */
const subjectRight = z.object({
  /** Of a right of the act its code, of the workspace's own its id. */
  key: z.union([z.enum(RIGHT_CODES), id]),
  th: z.string(),
  en: z.string(),
  /** Null for one of the workspace's own. */
  section: z.string().nullable(),
  /** Lawful bases under which it applies; none for one of the workspace's own, which follows from none. */
  bases: z.array(z.enum(LAWFUL_BASES)),
});
export type SubjectRight = z.infer<typeof subjectRight>;
export const subjectRights = z.object({ collection: z.array(subjectRight) });
export const listNoticeMeasures = listInput({ sortBy: ['name'], sortDirection: 'ASC' });
export const noticeMeasures = listOf(z.object({ id, th: z.string(), en: z.string(), builtIn: z.boolean() }));

/** The report of a notice, of a version or of the draft (`0`). */
export const byNoticeReport = byId.extend({
  version: z.coerce.number().int().min(0).max(1_000_000).optional(),
  lang: z.enum(LOCALES).default('th'),
});
export const noticeReport = z.object({
  version: z.number().int(),
  sha256: z.string().nullable(),
  lang: z.enum(LOCALES),
  name: z.string(),
  effectiveOn: z.string().nullable(),
  approver: z.object({ name: z.string(), position: z.string() }),
  sections: z.array(z.object({ title: z.string(), lines: z.array(z.string()) })),
  points: z.array(noticePoint),
});

/** Views of the public page; `days`: 30 unless given. */
export const byNoticeViews = byId.extend({ days: z.enum(PERIODS).optional() });
const count = z.number().int();
export const noticeViews = z.object({
  /** First and last day of the period, in Bangkok. */
  from: z.string(),
  to: z.string(),
  /** By the language of the page. */
  th: count,
  en: count,
  /** In both languages, in as many days before. */
  previous: count,
  days: z.array(z.object({ day: z.string(), th: count, en: count })),
});
export type NoticeViews = z.infer<typeof noticeViews>;

/** A notice as everybody reads it, in one language. */
export const publicPrivacyNotice = z.object({
  id,
  name: z.string(),
  lang: z.enum(LOCALES),
  version: z.number().int(),
  /** Of the text in this language. */
  sha256: z.string(),
  effectiveOn: z.string(),
  withdrawn: z.boolean(),
  url: z.string(),
  summary: z.object({
    controller: z.string(),
    purposes: z.array(z.string()),
    weighs: noticeSummary.shape.weighs,
    contact: z.string(),
    requestUrl: z.string().nullable(),
    /** Null where the version names none, or was published before the summary named them. */
    rights: z.string().nullable(),
    withdrawOrObject: z.string().nullable(),
  }),
  sections: z.array(
    z.object({
      kind: noticePart.shape.kind,
      heading: z.string(),
      sentences: z.array(z.object({ section: z.string(), text: z.string() })),
    }),
  ),
  versions: z.array(z.object({ version: z.number().int(), effectiveOn: z.string(), sha256: z.string() })),
});
