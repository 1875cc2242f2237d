import { z } from 'zod';
import { FLOW_WORD_KEYS, FLOW_WORDS, flowWordIds, flowWords } from './fields.ts';
import { RETENTION_CONTENT, RETENTION_INPUT, retentionDraftOf, statedStart } from '../purpose/retentionInput.ts';
import { storagePlace } from '../dataSharing/transfer.ts';
import { PUBLISH_STATUSES } from '../status.ts';
import { byId, id, optionalText, rowVersion } from '../text.ts';

/** Most lines of one application's data mapping, and most attributes and recipients of one line. */
export const FLOW_LIMIT = 500;
export const FLOW_ATTRIBUTE_LIMIT = 300;
const FLOW_RECIPIENT_LIMIT = 100;

const unique = (ids: string[]) => [...new Set(ids)];
const chosen = id.nullable().default(null);
const one = z.uuid({ error: 'errors:required' });

/** How long a line's data is kept, where it differs from its purpose. */
const flowRetention = z
  .object(RETENTION_INPUT)
  .refine(({ indefinite, amount, unit }) => indefinite || (amount !== null && unit !== null), {
    error: 'errors:required',
    path: ['amount'],
  })
  .overwrite(statedStart);

/**
 * One line of a data mapping: which attributes are collected from whom, by which channel, for which purpose, and what
 * becomes of them.
 */
export const flowInput = z.object({
  /** Of a line recorded before; it keeps its identity. */
  id: id.optional(),
  /** One of the application's purposes. */
  purposeId: one,
  ...flowWordIds<typeof one, typeof chosen>((key) => (FLOW_WORDS[key].isRequired ? one : chosen)),
  attributeIds: z.array(id).min(1, { error: 'purpose:problem.chooseOne' }).max(FLOW_ATTRIBUTE_LIMIT).transform(unique),
  /** Other applications of the organisation that receive it. */
  internalApplicationIds: z.array(id).max(FLOW_RECIPIENT_LIMIT).default([]).transform(unique),
  /** Third parties of the purpose that receive it. */
  thirdPartyIds: z.array(id).max(FLOW_RECIPIENT_LIMIT).default([]).transform(unique),
  /** `null`: as the purpose says. */
  retention: flowRetention.nullable().default(null),
  note: optionalText(),
});
export type FlowInput = z.output<typeof flowInput>;

const flows = z.array(flowInput).max(FLOW_LIMIT);
/** The whole mapping, line by line, over the application's `rowVersion`; lines left out are removed. */
export const saveDataMapping = byId.extend({ rowVersion, flows });
/** The first mapping of an application that has none. */
export const createDataMapping = byId.extend({ rowVersion: rowVersion.optional(), flows });

const text = z.object({ th: z.string(), en: z.string() });
const named = z.object({ id, name: text });

/** An attribute of personal data with the category it belongs to. */
const mappedAttribute = named.extend({ sensitive: z.boolean(), category: named });

/** A line as it reads, every name resolved. */
export const mappedFlow = z.object({
  id,
  purpose: z.object({ id, title: text }),
  ...flowWords<typeof named, z.ZodNullable<typeof named>>((key) =>
    FLOW_WORDS[key].isRequired ? named : named.nullable(),
  ),
  /** With its place, as it is recorded of the storage system. */
  storageSystem: named.extend(storagePlace).nullable(),
  /** Sensitive ones first, then by category and Thai name. */
  attributes: z.array(mappedAttribute),
  internalApplications: z.array(z.object({ id, name: z.string() })),
  /** `country`: of versions published before there could be several. */
  thirdParties: z.array(
    z.object({ id, name: z.string(), countries: z.array(z.string()).optional(), country: z.string().optional() }),
  ),
  retention: z.object(RETENTION_CONTENT).nullable(),
  note: z.string(),
});
export type MappedFlow = z.infer<typeof mappedFlow>;

export const dataMapping = z.object({
  applicationId: id,
  /** Of the application: an edit starts from it. */
  rowVersion: z.number().int(),
  status: z.enum(PUBLISH_STATUSES),
  flows: z.array(mappedFlow),
  /** Of the application too: who last edited it, and when. */
  updatedAt: z.string(),
  updatedBy: z.object({ id, name: z.string() }).nullable(),
});
export type DataMapping = z.infer<typeof dataMapping>;

/** The form's values of a line as it reads. */
export function inputOf(flow: MappedFlow): FlowInput {
  const idsOf = (list: readonly { id: string }[]) => list.map((entry) => entry.id);
  return {
    id: flow.id,
    purposeId: flow.purpose.id,
    ...flowWordIds<string, string | null>((key) => flow[key]?.id ?? null),
    attributeIds: idsOf(flow.attributes),
    internalApplicationIds: idsOf(flow.internalApplications),
    thirdPartyIds: idsOf(flow.thirdParties),
    retention: flow.retention && retentionDraftOf(flow.retention),
    note: flow.note,
  };
}

/** What distinguishes a line's retention from another. */
export const retentionParts = ({
  indefinite,
  amount,
  unit,
  startEvent,
  startNote,
}: NonNullable<FlowInput['retention']>) => (indefinite ? 'indefinite' : [amount, unit, startEvent, startNote]);

/**
 * A line as a text that is equal for two lines that say the same: without its id, its lists in one order, since their
 * order says nothing.
 */
export const flowText = (flow: FlowInput): string =>
  JSON.stringify([
    flow.purposeId,
    ...FLOW_WORD_KEYS.map((key) => flow[FLOW_WORDS[key].idKey]),
    flow.attributeIds.toSorted(),
    flow.internalApplicationIds.toSorted(),
    flow.thirdPartyIds.toSorted(),
    flow.retention && retentionParts(flow.retention),
    flow.note,
  ]);
