import type { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import {
  type arrangeDataFlow,
  type DataFlowGraph,
  FLOW_EDGE_LIMIT,
  FLOW_KINDS,
  FLOW_NODE_LIMIT,
  type FlowChoices,
  type FlowEdge,
  type FlowFilters,
  type getDataFlow,
  type resetPositions,
} from '../../../shared/dataFlow/schema.ts';
import { isAbroad } from '../../../shared/country.ts';
import { actorOf } from '../../platform/actor.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { appError } from '../../platform/errors.ts';
import { emit } from '../../platform/live/emit.ts';
import { countLines, countRecipients, roomToCount } from './countQueries.ts';
import * as queries from './queries.ts';

export const get = (ctx: WorkspaceContext, filters: z.output<typeof getDataFlow>): Promise<DataFlowGraph> =>
  ctx.read((trx) => graphOf(trx, ctx.workspace.id, filters));
export const choices = (ctx: WorkspaceContext): Promise<FlowChoices> =>
  ctx.read((trx) => queries.choices(trx, ctx.workspace.id));

/** The graph of a workspace's data mappings; the largest flows where there are more than can be drawn. */
export async function graphOf(trx: Trx, workspaceId: string, filters: FlowFilters): Promise<DataFlowGraph> {
  await roomToCount(trx);
  const [inner, outer] = await Promise.all([
    countLines(trx, workspaceId, filters),
    countRecipients(trx, workspaceId, filters),
  ]);
  const all = [...inner.nodes, ...outer.nodes];
  const edges = [...inner.edges, ...outer.edges].map(({ fromKind, from, toKind, to, uses, sensitiveUses }) => ({
    from: `${fromKind}:${from}`,
    to: `${toKind}:${to}`,
    uses,
    sensitiveUses,
  }));
  const totalEdges = inner.totalEdges + outer.totalEdges;
  const drawn = greatest(
    all.map(({ kind, ref }) => `${kind}:${ref}`),
    edges,
  );
  const counted = all.filter(({ kind, ref }) => drawn.nodes.has(`${kind}:${ref}`));
  const [names, placed] = await Promise.all([
    queries.namesOf(trx, workspaceId, counted),
    queries.positionsOf(trx, workspaceId, [...drawn.nodes]),
  ]);
  const nodes = counted.flatMap(({ kind, ref, uses, sensitiveUses }) => {
    const key = `${kind}:${ref}`;
    const named = names.get(key);
    return named ? [{ key, kind, ...named, uses, sensitiveUses }] : [];
  });
  // Only third parties and storage systems have a country.
  const isCrossBorder = ({ to }: DrawnEdge) => isAbroad(names.get(to)?.country);
  const order = new Intl.Collator('th');
  nodes.sort(
    (a, b) =>
      FLOW_KINDS.indexOf(a.kind) - FLOW_KINDS.indexOf(b.kind) ||
      order.compare(a.name.th, b.name.th) ||
      (a.key < b.key ? -1 : 1),
  );
  return {
    nodes,
    edges: drawn.edges
      .map((edge) => ({ ...edge, crossBorder: isCrossBorder(edge) }))
      .toSorted((a, b) => b.uses - a.uses || (a.from + a.to < b.from + b.to ? -1 : 1)),
    positions: placed.filter(({ node }) => names.has(node)),
    meta: {
      totalNodes: all.length,
      totalEdges,
      truncated: drawn.nodes.size < all.length || drawn.edges.length < totalEdges,
    },
  };
}

type DrawnEdge = Omit<FlowEdge, 'crossBorder'>;

/** What is drawn: all, or the largest flows with their ends until one limit is reached. */
function greatest(keys: readonly string[], edges: readonly DrawnEdge[]): { nodes: Set<string>; edges: DrawnEdge[] } {
  if (keys.length <= FLOW_NODE_LIMIT && edges.length <= FLOW_EDGE_LIMIT)
    return { nodes: new Set(keys), edges: [...edges] };
  const nodes = new Set<string>();
  const selected: DrawnEdge[] = [];
  for (const edge of edges.toSorted((a, b) => b.uses - a.uses)) {
    const more = Number(!nodes.has(edge.from)) + Number(!nodes.has(edge.to));
    if (selected.length === FLOW_EDGE_LIMIT) break;
    if (nodes.size + more > FLOW_NODE_LIMIT) continue;
    nodes.add(edge.from).add(edge.to);
    selected.push(edge);
  }
  return { nodes, edges: selected };
}

/**
 * Stores the positions of nodes, for everyone; nodes that no longer exist are skipped.
 * @throws 404 when none of them exists
 */
export async function arrange(
  ctx: WorkspaceContext,
  { moves }: z.output<typeof arrangeDataFlow>,
): Promise<{ positions: number }> {
  return ctx.transaction(async (trx) => {
    const ws = ctx.workspace.id;
    // If a node is named twice, the last position counts.
    const latest = [...new Map(moves.map((move) => [move.node, move])).values()];
    const refs = latest.map(({ node }) => ({
      kind: kindOf(node),
      ref: node.slice(node.indexOf(':') + 1),
      uses: 0,
      sensitiveUses: 0,
    }));
    const known = await queries.namesOf(trx, ws, refs);
    const moved = latest.filter(({ node }) => known.has(node));
    if (moved.length === 0) throw appError('NOT_FOUND');
    await queries.place(trx, ws, moved);
    await emit(trx, actorOf(ctx), { event: 'dataFlow.arranged', entityId: ws });
    return { positions: await queries.countPositions(trx, ws) };
  });
}

/** Deletes the positions of these nodes, or all. @throws 404 when none of these had one */
export async function reset(
  ctx: WorkspaceContext,
  { nodes }: z.output<typeof resetPositions>,
): Promise<{ positions: number }> {
  return ctx.transaction(async (trx) => {
    const ws = ctx.workspace.id;
    const forgotten = await queries.forget(trx, ws, nodes);
    if (forgotten === 0 && nodes?.length) throw appError('NOT_FOUND');
    if (forgotten > 0) await emit(trx, actorOf(ctx), { event: 'dataFlow.arranged', entityId: ws });
    return { positions: await queries.countPositions(trx, ws) };
  });
}

const kindOf = (key: string) => key.slice(0, key.indexOf(':')) as (typeof FLOW_KINDS)[number];
