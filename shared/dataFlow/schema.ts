import { z } from 'zod';
import { destinationCode, id, inWorkspace, LIMITED } from '../text.ts';
import { queryBoolean } from '../list.ts';

/** What a node of the diagram stands for, in the order of the lanes from left to right. */
export const FLOW_KINDS = [
  'subject',
  'channel',
  'application',
  'purpose',
  'storage',
  'internal',
  'thirdParty',
] as const;
export type FlowKind = (typeof FLOW_KINDS)[number];

/** Lanes of the diagram; both kinds of recipients share the last. */
export const FLOW_LANES = ['subject', 'channel', 'application', 'purpose', 'storage', 'recipient'] as const;
export type FlowLane = (typeof FLOW_LANES)[number];
export const laneOf = (kind: FlowKind): FlowLane => (kind === 'internal' || kind === 'thirdParty' ? 'recipient' : kind);

/** Most nodes and edges that are drawn at once; of a larger graph the greatest flows are. */
export const FLOW_NODE_LIMIT = 2500;
export const FLOW_EDGE_LIMIT = 6000;

/** `kind:uuid`; third parties, which are one by name and country, `thirdParty:TH:md5 of the name`. */
export const nodeKey = z
  .string()
  .max(100, LIMITED)
  .regex(
    /^(?:(?:subject|channel|application|purpose|storage|internal):[0-9a-f-]{36}|thirdParty:[A-Z]{2}:[0-9a-f]{32})$/,
    { error: 'errors:id' },
  );

/** What narrows the diagram; each filter given must hold of a line of a data mapping. */
const flowFilters = z.object({
  applicationId: id.optional(),
  purposeId: id.optional(),
  /** Counts only uses of attributes of this category. */
  piiCategoryId: id.optional(),
  /** Lines that are kept in this country or go there, and of their recipients those in it. */
  country: destinationCode.optional(),
  /** Counts only uses of sensitive attributes (PDPA section 26). */
  sensitive: queryBoolean.optional(),
});
export type FlowFilters = z.output<typeof flowFilters>;
export const getDataFlow = inWorkspace.extend(flowFilters.shape);

const flowNode = z.object({
  key: z.string(),
  kind: z.enum(FLOW_KINDS),
  /** Of the record; of a third party, of one of the entries of that name and country. */
  id,
  name: z.object({ th: z.string(), en: z.string() }),
  /** Of third parties and storage systems only; null too where none is recorded of a storage system. */
  country: z.string().nullable(),
  /** Uses of attributes by the lines that pass here, and the sensitive ones among them. */
  uses: z.number(),
  sensitiveUses: z.number(),
});
export type FlowNode = z.infer<typeof flowNode>;

const flowEdge = z.object({
  from: z.string(),
  to: z.string(),
  uses: z.number(),
  sensitiveUses: z.number(),
  crossBorder: z.boolean(),
});
export type FlowEdge = z.infer<typeof flowEdge>;

const position = z.object({ node: nodeKey, x: z.number().min(-1e6).max(1e6), y: z.number().min(-1e6).max(1e6) });
export type Position = z.infer<typeof position>;

export const dataFlowGraph = z.object({
  nodes: z.array(flowNode),
  edges: z.array(flowEdge),
  /** Where people put nodes, for everyone in the workspace; the others are laid out by the screen. */
  positions: z.array(position),
  /** Of the whole answer to the filters; `truncated` when not all of it is drawn. */
  meta: z.object({ totalNodes: z.number().int(), totalEdges: z.number().int(), truncated: z.boolean() }),
});
export type DataFlowGraph = z.infer<typeof dataFlowGraph>;

/** What one can narrow by: only records that occur in a data mapping. */
export const flowChoices = z.object({
  applications: z.array(z.object({ id, name: z.string() })),
  purposes: z.array(z.object({ id, name: z.object({ th: z.string(), en: z.string() }) })),
  piiCategories: z.array(z.object({ id, name: z.object({ th: z.string(), en: z.string() }), sensitive: z.boolean() })),
  countries: z.array(z.string()),
});
export type FlowChoices = z.infer<typeof flowChoices>;

export const arrangeDataFlow = inWorkspace.extend({ moves: z.array(position).min(1).max(FLOW_NODE_LIMIT) });
/** Back to the automatic layout: these nodes, or all. */
export const resetPositions = inWorkspace.extend({ nodes: z.array(nodeKey).min(1).max(FLOW_NODE_LIMIT).optional() });
export const arranged = z.object({ positions: z.number().int() });

/** What the export of the diagram takes beside the filters: where the screen shows the nodes. */
export const exportDataFlow = flowFilters.extend({ positions: z.array(position).max(FLOW_NODE_LIMIT).default([]) });
