import { z } from 'zod';
import { RECORD_ITEM_KEYS } from '../completeness/schema.ts';
import { LAWFUL_BASES } from '../purpose/lawfulBasis.ts';
import { id } from '../text.ts';

const text = z.object({ th: z.string(), en: z.string() });
/** Purposes counted, and the published ones among them. */
const counted = z.object({ purposes: z.number().int(), published: z.number().int() });
/** A chart's rows, and of how many purposes they speak. */
const chart = <Row extends z.ZodType>(row: Row) => z.object({ collection: z.array(row), total: z.number().int() });

/**
 * One row for each lawful basis in the order of the act, those without any too; a purpose with two bases counts in
 * both. Legitimate interest counts once its assessment passes. `null`: no basis that holds.
 */
export const lawfulBasisChart = chart(counted.extend({ lawfulBasis: z.enum(LAWFUL_BASES).nullable() }));
/** Third parties of a chart, at most. */
export const MOST_THIRD_PARTIES = 20;
/**
 * Purposes that disclose to third parties and those that do not, and the third parties by name, most purposes first.
 */
export const thirdPartyChart = chart(counted.extend({ disclosed: z.boolean() })).extend({
  thirdParties: z.array(z.object({ name: z.string(), country: z.string(), purposes: z.number().int() })),
});
/**
 * Purposes by responsible department, most first. Where it is `null`, `person` tells those for which a person alone is
 * responsible from those for which nobody is.
 */
export const responsibleChart = chart(
  counted.extend({ department: z.object({ id, name: text }).nullable(), person: z.boolean() }),
);
/**
 * Purposes by foreign country that data goes to, most first; what is stored there goes there too. `ungrounded`: third
 * parties and storage systems there without a ground of transfer. `unrecorded`: storage systems in use of which no
 * country is recorded, so that nobody knows.
 */
export const crossBorderChart = chart(
  counted.extend({
    country: z.string(),
    thirdParties: z.number().int(),
    storageSystems: z.number().int(),
    ungrounded: z.number().int(),
  }),
).extend({ unrecorded: z.number().int() });

/**
 * How complete the record is: for each role of the organisation how many applications have each item, and how many have
 * all.
 */
export const completenessChart = z.object({
  applications: z.number().int(),
  complete: z.number().int(),
  /** Mean share of complete items, in percent. */
  average: z.number().int(),
  collection: z.array(
    z.object({
      role: z.enum(['controller', 'processor']),
      item: z.enum(RECORD_ITEM_KEYS),
      complete: z.number().int(),
      applications: z.number().int(),
    }),
  ),
  /** Least complete applications first, 10 at most. */
  least: z.array(z.object({ id, name: z.string(), completeness: z.number().int() })),
});

/** What the page's first line says. */
export const recordFigures = z.object({
  applications: z.number().int(),
  publishedApplications: z.number().int(),
  /** Applications whose review should have been done. */
  reviewsOverdue: z.number().int(),
  purposes: z.number().int(),
  publishedPurposes: z.number().int(),
  /** Uses of attributes in data mappings, and those of section 26 data. */
  attributeUses: z.number().int(),
  sensitiveUses: z.number().int(),
  thirdParties: z.number().int(),
  thirdPartiesAbroad: z.number().int(),
  /** Storage systems in use that stand abroad, and those of which no country is recorded. */
  storageAbroad: z.number().int(),
  storageUnrecorded: z.number().int(),
});
export type RecordFigures = z.infer<typeof recordFigures>;
export type CompletenessChart = z.infer<typeof completenessChart>;
export type LawfulBasisChart = z.infer<typeof lawfulBasisChart>;
export type ThirdPartyChart = z.infer<typeof thirdPartyChart>;
export type ResponsibleChart = z.infer<typeof responsibleChart>;
export type CrossBorderChart = z.infer<typeof crossBorderChart>;
