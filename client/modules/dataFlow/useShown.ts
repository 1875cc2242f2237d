import { useEffect, useState } from 'react';
import { useStoreApi } from 'reactflow';
import type { FlowNode } from '../../../shared/dataFlow.ts';
import { NODE, type Places } from '../../../shared/dataFlowLayout.ts';

/** More nodes than this at once are painted as boxes on the canvas: their names could not be read anyway. */
export const MOST = 150;
/** Back to nodes that can be read only well below that, so that the picture does not flicker between the two. */
const AGAIN = 115;
/** Nodes are there this much beyond what is seen, as a share of it. */
const MARGIN = 0.45;

export interface Shown {
  nodes: readonly FlowNode[];
  /** The nodes are on the canvas. */
  painted: boolean;
}

interface Box { left: number; top: number; right: number; bottom: number }

/** Which nodes are elements of the page: those around what is seen, or none when there are too many. */
export function useShown(nodes: readonly FlowNode[], places: Places): Shown {
  const store = useStoreApi();
  const [shown, setShown] = useState<Shown>({ nodes: [], painted: nodes.length > MOST });
  useEffect(() => {
    let covered: Box | undefined;
    let painted = nodes.length > MOST;
    let asked = 0;
    const seen = (margin: number): Box => {
      const { transform: [x, y, zoom], width, height } = store.getState();
      return { left: -x / zoom - (width / zoom) * margin, top: -y / zoom - (height / zoom) * margin, right: (width - x) / zoom + (width / zoom) * margin, bottom: (height - y) / zoom + (height / zoom) * margin };
    };
    const within = (box: Box) =>
      nodes.filter(({ key }) => {
        const at = places.get(key);
        return at && at.x < box.right && at.x + NODE.width > box.left && at.y < box.bottom && at.y + NODE.height > box.top;
      });
    const look = () => {
      asked = 0;
      const box = seen(0);
      if (box.right === box.left) return;
      if (nodes.length > MOST) {
        const count = within(box).length;
        const next = painted ? count > AGAIN : count > MOST;
        if (next) {
          if (!painted || !covered) setShown({ nodes: [], painted: true });
          painted = true;
          covered = box;
          return;
        }
        if (painted) covered = undefined;
        painted = false;
      }
      if (covered && covered.left <= box.left && covered.top <= box.top && covered.right >= box.right && covered.bottom >= box.bottom) return;
      covered = seen(MARGIN);
      setShown({ nodes: within(covered), painted: false });
    };
    const ask = () => {
      asked ||= requestAnimationFrame(look);
    };
    look();
    const stop = store.subscribe((now, before) => {
      if (now.transform !== before.transform || now.width !== before.width || now.height !== before.height) ask();
    });
    return () => {
      stop();
      cancelAnimationFrame(asked);
    };
  }, [store, nodes, places]);
  return shown;
}
