import { useState } from 'react';
import type { Choice, Graph } from '../../../shared/dataFlow/graph.ts';

export interface Selection {
  /** The selection, as long as it exists. */
  picked: Choice | null;
  /** The keyboard's node; initially the first one. */
  current: string | null;
  choose: (choice: Choice | null) => void;
  /** Moves the keyboard to a node without selecting it. */
  moveTo: (key: string) => void;
}

/** The selection in the diagram, and the keyboard's node. */
export function useSelection(graph: Graph): Selection {
  const [pick, setPick] = useState<Choice | null>(null);
  const [at, setAt] = useState<string | null>(null);
  // The selection may no longer exist.
  const picked =
    pick && ('node' in pick ? graph.node(pick.node) : graph.out(pick.edge.from).find(({ to }) => to === pick.edge.to))
      ? pick
      : null;
  return {
    picked,
    current: at !== null && graph.node(at) ? at : (graph.nodes[0]?.key ?? null),
    choose(next) {
      setPick(next);
      if (next && 'node' in next) setAt(next.node);
    },
    moveTo: setAt,
  };
}
