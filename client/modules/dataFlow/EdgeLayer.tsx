import { useEffect, useRef } from 'react';
import { type ReactFlowState, useStoreApi } from 'reactflow';
import { chakra } from '../../ui/index.ts';
import { followView } from './followView.ts';
import type { Order, Painted } from './paint.worker.ts';
import { type Colours, paint, type Scene, type View } from './scene.ts';

/** Up to this number of edges a frame is drawn on demand; more are drawn by a worker in advance. */
const AT_ONCE = 400;
/** The margin that the worker draws on each side, as a share of the view. */
const MARGIN = 0.4;
/** Redrawn sharply once the view has been still for so long. */
const STILL_MS = 90;

const Canvas = chakra('canvas', {
  base: { position: 'absolute', top: '0', left: '0', transformOrigin: '0 0', pointerEvents: 'none' },
});

const viewOf = ({ transform: [x, y, zoom] }: ReactFlowState): View => ({ x, y, zoom });

/**
 * Bands and edges, under the nodes, on one canvas. It follows pan and zoom without React: a small picture is drawn at
 * each frame; a large one is a bitmap that is moved and scaled, and replaced by a sharp one from the worker.
 */
export function EdgeLayer({ scene, colours, withNodes }: { scene: Scene; colours: Colours; withNodes: boolean }) {
  const store = useStoreApi();
  const canvas = useRef<HTMLCanvasElement>(null);
  const large = scene.marks.length > AT_ONCE;
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    return (large ? followByWorker : followByFrame)({ element, store, scene, colours, withNodes });
  }, [store, scene, colours, withNodes, large]);
  return <Canvas key={large ? 'bitmap' : 'drawn'} ref={canvas} aria-hidden data-edges={scene.marks.length} />;
}

interface Following {
  element: HTMLCanvasElement;
  store: ReturnType<typeof useStoreApi>;
  scene: Scene;
  colours: Colours;
  withNodes: boolean;
}

function followByFrame({ element, store, scene, colours, withNodes }: Following): () => void {
  const brush = element.getContext('2d');
  return followView(store, () => {
    const state = store.getState();
    const scale = devicePixelRatio;
    const [width, height] = [Math.round(state.width * scale), Math.round(state.height * scale)];
    if (!brush || width === 0) return;
    if (element.width !== width || element.height !== height) {
      Object.assign(element, { width, height });
      Object.assign(element.style, { width: `${state.width}px`, height: `${state.height}px` });
    }
    paint(brush, scene, viewOf(state), { width, height, scale, withNodes, colours });
  });
}

/** One worker for all diagrams of the page; results for an outdated picture are ignored. */
let worker: Worker | undefined;
let turns = 0;

function followByWorker({ element, store, scene, colours, withNodes }: Following): () => void {
  worker ??= new Worker(new URL('./paint.worker.ts', import.meta.url), { type: 'module' });
  const painter = worker;
  const brush = element.getContext('bitmaprenderer');
  const first = (turns += 1);
  let lastPainted: { view: View; width: number; height: number } | undefined;
  let waiting: { width: number; height: number } | undefined;
  let again = false;
  let still: ReturnType<typeof setTimeout> | undefined;
  painter.postMessage({ scene } satisfies Order);

  const order = () => {
    if (waiting) {
      again = true;
      return;
    }
    const state = store.getState();
    if (state.width === 0) return;
    const scale = devicePixelRatio;
    const view = viewOf(state);
    const [dx, dy] = [Math.round(state.width * MARGIN), Math.round(state.height * MARGIN)];
    waiting = { width: state.width + 2 * dx, height: state.height + 2 * dy };
    painter.postMessage({
      view: { ...view, x: view.x + dx, y: view.y + dy },
      width: Math.round(waiting.width * scale),
      height: Math.round(waiting.height * scale),
      scale,
      withNodes,
      colours,
      turn: first,
    } satisfies Order);
  };
  const move = () => {
    if (!lastPainted) return;
    const now = viewOf(store.getState());
    const ratio = now.zoom / lastPainted.view.zoom;
    element.style.transform = `translate(${now.x - lastPainted.view.x * ratio}px,${now.y - lastPainted.view.y * ratio}px) scale(${ratio})`;
  };
  const onPainted = ({ data }: MessageEvent<Painted>) => {
    if (data.turn !== first || !waiting) return data.turn === first ? data.bitmap.close() : undefined;
    lastPainted = { view: data.view, ...waiting };
    Object.assign(element.style, { width: `${waiting.width}px`, height: `${waiting.height}px` });
    brush?.transferFromImageBitmap(data.bitmap);
    waiting = undefined;
    move();
    if (again) {
      again = false;
      order();
    }
  };
  /** Whether the bitmap no longer covers the view. */
  const bare = (state: ReactFlowState): boolean => {
    if (!lastPainted) return true;
    const { x, y, zoom } = viewOf(state);
    const ratio = zoom / lastPainted.view.zoom;
    const [left, top] = [x - lastPainted.view.x * ratio, y - lastPainted.view.y * ratio];
    return (
      left > 0 ||
      top > 0 ||
      left + lastPainted.width * ratio < state.width ||
      top + lastPainted.height * ratio < state.height
    );
  };
  painter.addEventListener('message', onPainted);
  order();
  const stop = store.subscribe((now, before) => {
    if (now.transform === before.transform && now.width === before.width && now.height === before.height) return;
    move();
    clearTimeout(still);
    if (bare(now)) {
      if (!waiting) order();
      else again = true;
    }
    still = setTimeout(order, STILL_MS);
  });
  return () => {
    stop();
    clearTimeout(still);
    painter.removeEventListener('message', onPainted);
  };
}
