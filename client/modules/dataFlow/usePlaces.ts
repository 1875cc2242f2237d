import { useEffect, useMemo, useState } from 'react';
import type { Position } from '../../../shared/dataFlow/schema.ts';
import type { Places } from '../../../shared/dataFlow/geometry.ts';
import {
  heightsByNeighbours,
  keepPlaces,
  type LaneRanges,
  laneRanges,
  placeInLanes,
  withMoves,
} from '../../../shared/dataFlow/layout.ts';
import type { Graph } from '../../../shared/dataFlow/graph.ts';
import { heightsOf } from './layout.ts';

interface LaidOut {
  /** The filters of the layout: other ones are laid out again. */
  question: string;
  graph: Graph;
  places: Places;
  /** Something was added since, at the end of its lane. */
  grown: boolean;
}

/**
 * Positions of the nodes: laid out in the worker for each set of filters, unchanged while the answer is updated, and
 * overridden by stored positions within their lanes. `tidy` lays out again. `places` is null until the first layout is
 * done; `ranges` are those of its lanes.
 */
export function usePlaces(
  graph: Graph,
  question: string,
  positions: readonly Position[],
): {
  places: Places | null;
  ranges: LaneRanges;
  laidOut: Graph;
  grown: boolean;
  tidy: () => void;
  question: string | null;
} {
  const [state, setState] = useState<LaidOut | null>(null);
  const [round, setRound] = useState(0);
  const requestKey = `${round} ${question}`;
  useEffect(() => {
    let current = true;
    const settle = (places: Places, grown = false) =>
      current && setState({ question: requestKey, graph, places, grown });
    if (state?.question === requestKey) {
      if (state.graph === graph) return;
      const places = keepPlaces(graph.nodes, state.places);
      settle(places, state.grown || graph.nodes.some(({ key }) => !state.places.has(key)));
    } else {
      // Without the worker the layout is simpler, but available.
      heightsOf(graph).then(
        (heights) => settle(placeInLanes(graph.nodes, heights)),
        () => settle(placeInLanes(graph.nodes, heightsByNeighbours(graph.nodes, graph.edges))),
      );
    }
    return () => {
      current = false;
    };
    // `state` is what this effect itself keeps.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [graph, requestKey]);
  const ranges = useMemo<LaneRanges>(() => (state ? laneRanges(state.graph.nodes, state.places) : new Map()), [state]);
  const places = useMemo(
    () => state && withMoves(state.graph.nodes, state.places, positions, ranges),
    [state, positions, ranges],
  );
  return {
    places,
    ranges,
    laidOut: state?.graph ?? graph,
    grown: state?.grown ?? false,
    tidy: () => setRound((number) => number + 1),
    question: state?.question ?? null,
  };
}
