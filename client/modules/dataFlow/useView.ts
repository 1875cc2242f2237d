import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { useReactFlow, useStoreApi } from 'reactflow';
import { BAND, boundsOf, NODE, type Places } from '../../../shared/dataFlow/geometry.ts';
import type { Graph } from '../../../shared/dataFlow/graph.ts';
import { useMediaQuery } from '../../ui/useMediaQuery.ts';
import { MOST } from './useVisibleNodes.ts';

/** Zoom from which names are readable. */
const READABLE = 0.75;
const MOVE_MS = 180;
/** Below this zoom, names are not worth displaying initially. */
const LEGIBLE = 0.7;
const laneStrip = 36;

export interface ViewProps {
  graph: Graph;
  places: Places;
  focused: string | null;
  /** Stays visible when details open beside the picture. */
  chosen: string | null;
  /** The picture is fitted into view only when this changes. */
  fitOn: string;
  box: RefObject<HTMLDivElement | null>;
}

export interface ViewControls {
  fit: () => void;
  /** Brings a node into view at a readable zoom; a visible one is not moved. */
  reveal: (key: string) => void;
  zoomIn: () => void;
  zoomOut: () => void;
}

/**
 * The visible part and zoom of the picture: fitted initially, then moved by the returned functions, animated unless
 * motion is unwanted.
 */
export function useView({ graph, places, focused, chosen, fitOn, box }: ViewProps): ViewControls {
  const store = useStoreApi();
  const flow = useReactFlow();
  const still = useMediaQuery('(prefers-reduced-motion: reduce)');
  const duration = still ? 0 : MOVE_MS;
  /** The entire picture; initially rather its upper part, where the entire picture would be unreadable. */
  const fit = useCallback(
    (first = false) => {
      const around = boundsOf(graph.nodes, places);
      const { width, height } = store.getState();
      if (around.width === 0 || width === 0) return;
      const [top, side] = [laneStrip + BAND.head, width > 600 ? 24 : 14];
      const wide = Math.min(1, (width - 2 * side) / around.width);
      const fullZoom = Math.min(wide, (height - top - side) / around.height);
      // Initially a small picture is displayed at a readable zoom, a large one completely.
      const zoom = first && fullZoom < LEGIBLE && graph.nodes.length <= MOST ? Math.max(wide, LEGIBLE) : fullZoom;
      const middle = focused === null ? undefined : places.get(focused);
      if (zoom > fullZoom && middle) {
        const [x, y] = [middle.x + NODE.width / 2, middle.y + NODE.height / 2];
        return void flow.setViewport(
          { zoom, x: width / 2 - x * zoom, y: (height + laneStrip) / 2 - y * zoom },
          { duration: 0 },
        );
      }
      const beside = Math.max(side, (width - around.width * zoom) / 2);
      const above = Math.max(0, (height - top - side - around.height * zoom) / 2);
      flow.setViewport(
        { zoom, x: beside - around.x * zoom, y: top + above - around.y * zoom },
        { duration: first ? 0 : duration },
      );
    },
    [graph, places, focused, store, flow, duration],
  );
  const fitted = useRef('');
  useEffect(() => {
    const first = () => {
      // Before pan and zoom are initialised the view cannot be set.
      if (fitted.current === fitOn || store.getState().width === 0 || !flow.viewportInitialized) return;
      fitted.current = fitOn;
      fit(true);
      box.current?.setAttribute('data-fitted', '');
    };
    first();
    return store.subscribe(first);
  }, [fitOn, fit, store, flow.viewportInitialized, box]);

  const reveal = useCallback(
    (key: string) => {
      const place = places.get(key);
      if (!place) return;
      const {
        transform: [x, y, zoom],
        width,
        height,
      } = store.getState();
      const [left, top] = [place.x * zoom + x, place.y * zoom + y];
      if (
        zoom >= 0.5 &&
        left > 8 &&
        top > 44 &&
        left + NODE.width * zoom < width - 8 &&
        top + NODE.height * zoom < height - 8
      )
        return;
      flow.setCenter(place.x + NODE.width / 2, place.y + NODE.height / 2, { zoom: Math.max(zoom, READABLE), duration });
    },
    [places, store, flow, duration],
  );
  useChosenInView(chosen, places);
  useFarness(box);
  return {
    fit,
    reveal,
    zoomIn: () => flow.zoomIn({ duration }),
    zoomOut: () => flow.zoomOut({ duration }),
  };
}

/** Moves the picture when it becomes narrower and the selected node would no longer be visible. */
function useChosenInView(chosen: string | null, places: Places): void {
  const store = useStoreApi();
  const flow = useReactFlow();
  useEffect(
    () =>
      store.subscribe((now, before) => {
        const place = chosen === null ? undefined : places.get(chosen);
        if (!place || before.width === 0 || now.width >= before.width) return;
        const [x, y, zoom] = now.transform;
        const beyond = (place.x + NODE.width) * zoom + x - (now.width - 8);
        if (beyond > 0) flow.setViewport({ zoom, x: x - beyond, y }, { duration: 0 });
      }),
    [chosen, places, store, flow],
  );
}

/** Marks the diagram at small zoom, without React. */
function useFarness(box: RefObject<HTMLDivElement | null>): void {
  const store = useStoreApi();
  useEffect(() => {
    const mark = () => void box.current?.toggleAttribute('data-far', store.getState().transform[2] < 0.5);
    mark();
    return store.subscribe(mark);
  }, [store, box]);
}
