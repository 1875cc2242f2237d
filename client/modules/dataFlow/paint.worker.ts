import { type Colours, paint, type Scene, type View } from './scene.ts';

/** Messages of the page: a scene when it changes, then what to draw of it. */
export type Order =
  | { scene: Scene }
  | { view: View; width: number; height: number; scale: number; withNodes: boolean; colours: Colours; turn: number };
export interface Painted {
  bitmap: ImageBitmap;
  view: View;
  turn: number;
}

let scene: Scene | undefined;
let canvas: OffscreenCanvas | undefined;

addEventListener('message', ({ data }: MessageEvent<Order>) => {
  if ('scene' in data) {
    scene = data.scene;
    return;
  }
  if (!scene) return;
  const { view, width, height, turn } = data;
  if (canvas?.width !== width || canvas.height !== height) canvas = new OffscreenCanvas(width, height);
  const brush = canvas.getContext('2d');
  if (!brush) return;
  paint(brush, scene, view, data);
  const bitmap = canvas.transferToImageBitmap();
  postMessage({ bitmap, view, turn } satisfies Painted, { transfer: [bitmap] });
});
