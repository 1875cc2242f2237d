import { useEffect, useState } from 'react';
import { useStoreApi } from 'reactflow';
import type { FlowNode } from '../../../shared/dataFlow/schema.ts';
import { NODE, type Places } from '../../../shared/dataFlow/geometry.ts';

/** More nodes than this at once are painted as boxes on the canvas: their names could not be read anyway. */
export const MOST = 130;
/** Back to nodes that can be read only well below that, so that the picture does not flicker between the two. */
const AGAIN = 100;
/** Nodes are there this much beyond what is seen, as a share of it. */
const MARGIN = 0.3;
/** So many are made in one frame; until all are there the canvas stands in for them. */
const A_FRAME = 16;
/** Zooming has ended when the size has stayed so long. */
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

/** Which nodes are elements of the page: those around what is seen, or none when there are too many. */
export function useVisibleNodes(nodes: readonly FlowNode[], places: Places): VisibleNodes {
  const store = useStoreApi();
  const [visible, setVisible] = useState<VisibleNodes>({ nodes: [], painted: nodes.length > MOST });
  useEffect(() => {
    // Few enough: all of them, in view or not.
    if (nodes.length <= MOST) return setVisible({ nodes, painted: false });
    let covered: Box | undefined;
    let painted = true;
    let frameRequest = 0;
    const viewBox = (margin: number): Box => {
      const {
        transform: [x, y, zoom],
        width,
        height,
      } = store.getState();
      return {
        left: -x / zoom - (width / zoom) * margin,
        top: -y / zoom - (height / zoom) * margin,
        right: (width - x) / zoom + (width / zoom) * margin,
        bottom: (height - y) / zoom + (height / zoom) * margin,
      };
    };
    const within = (box: Box) =>
      nodes.filter(({ key }) => {
        const at = places.get(key);
        return (
          at && at.x < box.right && at.x + NODE.width > box.left && at.y < box.bottom && at.y + NODE.height > box.top
        );
      });
    let present = new Set<string>();
    let wanted: readonly FlowNode[] = [];
    let pumping = 0;
    let zoomed = store.getState().transform[2];
    let still: ReturnType<typeof setTimeout> | undefined;
    // What is there already stays; the rest comes a few at a time, so that no frame is late for it.
    const pump = () => {
      pumping = 0;
      const missing = wanted.filter(({ key }) => !present.has(key));
      const come = new Set(missing.slice(0, A_FRAME).map(({ key }) => key));
      const there = wanted.filter(({ key }) => present.has(key) || come.has(key));
      present = new Set(there.map(({ key }) => key));
      const complete = there.length === wanted.length;
      if (complete) painted = false;
      setVisible({ nodes: there, painted });
      if (!complete) pumping = requestAnimationFrame(pump);
    };
    const look = () => {
      frameRequest = 0;
      const box = viewBox(0);
      if (box.right === box.left) return;
      // While it is being zoomed nothing comes or goes; the canvas stands in where nodes are missing.
      const {
        transform: [, , zoom],
      } = store.getState();
      const zooming = zoom !== zoomed;
      zoomed = zoom;
      if (zooming) {
        clearTimeout(still);
        still = setTimeout(look, STILL_MS);
        cancelAnimationFrame(pumping);
        if (!painted && !encloses(covered, box)) {
          painted = true;
          setVisible((now) => ({ nodes: now.nodes, painted }));
        }
        return;
      }
      const count = within(box).length;
      if (painted && wanted.length === 0 ? count > AGAIN : count > MOST) {
        cancelAnimationFrame(pumping);
        if (!painted || !covered || wanted.length > 0) setVisible({ nodes: [], painted: true });
        painted = true;
        covered = box;
        wanted = [];
        present = new Set();
        return;
      }
      if (painted && wanted.length === 0) covered = undefined;
      if (encloses(covered, box)) {
        cancelAnimationFrame(pumping);
        if (painted) pump();
        return;
      }
      covered = viewBox(MARGIN);
      wanted = within(covered);
      cancelAnimationFrame(pumping);
      pump();
    };
    const ask = () => {
      frameRequest ||= requestAnimationFrame(look);
    };
    look();
    const stop = store.subscribe((now, before) => {
      if (now.transform !== before.transform || now.width !== before.width || now.height !== before.height) ask();
    });
    return () => {
      stop();
      cancelAnimationFrame(frameRequest);
      cancelAnimationFrame(pumping);
      clearTimeout(still);
    };
  }, [store, nodes, places]);
  return visible;
}
