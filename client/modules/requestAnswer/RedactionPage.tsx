import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RedactionBox } from '../../../shared/requestAnswer/redaction.ts';
import { randomId } from '../../embeds/kit/storage.ts';
import { focusNeighbour } from '../../ui/focusNeighbour.ts';
import { announce, Box, chakra } from '../../ui/index.ts';

/** A box that stays the same one while it is moved and others are removed. */
export type DrawnBox = RedactionBox & { id: string };
export const drawnBox = (box: RedactionBox): DrawnBox => ({ ...box, id: randomId() });

interface RedactionPageProps {
  picture: string;
  label: string;
  width: string;
  page: number;
  boxes: readonly DrawnBox[];
  onChange: (boxes: readonly DrawnBox[]) => void;
}

interface Point {
  x: number;
  y: number;
}

/** Anything smaller counts as a click instead of a box; as a fraction of the page. */
const LEAST = 0.005;
/** The distance of one arrow key press. */
const STEP = 0.01;
const clamp = (value: number, most = 1): number => Math.min(most, Math.max(0, value));
const DIRECTIONS: Record<string, Point> = {
  ArrowLeft: { x: -STEP, y: 0 },
  ArrowRight: { x: STEP, y: 0 },
  ArrowUp: { x: 0, y: -STEP },
  ArrowDown: { x: 0, y: STEP },
};

const spanned = (page: number, a: Point, b: Point): RedactionBox => ({
  page,
  x: Math.min(a.x, b.x),
  y: Math.min(a.y, b.y),
  width: Math.abs(a.x - b.x),
  height: Math.abs(a.y - b.y),
});

/** A page with its boxes: drawn by mouse, pen or finger; moved, resized and removed by the keyboard. */
export function RedactionPage({ picture, label, width, page, boxes, onChange }: RedactionPageProps) {
  const { t } = useTranslation('requestAnswer');
  const surface = useRef<HTMLDivElement>(null);
  const [drag, setDrag] = useState<{ from: Point; to: Point } | null>(null);
  const pointOf = ({ clientX, clientY }: PointerEvent): Point => {
    const { left, top, width: wide, height } = surface.current!.getBoundingClientRect();
    return { x: clamp((clientX - left) / wide), y: clamp((clientY - top) / height) };
  };
  const end = () => {
    const box = drag && spanned(page, drag.from, drag.to);
    setDrag(null);
    if (box && box.width > LEAST && box.height > LEAST) onChange([...boxes, drawnBox(box)]);
  };
  const press = (event: KeyboardEvent<HTMLButtonElement>, box: DrawnBox) => {
    if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault();
      focusNeighbour(event.currentTarget);
      onChange(boxes.filter((one) => one !== box));
      announce(t('redact.removed', { number: boxes.indexOf(box) + 1 }));
      return;
    }
    const by = DIRECTIONS[event.key];
    if (!by) return;
    event.preventDefault();
    const next = event.shiftKey
      ? {
          ...box,
          width: clamp(Math.max(STEP, box.width + by.x), 1 - box.x),
          height: clamp(Math.max(STEP, box.height + by.y), 1 - box.y),
        }
      : { ...box, x: clamp(box.x + by.x, 1 - box.width), y: clamp(box.y + by.y, 1 - box.height) };
    onChange(boxes.map((one) => (one === box ? next : one)));
  };
  const visible = drag ? [...boxes, { ...spanned(page, drag.from, drag.to), id: 'drawing' }] : boxes;
  return (
    <Box
      ref={surface}
      tabIndex={-1}
      position="relative"
      width={width}
      mx="auto"
      // One finger draws; two scroll and zoom a page larger than the phone.
      touchAction="pinch-zoom"
      userSelect="none"
      cursor="crosshair"
      onPointerDown={(event: PointerEvent<HTMLDivElement>) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        const from = pointOf(event);
        setDrag({ from, to: from });
      }}
      onPointerMove={(event: PointerEvent) => drag && setDrag({ ...drag, to: pointOf(event) })}
      onPointerUp={end}
      onPointerCancel={() => setDrag(null)}
    >
      <chakra.img src={picture} alt={label} width="full" draggable={false} />
      {visible.map((box, index) =>
        box.page === page ? (
          <chakra.button
            key={box.id}
            type="button"
            aria-label={t('redact.box', { number: index + 1 })}
            position="absolute"
            bg="black"
            opacity={0.75}
            outlineOffset="2px"
            _focusVisible={{ outline: '3px solid', outlineColor: 'accent' }}
            style={{
              left: `${box.x * 100}%`,
              top: `${box.y * 100}%`,
              width: `${box.width * 100}%`,
              height: `${box.height * 100}%`,
            }}
            onKeyDown={(event) => press(event, box)}
          />
        ) : null,
      )}
    </Box>
  );
}
