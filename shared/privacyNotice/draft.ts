import { z } from 'zod';
import { RIGHT_CODES } from '../dataRight/schema.ts';
import { LAWFUL_BASES } from '../purpose/lawfulBasis.ts';
import {
  email,
  id,
  LIMITED,
  LONG_TEXT_LIMIT,
  optionalLine,
  optionalPhone,
  optionalText,
  requiredLine,
} from '../text.ts';

/** For whom a notice is written: each kind begins with what the register holds of its groups of data subjects. */
export const NOTICE_KINDS = ['customer', 'employee', 'applicant', 'visitor', 'vendor', 'website'] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

export const NOTICE_LIMITS = { applications: 50, groups: 100, custom: 20, edits: 500, measures: 50 } as const;

const words = (limit?: number) =>
  z.object({ th: optionalText(limit), en: optionalText(limit) }).default({ th: '', en: '' });
const lines = z.object({ th: optionalLine(200), en: optionalLine(200) });
/** Points of sections 23, 25 and 28 that a notice must answer. */
export const NOTICE_POINTS = ['23(1)', '23(2)', '23(3)', '23(4)', '23(5)', '23(6)', '25', '28'] as const;
/** Points that may be left out because whoever reads the notice knows them (sections 23 and 25). */
export const POINTS_ELSEWHERE = ['23(1)', '23(2)', '23(3)', '23(4)', '23(6)', '25', '28'] as const;
/** What a notice says of a purpose beyond the register. */
export const DETAIL_FIELDS = [
  'mandate',
  'interest',
  'whose',
  'law',
  'researchMeasures',
  'withdrawalEffect',
  'recipientKinds',
] as const;
/** Letters of section 26(5), ก to จ: what the use of section 26 data under a law is for. */
export const LAW_LETTERS = ['a', 'b', 'c', 'd', 'e'] as const;
export type LawLetter = (typeof LAW_LETTERS)[number];
/** Kinds of section 24(1). */
export const RESEARCH_KINDS = ['research', 'statistics', 'archives'] as const;
export type ResearchKind = (typeof RESEARCH_KINDS)[number];
/**
 * All that a notice says of a purpose beyond the register; rights depend on the letters and kinds (sections 32 and 33).
 */
export const DETAILS = [...DETAIL_FIELDS, 'letters', 'researchKinds'] as const;
/** Characters of each. */
const DETAIL = 300;
/** YYYY-MM-DD; null: none. It reads as it is edited, so nothing is transformed. */
const day = z.iso.date({ error: 'errors:date' }).nullable().default(null);
const twice = { error: 'privacyNotice:twice' };
/** Some of these, each once. */
const chosen = <const Choices extends readonly [string, ...string[]]>(choices: Choices) =>
  z
    .array(z.enum(choices))
    .max(choices.length, LIMITED)
    .refine((list) => new Set(list).size === list.length, twice)
    .default([]);

/** Everything of a notice that people write or choose; what the register says is no part of it. */
export const noticeDraft = z.object({
  name: requiredLine(200),
  /** The organisation as the notice names it. */
  organization: z
    .object({ name: lines, acronym: optionalLine(50), address: optionalText() })
    .prefault({ name: { th: '', en: '' } }),
  /** Empty texts: no data protection officer is named. */
  dpo: z
    .object({
      name: optionalLine(200),
      email: z.union([z.literal(''), email]).default(''),
      phone: optionalPhone,
      /** The officer is reached at the address of the organisation. */
      sameAddress: z.boolean().default(true),
      address: optionalText(),
    })
    .prefault({}),
  applications: z
    .array(
      z.object({
        id,
        /** Groups of data subjects that it is written for; none: everybody whom its purposes name. */
        groupIds: z.array(id).max(NOTICE_LIMITS.groups, LIMITED).default([]),
        /** Lawful bases that it speaks of; none: every one. */
        bases: z.array(z.enum(LAWFUL_BASES)).max(LAWFUL_BASES.length, LIMITED).default([]),
      }),
    )
    .max(NOTICE_LIMITS.applications, LIMITED)
    .refine((list) => new Set(list.map((one) => one.id)).size === list.length, twice)
    .default([]),
  /** What is said of each purpose: whether data must be given and what follows where it is not (section 23(2)), why. */
  provisions: z
    .array(
      z.object({
        purposeId: id,
        required: z.boolean().nullable().default(null),
        consequence: words(),
        // What the register has no field for; empty: said in general words.
        mandate: words(DETAIL),
        interest: words(DETAIL),
        whose: words(DETAIL),
        law: words(DETAIL),
        researchMeasures: words(DETAIL),
        withdrawalEffect: words(DETAIL),
        recipientKinds: words(DETAIL),
        // None: not answered.
        letters: chosen(LAW_LETTERS),
        researchKinds: chosen(RESEARCH_KINDS),
      }),
    )
    .max(NOTICE_LIMITS.edits, LIMITED)
    .refine((list) => new Set(list.map(({ purposeId }) => purposeId)).size === list.length, twice)
    .default([]),
  /** Points of the act that another notice in force already says to the same people, and why that is enough. */
  elsewhere: z
    .array(z.object({ section: z.enum(POINTS_ELSEWHERE), noticeId: id, reason: optionalText(DETAIL) }))
    .max(POINTS_ELSEWHERE.length, LIMITED)
    .refine((list) => new Set(list.map(({ section }) => section)).size === list.length, twice)
    .default([]),
  /** Whoever writes it has seen to data of minors, and to section 26 data. */
  ageAcknowledged: z.boolean().default(false),
  sensitiveAcknowledged: z.boolean().default(false),
  /** Rights of the act that it names, and others in words. */
  rights: z
    .object({
      codes: z
        .array(z.enum(RIGHT_CODES))
        .max(RIGHT_CODES.length, LIMITED)
        .refine((codes) => new Set(codes).size === codes.length, twice)
        .default([]),
      custom: z.array(lines).max(NOTICE_LIMITS.custom, LIMITED).default([]),
    })
    .prefault({}),
  /** Security measures of the catalogue, and others in words. */
  measures: z
    .object({
      ids: z.array(id).max(NOTICE_LIMITS.measures, LIMITED).default([]),
      custom: z.array(lines).max(NOTICE_LIMITS.custom, LIMITED).default([]),
    })
    .prefault({}),
  approver: z.object({ name: optionalLine(200), position: optionalLine(200) }).prefault({}),
  /** The first day on which it is to be in force; null, or a day that has passed: from publishing on. */
  effectiveFrom: day,
  reviewOn: day,
  /** Sentences that somebody has written otherwise, by their keys; `of`: what the register said then. */
  edits: z
    .array(
      z.object({
        key: z.string().max(200, LIMITED),
        th: optionalText(LONG_TEXT_LIMIT),
        en: optionalText(LONG_TEXT_LIMIT),
        of: z.object({
          th: z.string().max(LONG_TEXT_LIMIT, LIMITED).default(''),
          en: z.string().max(LONG_TEXT_LIMIT, LIMITED).default(''),
        }),
      }),
    )
    .max(NOTICE_LIMITS.edits, LIMITED)
    .refine((list) => new Set(list.map(({ key }) => key)).size === list.length, twice)
    .default([]),
});
export type NoticeDraft = z.output<typeof noticeDraft>;
