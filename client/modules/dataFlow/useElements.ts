import { useMemo, useRef } from 'react';
import type { Node } from 'reactflow';
import type { FlowNode as FlowNodeData } from '../../../shared/dataFlow/schema.ts';
import { type bandsOf, NODE, type Places } from '../../../shared/dataFlow/geometry.ts';

const SIZE = { width: NODE.width, height: NODE.height };

/** Nodes for reactflow; one at the same position stays the same object, so that it is not rendered again. */
export function useElements(nodes: readonly FlowNodeData[], places: Places, bands: ReturnType<typeof bandsOf>): Node[] {
  const cache = useRef(new Map<string, Node<FlowNodeData>>());
  return useMemo(() => {
    const next = new Map<string, Node<FlowNodeData>>();
    for (const data of nodes) {
      const position = places.get(data.key);
      if (!position) continue;
      const before = cache.current.get(data.key);
      const same =
        before && before.data === data && before.position.x === position.x && before.position.y === position.y;
      next.set(
        data.key,
        same
          ? before
          : { id: data.key, type: 'flow', data, position, width: NODE.width, height: NODE.height, style: SIZE },
      );
    }
    cache.current = next;
    return [
      ...bands.map((band): Node => ({
        id: `band ${band.country} ${band.y}`,
        type: 'band',
        data: band,
        position: band,
        width: band.width,
        height: band.height,
        draggable: false,
        zIndex: -1,
      })),
      ...next.values(),
    ];
  }, [nodes, places, bands]);
}
