import { useState } from 'react';
import type { Choice, Graph } from '../../../shared/dataFlow/graph.ts';

export interface Selection {
  /** What is chosen, as long as it is there. */
  picked: Choice | null;
  /** The node that the keyboard is at; at first that is the first one. */
  current: string | null;
  choose: (choice: Choice | null) => void;
  /** Takes the keyboard to a node without choosing it. */
  moveTo: (key: string) => void;
}

/** What is chosen in the diagram, and where the keyboard is. */
export function useSelection(graph: Graph): Selection {
  const [pick, setPick] = useState<Choice | null>(null);
  const [at, setAt] = useState<string | null>(null);
  // What is chosen may be gone meanwhile.
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
