import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';
import { type ReactFlowState, useStoreApi } from 'reactflow';
import type { FlowNode } from '../../../shared/dataFlow/schema.ts';
import { NODE, type Places } from '../../../shared/dataFlow/geometry.ts';
import { followView } from './followView.ts';

/** More visible nodes than this are painted as boxes on the canvas: their names would be unreadable anyway. */
export const MOST = 130;
/** Back to rendered nodes only well below that, so that the picture does not flicker between the two. */
const AGAIN = 100;
/** Nodes are rendered with this margin around the view, as a share of it. */
const MARGIN = 0.3;
/** Nodes that are created in one frame; until all are rendered the canvas paints the others. */
const A_FRAME = 16;
/** Zooming has ended when the size has not changed for so long. */
const STILL_MS = 120;

export interface VisibleNodes {
  nodes: readonly FlowNode[];
  /** The nodes are on the canvas. */
  painted: boolean;
}

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const encloses = (outer: Box | undefined, inner: Box): boolean =>
  outer !== undefined &&
  outer.left <= inner.left &&
  outer.top <= inner.top &&
  outer.right >= inner.right &&
  outer.bottom >= inner.bottom;

/** The visible part of the diagram, with `margin` on each side, as a share of it. */
function viewBox({ transform: [x, y, zoom], width, height }: ReactFlowState, margin: number): Box {
  return {
    left: -x / zoom - (width / zoom) * margin,
    top: -y / zoom - (height / zoom) * margin,
    right: (width - x) / zoom + (width / zoom) * margin,
    bottom: (height - y) / zoom + (height / zoom) * margin,
  };
}

/** The nodes that are elements of the page: those around the view, or none when there are too many. */
export function useVisibleNodes(nodes: readonly FlowNode[], places: Places): VisibleNodes {
  const store = useStoreApi();
  const [visible, setVisible] = useState<VisibleNodes>({ nodes: [], painted: nodes.length > MOST });
  useEffect(() => {
    // Few enough: all of them, visible or not.
    if (nodes.length <= MOST) return setVisible({ nodes, painted: false });
    return chooseNodes({ store, nodes, places, setVisible });
  }, [store, nodes, places]);
  return visible;
}

interface Choosing {
  store: ReturnType<typeof useStoreApi>;
  nodes: readonly FlowNode[];
  places: Places;
  setVisible: Dispatch<SetStateAction<VisibleNodes>>;
}

/** Selects the nodes again as the view moves. @returns stops it */
function chooseNodes({ store, nodes, places, setVisible }: Choosing): () => void {
  let covered: Box | undefined;
  let painted = true;
  let zoomed = store.getState().transform[2];
  let still: ReturnType<typeof setTimeout> | undefined;
  const queue = new NodeQueue((there, isComplete) => {
    if (isComplete) painted = false;
    setVisible({ nodes: there, painted });
  });
  const within = (box: Box) =>
    nodes.filter(({ key }) => {
      const at = places.get(key);
      return (
        at && at.x < box.right && at.x + NODE.width > box.left && at.y < box.bottom && at.y + NODE.height > box.top
      );
    });
  /** While zooming no node is added or removed; the canvas paints missing ones. */
  const waitForZoom = (box: Box) => {
    clearTimeout(still);
    still = setTimeout(look, STILL_MS);
    if (painted || encloses(covered, box)) return;
    painted = true;
    setVisible((now) => ({ nodes: now.nodes, painted }));
  };
  const look = () => {
    const state = store.getState();
    const box = viewBox(state, 0);
    if (box.right === box.left) return;
    queue.pause();
    const zoom = state.transform[2];
    const zooming = zoom !== zoomed;
    zoomed = zoom;
    if (zooming) return waitForZoom(box);
    const none = painted && queue.isEmpty;
    if (within(box).length > (none ? AGAIN : MOST)) {
      if (!none || !covered) setVisible({ nodes: [], painted: true });
      painted = true;
      covered = box;
      queue.clear();
      return;
    }
    if (none) covered = undefined;
    if (encloses(covered, box)) {
      if (painted) queue.resume();
      return;
    }
    covered = viewBox(state, MARGIN);
    queue.replace(within(covered));
  };
  const stop = followView(store, look);
  return () => {
    stop();
    queue.pause();
    clearTimeout(still);
  };
}

/**
 * Nodes to be added to the page: existing ones stay; the rest is added a few in each frame, so that no frame is late.
 */
class NodeQueue {
  #wanted: readonly FlowNode[] = [];
  #present: ReadonlySet<string> = new Set();
  #frameRequest = 0;
  readonly #show: (there: readonly FlowNode[], isComplete: boolean) => void;

  constructor(show: (there: readonly FlowNode[], isComplete: boolean) => void) {
    this.#show = show;
  }
  get isEmpty(): boolean {
    return this.#wanted.length === 0;
  }
  replace(wanted: readonly FlowNode[]): void {
    this.#wanted = wanted;
    this.resume();
  }
  resume(): void {
    const missing = this.#wanted.filter(({ key }) => !this.#present.has(key));
    const come = new Set(missing.slice(0, A_FRAME).map(({ key }) => key));
    const there = this.#wanted.filter(({ key }) => this.#present.has(key) || come.has(key));
    this.#present = new Set(there.map(({ key }) => key));
    const isComplete = there.length === this.#wanted.length;
    this.#show(there, isComplete);
    if (!isComplete) this.#frameRequest = requestAnimationFrame(() => this.resume());
  }
  pause(): void {
    cancelAnimationFrame(this.#frameRequest);
  }
  clear(): void {
    this.#wanted = [];
    this.#present = new Set();
  }
}
