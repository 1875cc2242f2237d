import { useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { NodeChange } from 'reactflow';
import type { Position } from '../../../shared/dataFlow/schema.ts';
import type { Places, Point } from '../../../shared/dataFlow/geometry.ts';
import { type LaneRanges, withinLane, withMoves } from '../../../shared/dataFlow/layout.ts';
import { messageOf } from '../../shell/errors.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { announce, toast } from '../../ui/index.ts';
import type { Graph } from '../../../shared/dataFlow/graph.ts';
import type { Step } from './graph.ts';

/** How far a node is moved by a key or a button. */
const NUDGE = 20;
const NUDGES: Record<Step, Point> = {
  left: { x: -NUDGE, y: 0 },
  right: { x: NUDGE, y: 0 },
  up: { x: 0, y: -NUDGE },
  down: { x: 0, y: NUDGE },
};

/** Undo steps that are stored. */
const STEPS = 50;

export interface Arrangement {
  /** Dragging moves nodes instead of the picture. */
  arranging: boolean;
  setArranging: (arranging: boolean) => void;
  /** Positions of the nodes, including the one that is being dragged. */
  places: Places;
  drag: (changes: readonly NodeChange[]) => void;
  /** Moves the keyboard's node a little, and `drop` then stores where it is; null where nodes are not being moved. */
  nudge: ((step: Step) => void) | null;
  drop: () => void;
  undo: (() => void) | null;
  reset: () => Promise<void>;
  /** Number of nodes with a stored position. */
  moved: number;
}

/**
 * Moving nodes for everybody: displayed immediately, stored by the server, undone step by step. A node stays within its
 * lane.
 */
export function useArrangement({
  settled,
  ranges,
  positions,
  graph,
  current,
}: {
  settled: Places;
  /** Of the lanes of the automatic layout. */
  ranges: LaneRanges;
  positions: readonly Position[];
  graph: Graph;
  /** The keyboard's node. */
  current: string | null;
}): Arrangement {
  const [arranging, setArranging] = useState(false);
  const { places, show, hide } = usePendingMoves(graph, settled, ranges);
  const { saving, save, takeBack, resetAll } = useSavedMoves(show, hide);
  const dragged = useRef<{ key: string; to: Point } | null>(null);
  const [history, setHistory] = useState<readonly { node: string; before: Position | null }[]>([]);
  const move = (key: string, to: Point) => {
    const node = graph.node(key);
    if (!node) return;
    const { x, y } = withinLane(ranges, node, to);
    const within = { x: Math.round(x), y: Math.round(y) };
    dragged.current = { key, to: within };
    show(key, within);
  };
  const drag = (changes: readonly NodeChange[]) => {
    for (const change of changes) if (change.type === 'position' && change.position) move(change.id, change.position);
  };
  const nudge = (step: Step) => {
    const at = current === null ? undefined : places.get(current);
    if (at) move(current!, { x: at.x + NUDGES[step].x, y: at.y + NUDGES[step].y });
  };
  const drop = () => {
    const moved = dragged.current;
    dragged.current = null;
    if (!moved) return;
    const sent = saving.get(moved.key);
    const before = sent ? { node: moved.key, ...sent } : (positions.find(({ node }) => node === moved.key) ?? null);
    const was = sent ?? settled.get(moved.key);
    if (was && isSame(was, moved.to)) {
      // On its way to the server it stays displayed until that has answered.
      if (!sent) hide(moved.key, moved.to);
      return;
    }
    setHistory((steps) => [...steps.slice(1 - STEPS), { node: moved.key, before }]);
    void save(moved.key, moved.to);
  };
  const last = history.at(-1);
  const undo = last
    ? () => {
        setHistory((steps) => steps.slice(0, -1));
        void (last.before ? save(last.node, last.before) : takeBack(last.node));
      }
    : null;
  return {
    arranging,
    setArranging,
    places,
    drag,
    nudge: arranging ? nudge : null,
    drop,
    undo,
    async reset() {
      await resetAll();
      setHistory([]);
    },
    moved: positions.length,
  };
}

const isSame = (one: Point, other: Point): boolean => one.x === other.x && one.y === other.y;

/** Moves that are displayed before the server has answered. */
function usePendingMoves(graph: Graph, settled: Places, ranges: LaneRanges) {
  const [pending, setPending] = useState<ReadonlyMap<string, Point>>(new Map());
  const places = useMemo(() => {
    if (pending.size === 0) return settled;
    const moves = [...pending].map(([node, { x, y }]) => ({ node, x, y }));
    return withMoves(graph.nodes, settled, moves, ranges);
  }, [graph, settled, ranges, pending]);
  const show = useCallback((key: string, to: Point) => setPending((now) => new Map(now).set(key, to)), []);
  /** Displays the stored position again, unless the node was moved further than `to` meanwhile. */
  const hide = useCallback(
    (key: string, to: Point) =>
      setPending((now) => {
        const at = now.get(key);
        if (!at || !isSame(at, to)) return now;
        const next = new Map(now);
        next.delete(key);
        return next;
      }),
    [],
  );
  return { places, show, hide };
}

/** The stored moves; one that is being saved is already displayed. */
function useSavedMoves(show: (key: string, to: Point) => void, hide: (key: string, to: Point) => void) {
  const { t } = useTranslation('dataFlow');
  const { ws } = useSession();
  const utils = trpc.useUtils();
  // Positions that were sent and are not in the server's answers yet.
  const [saving] = useState(() => new Map<string, Point>());
  const reportError = (error: unknown) => void toast.error(messageOf(error, t('arrange.failed')));
  const refreshed = { onSettled: () => utils.dataFlow.get.invalidate() };
  const arrange = trpc.dataFlow.arrange.useMutation(refreshed);
  const reset = trpc.dataFlow.resetPositions.useMutation(refreshed);
  return {
    saving,
    async save(node: string, { x, y }: Point) {
      const to = { x, y };
      saving.set(node, to);
      show(node, to);
      try {
        await arrange.mutateAsync({ ws, moves: [{ node, x, y }] });
        await utils.dataFlow.get.invalidate();
        announce(t('arrange.saved'));
      } catch (error) {
        reportError(error);
      } finally {
        if (saving.get(node) === to) saving.delete(node);
        hide(node, to);
      }
    },
    /** Resets a node to its automatic position. */
    takeBack(node: string) {
      saving.delete(node);
      return reset.mutateAsync({ ws, nodes: [node] }).then(() => announce(t('arrange.undone')), reportError);
    },
    resetAll: () => reset.mutateAsync({ ws }),
  };
}
