import { type PointerEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useReactFlow, useStoreApi } from 'reactflow';
import { FLOW_KINDS, type FlowNode } from '../../../shared/dataFlow/schema.ts';
import { boundsOf, NODE, type Places } from '../../../shared/dataFlow/geometry.ts';
import { chakra } from '../../ui/index.ts';
import { followView } from './followView.ts';
import type { Colours } from './scene.ts';

const SIZE = { width: 132, height: 56 };
const Frame = chakra('div', {
  base: {
    position: 'relative',
    width: '132px',
    height: '56px',
    bg: 'surface',
    borderWidth: '1px!',
    borderRadius: 'control',
    overflow: 'hidden',
    cursor: 'crosshair',
    touchAction: 'none',
    hideBelow: 'md',
  },
});
const Viewport = chakra('div', {
  base: {
    position: 'absolute',
    top: '0',
    left: '0',
    borderWidth: '2px!',
    borderColor: 'accent!',
    bg: 'color-mix(in srgb, {colors.accent} 12%, transparent)',
    pointerEvents: 'none',
  },
});

/**
 * A small overview of the picture, drawn once; the frame of the view moves without React. A click or drag moves the
 * view.
 */
export function MiniMap({ nodes, places, colours }: { nodes: readonly FlowNode[]; places: Places; colours: Colours }) {
  const { t } = useTranslation('dataFlow');
  const store = useStoreApi();
  const { setCenter, getZoom } = useReactFlow();
  const canvas = useRef<HTMLCanvasElement>(null);
  const viewport = useRef<HTMLDivElement>(null);
  const shape = useRef({ scale: 1, x: 0, y: 0 });
  useEffect(() => {
    const around = boundsOf(nodes, places);
    const scale = Math.min(
      (SIZE.width - 8) / Math.max(1, around.width),
      (SIZE.height - 8) / Math.max(1, around.height),
    );
    shape.current = {
      scale,
      x: around.x - (SIZE.width / scale - around.width) / 2,
      y: around.y - (SIZE.height / scale - around.height) / 2,
    };
    const element = canvas.current;
    const brush = element?.getContext('2d');
    if (element && brush) {
      Object.assign(element, { width: SIZE.width * devicePixelRatio, height: SIZE.height * devicePixelRatio });
      brush.scale(devicePixelRatio, devicePixelRatio);
      for (const node of nodes) {
        const at = places.get(node.key);
        if (!at) continue;
        brush.fillStyle = colours.kinds[FLOW_KINDS.indexOf(node.kind)] ?? colours.line;
        brush.fillRect(
          (at.x - shape.current.x) * scale,
          (at.y - shape.current.y) * scale,
          Math.max(1.5, NODE.width * scale),
          Math.max(1, NODE.height * scale),
        );
      }
    }
    const place = () => {
      const {
        transform: [x, y, zoom],
        width,
        height,
      } = store.getState();
      const { style } = viewport.current ?? {};
      const frame = viewport.current?.parentElement;
      if (!style || !frame) return;
      // Everything is in view: nothing to move.
      frame.style.visibility =
        -x / zoom <= around.x &&
        -y / zoom <= around.y &&
        (width - x) / zoom >= around.x + around.width &&
        (height - y) / zoom >= around.y + around.height
          ? 'hidden'
          : 'visible';
      style.transform = `translate(${(-x / zoom - shape.current.x) * scale}px,${(-y / zoom - shape.current.y) * scale}px)`;
      style.width = `${(width / zoom) * scale}px`;
      style.height = `${(height / zoom) * scale}px`;
    };
    return followView(store, place);
  }, [nodes, places, colours, store]);
  const go = (event: PointerEvent<HTMLDivElement>) => {
    if (event.type === 'pointermove' && event.buttons === 0) return;
    const box = event.currentTarget.getBoundingClientRect();
    const { scale, x, y } = shape.current;
    setCenter((event.clientX - box.left) / scale + x, (event.clientY - box.top) / scale + y, { zoom: getZoom() });
  };
  return (
    <Frame onPointerDown={go} onPointerMove={go} title={t('minimap')} aria-hidden data-minimap="">
      <canvas ref={canvas} style={{ width: SIZE.width, height: SIZE.height }} />
      <Viewport ref={viewport} />
    </Frame>
  );
}
