import { z } from 'zod';
import { applicationContent } from '../application/schema.ts';
import { purposeContent } from '../purpose/fields.ts';
import { id, LONG_TEXT_LIMIT, optionalText, requiredLine, requiredText, thaiFirst } from '../text.ts';
import { dataRiskAnswer, metCriterion } from './decision.ts';
import { dpiaFramework } from './framework.ts';
import { riskPoint } from './risk.ts';

/** Methods of treatment (spec 2 section 9). */
export const TREATMENT_METHODS = ['REDUCTION', 'TRANSFERENCE', 'AVOIDANCE', 'ACCEPTANCE'] as const;
export type TreatmentMethod = (typeof TREATMENT_METHODS)[number];

/** Problematic actions of processing, after NIST IR 8062. */
export const PROBLEMATIC_ACTIONS = [
  'APPROPRIATION',
  'DISTORTION',
  'INDUCED_DISCLOSURE',
  'INSECURITY',
  'REIDENTIFICATION',
  'STIGMATIZATION',
  'SURVEILLANCE',
  'UNANTICIPATED_REVELATION',
  'UNWARRANTED_RESTRICTION',
] as const;
export type ProblematicAction = (typeof PROBLEMATIC_ACTIONS)[number];

export const ITEM_ANSWERS = ['MET', 'PARTLY_MET', 'NOT_MET', 'NOT_APPLICABLE'] as const;
export type ItemAnswer = (typeof ITEM_ANSWERS)[number];

/** Parts of one assessment. Measures in force have room for those of plans, which join them once they are resolved. */
export const DPIA_LIMITS = {
  consultations: 20,
  files: 10,
  purposes: 200,
  worstCases: 100,
  lines: 50,
  measures: 100,
} as const;

const words = (limit?: number) =>
  z.object({ th: optionalText(limit), en: optionalText(limit) }).default({ th: '', en: '' });
/** YYYY-MM-DD; null: none. It reads as it is edited, so nothing is transformed. */
const day = z.iso.date({ error: 'errors:date' }).nullable().default(null);
const line = z.object({ id, text: requiredText() });
const lines = z.array(line).max(DPIA_LIMITS.lines).default([]);
const uniqueBy = <Item>(key: (item: Item) => string) => ({
  check: (list: readonly Item[]) => new Set(list.map(key)).size === list.length,
  error: { error: 'dpia:twice' },
});
const once = uniqueBy(({ id: one }: { id: string }) => one);

/** Somebody who was consulted: who, when, and what they said. */
const consultation = z.object({
  id,
  who: words(200),
  on: day,
  opinion: words(LONG_TEXT_LIMIT),
  fileIds: z.array(id).max(DPIA_LIMITS.files).default([]),
});
const consultations = z.array(consultation).max(DPIA_LIMITS.consultations).refine(once.check, once.error).default([]);

/** Whether one purpose needs the data that it uses, and no more (necessity and proportionality). */
const purposeJudgement = z.object({
  purposeId: id,
  necessary: z.boolean().nullable().default(null),
  necessity: optionalText(LONG_TEXT_LIMIT),
  proportionate: z.boolean().nullable().default(null),
  proportionality: optionalText(LONG_TEXT_LIMIT),
});

/** How one item of the framework is met. */
const itemJudgement = z.object({
  itemId: id,
  answer: z.enum(ITEM_ANSWERS).nullable().default(null),
  note: optionalText(LONG_TEXT_LIMIT),
});

/** What is done about a residual risk: with publishing it becomes a treatment plan (modules `treatmentPlan`). */
const treatment = z.object({
  method: z.enum(TREATMENT_METHODS).nullable().default(null),
  detail: optionalText(LONG_TEXT_LIMIT),
  /** Measures that are to come. */
  measures: lines,
  /** Where the risk is expected once the plan is carried out. */
  expected: riskPoint.prefault({}),
  expectedOn: day,
  responsibleId: id.nullable().default(null),
});
export type Treatment = z.output<typeof treatment>;

/**
 * Something that could happen to the data subjects, how likely and how bad, before and after what is done against it.
 */
