import { useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type FlowLane, laneOf, type Position } from '../../../shared/dataFlow/schema.ts';
import { lanesOf, NODE, type Places, type Point } from '../../../shared/dataFlow/geometry.ts';
import { messageOf } from '../../shell/errors.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { announce, toast } from '../../ui/index.ts';
import type { Graph } from '../../../shared/dataFlow/graph.ts';

/** Steps back that are kept. */
const STEPS = 50;

export interface Arrangement {
  /** Where nodes stand, with the one that is being dragged. */
  places: Places;
  drag: (key: string, to: Point) => void;
  drop: () => void;
  undo: (() => void) | null;
  reset: () => Promise<void>;
  /** Nodes that people have put somewhere. */
  moved: number;
}

/** Moving nodes for everybody: shown at once, kept by the server, undone step by step. A node stays within its lane. */
export function useArrangement({
  settled,
  positions,
  graph,
}: {
  settled: Places;
  positions: readonly Position[];
  graph: Graph;
}): Arrangement {
  const { t } = useTranslation('dataFlow');
  const { ws } = useSession();
  const utils = trpc.useUtils();
  // Moves shown before the server's answer has come back with them.
  const [pending, setPending] = useState<ReadonlyMap<string, Point>>(new Map());
  const dragged = useRef<{ key: string; to: Point } | null>(null);
  const [history, setHistory] = useState<readonly { node: string; before: Position | null }[]>([]);
  const reportError = (error: unknown) => void toast.error(messageOf(error) ?? t('arrange.failed'));
  const refreshed = { onSettled: () => utils.dataFlow.get.invalidate() };
  const arrange = trpc.dataFlow.arrange.useMutation(refreshed);
  const resetAll = trpc.dataFlow.resetPositions.useMutation(refreshed);

  const places = useMemo(() => {
    if (pending.size === 0) return settled;
    const all = new Map(settled);
    for (const [key, to] of pending) if (all.has(key)) all.set(key, to);
    return all;
  }, [settled, pending]);
  const bounds = useMemo(
    () =>
      new Map<FlowLane, { from: number; to: number }>(
        lanesOf(graph.nodes, settled).map(({ lane, x, width }) => [
          lane,
          { from: x - 40, to: x + width - NODE.width + 40 },
        ]),
      ),
    [graph, settled],
  );

  const show = useCallback(
    (key: string, to: Point | null) =>
      setPending((now) => {
        const next = new Map(now);
        if (to) next.set(key, to);
        else next.delete(key);
        return next;
      }),
    [],
  );
  const drag = useCallback(
    (key: string, to: Point) => {
      const node = graph.node(key);
      const lane = node && bounds.get(laneOf(node.kind));
      if (!lane) return;
      const within = { x: Math.round(Math.min(lane.to, Math.max(lane.from, to.x))), y: Math.round(to.y) };
      dragged.current = { key, to: within };
      show(key, within);
    },
    [graph, bounds, show],
  );

  const save = async (node: string, to: Point) => {
    show(node, to);
    try {
      await arrange.mutateAsync({ ws, moves: [{ node, x: to.x, y: to.y }] });
      await utils.dataFlow.get.invalidate();
      announce(t('arrange.saved'));
    } catch (error) {
      reportError(error);
    } finally {
      show(node, null);
    }
  };
  const drop = () => {
    const moved = dragged.current;
    dragged.current = null;
    if (!moved) return;
    const before = positions.find(({ node }) => node === moved.key) ?? null;
    const was = settled.get(moved.key);
    if (was && was.x === moved.to.x && was.y === moved.to.y) return show(moved.key, null);
    setHistory((steps) => [...steps.slice(1 - STEPS), { node: moved.key, before }]);
    void save(moved.key, moved.to);
  };
  const last = history.at(-1);
  const undo = last
    ? () => {
        setHistory((steps) => steps.slice(0, -1));
        const done = last.before
          ? save(last.node, last.before)
          : resetAll.mutateAsync({ ws, nodes: [last.node] }).then(() => announce(t('arrange.undone')), reportError);
        void done;
      }
    : null;
  return {
    places,
    drag,
    drop,
    undo,
    async reset() {
      await resetAll.mutateAsync({ ws });
      setHistory([]);
    },
    moved: positions.length,
  };
}
