import { useMemo } from 'react';
import type { FlowEdge, FlowNode } from '../../../shared/dataFlow/schema.ts';
import { type Graph, indexed } from '../../../shared/dataFlow/graph.ts';

const NONE: never[] = [];

/** The graph of an answer, the same object while nodes and edges are the same. */
export function useGraph(data: { nodes: readonly FlowNode[]; edges: readonly FlowEdge[] } | undefined): Graph {
  const nodes = data?.nodes ?? NONE;
  const edges = data?.edges ?? NONE;
  return useMemo(() => indexed({ nodes, edges }), [nodes, edges]);
}