export const worstCase = z.object({
  id,
  title: thaiFirst(200),
  description: words(LONG_TEXT_LIMIT),
  /** Sources of risk, threats, and what it means for the data subjects. */
  sources: lines,
  threats: lines,
  impacts: lines,
  problematicActions: z.array(z.enum(PROBLEMATIC_ACTIONS)).max(PROBLEMATIC_ACTIONS.length).default([]),
  /** Without any measure. */
  initial: riskPoint.prefault({}),
  /** With the measures in force. */
  residual: riskPoint.prefault({}),
  /** Security measures of the record (words of the catalogue), and others in words. */
  securityMeasureIds: z.array(id).max(DPIA_LIMITS.lines).default([]),
  measures: z.array(line).max(DPIA_LIMITS.measures).default([]),
  /** Its levels come from another scale, and nobody has confirmed them yet; left out otherwise. */
  carried: z.literal(true).optional(),
  /** Null: no treatment plan. */
  treatment: treatment.nullable().default(null),
});
export type WorstCase = z.output<typeof worstCase>;

/** Everything that people edit of an assessment. What publishing needs beyond is told by `dpiaProblems`. */
export const dpiaDraft = z.object({
  name: requiredLine(200),
  reason: requiredText(LONG_TEXT_LIMIT),
  consultation: z.object({ internal: consultations, external: consultations }).prefault({}),
  /** Opinion of the data protection officer, of whoever gave it. */
  dpoOpinion: words(LONG_TEXT_LIMIT),
  /** What the data subjects or those who speak for them say, or why nobody asked them. */
  subjectOpinion: words(LONG_TEXT_LIMIT),
  /** In addition to what the register says. */
  description: words(LONG_TEXT_LIMIT),
  criteria: z
    .array(metCriterion)
    .max(20)
    .refine((list) => new Set(list.map(({ code }) => code)).size === list.length, { error: 'dpia:twice' })
    .default([]),
  dataRisk: z.array(dataRiskAnswer).max(60).default([]),
  /** Whether every purpose has a lawful basis; null: not looked at yet. */
  lawfulBasis: z.boolean().nullable().default(null),
  lawfulBasisNote: optionalText(LONG_TEXT_LIMIT),
  purposes: z.array(purposeJudgement).max(DPIA_LIMITS.purposes).default([]),
  items: z.array(itemJudgement).max(60).default([]),
  worstCases: z.array(worstCase).max(DPIA_LIMITS.worstCases).refine(once.check, once.error).default([]),
  /** By when it is to be looked at again. */
  reviewOn: day,
  /** Who looks at it then. */
  reviewerId: id.nullable().default(null),
});
export type DpiaDraft = z.output<typeof dpiaDraft>;

const named = z.object({ id, name: z.string() });
const text = z.object({ th: z.string(), en: z.string() });

/** What the register says of the application, as it stood when the version was frozen. */
export const dpiaRegister = applicationContent.omit({ purposes: true }).extend({
  id,
  purposes: z.array(
    z.object({
      id,
      version: z.number().int(),
      /** Whether it is the draft after that version. Left out in assessments that were published earlier. */
      fromDraft: z.boolean().optional(),
      content: purposeContent,
    }),
  ),
});
export type DpiaRegister = z.output<typeof dpiaRegister>;

/** Who approved an assessment as it reads, in an approval line. */
const dpiaApproval = z.object({
  /** Number of the line. */
  line: z.int(),
  name: z.string(),
  position: z.string(),
  role: z.string(),
  /** Whose place they took; null: they approved for themselves. */
  standsInFor: z.string().nullable(),
  at: z.iso.datetime({ offset: true }),
});
export type DpiaApproval = z.output<typeof dpiaApproval>;

/** What a version keeps for good, every name resolved; hashed as canonical JSON. */
export const dpiaContent = z.object({
  draft: dpiaDraft,
  framework: dpiaFramework,
  register: dpiaRegister,
  /** Names of people and security measures that the draft refers to, as they were. */
  people: z.array(named),
  /** Files of the version: the data-flow picture, null where nothing flows. */
  dataFlowFileId: id.nullable(),
  /** Until it was published, the earliest first. */
  approvals: z.array(dpiaApproval).default([]),
  /** Who accepted a high or extreme risk, and why: of a workspace without approval lines. */
  acceptance: z.string().optional(),
});
export type DpiaContent = z.output<typeof dpiaContent>;

/** That no assessment was required: what was decided by, and why. */
export const dpiaDecision = z.object({
  application: named,
  name: z.string(),
  reason: z.string(),
  framework: dpiaFramework,
  criteria: z.array(metCriterion),
  dataRisk: z.array(dataRiskAnswer),
  /** Why none is required, in the words of who decided. */
  why: z.string(),
  dpoOpinion: text,
});
export type DpiaDecision = z.output<typeof dpiaDecision>;
