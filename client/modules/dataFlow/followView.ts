import type { useStoreApi } from 'reactflow';

/** Calls `draw` now, and again when view or size have changed, at most once a frame. @returns stops it */
export function followView(store: ReturnType<typeof useStoreApi>, draw: () => void): () => void {
  let frameRequest = 0;
  draw();
  const stop = store.subscribe((now, before) => {
    if (now.transform === before.transform && now.width === before.width && now.height === before.height) return;
    frameRequest ||= requestAnimationFrame(() => {
      frameRequest = 0;
      draw();
    });
  });
  return () => {
    stop();
    cancelAnimationFrame(frameRequest);
  };
}
