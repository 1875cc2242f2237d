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
  /** The id of the selected box. */
  selectedId: string | null;
  onSelect: (id: string | null) => void;
}

interface Point {
  x: number;
  y: number;
}

/** Anything smaller is no box; as a fraction of the page. */
const LEAST = 0.005;
/** A finger that moves less than this taps; in pixels. */
const TAP = 6;
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
const isInside = ({ x, y }: Point, box: RedactionBox): boolean =>
  x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height;

/** A box moved, or with Shift resized, in a direction. */
const stepped = (box: DrawnBox, by: Point, isResized: boolean): DrawnBox =>
  isResized
    ? {
        ...box,
        width: clamp(Math.max(STEP, box.width + by.x), 1 - box.x),
        height: clamp(Math.max(STEP, box.height + by.y), 1 - box.y),
      }
    : { ...box, x: clamp(box.x + by.x, 1 - box.width), y: clamp(box.y + by.y, 1 - box.height) };

/** A page with its boxes: drawn and selected by mouse, pen or finger; moved, resized and removed by the keyboard. */
export function RedactionPage(props: RedactionPageProps) {
  const { picture, label, width, page, boxes, onChange, selectedId, onSelect } = props;
  const { t } = useTranslation('requestAnswer');
  const surface = useRef<HTMLDivElement>(null);
  const [drag, setDrag] = useState<{ from: Point; to: Point } | null>(null);
  const pointOf = ({ clientX, clientY }: PointerEvent): Point => {
    const { left, top, width: wide, height } = surface.current!.getBoundingClientRect();
    return { x: clamp((clientX - left) / wide), y: clamp((clientY - top) / height) };
  };
  const select = (point: Point) => {
    const box = boxes.findLast((one) => one.page === page && isInside(point, one));
    onSelect(box?.id ?? null);
    if (box) surface.current?.querySelector<HTMLElement>(`[data-box="${box.id}"]`)?.focus();
  };
  const end = () => {
    if (!drag) return;
    setDrag(null);
    const { from, to } = drag;
    const { width: wide, height } = surface.current!.getBoundingClientRect();
    if (Math.hypot((to.x - from.x) * wide, (to.y - from.y) * height) < TAP) return select(from);
    const box = spanned(page, from, to);
    if (box.width > LEAST && box.height > LEAST) onChange([...boxes, drawnBox(box)]);
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
    onChange(boxes.map((one) => (one === box ? stepped(box, by, event.shiftKey) : one)));
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
          <BoxButton
            key={box.id}
            box={box}
            label={t('redact.box', { number: index + 1 })}
            isSelected={box.id === selectedId}
            onSelect={() => onSelect(box.id)}
            onKeyDown={(event) => press(event, box)}
          />
        ) : null,
      )}
    </Box>
  );
}

interface BoxButtonProps {
  box: DrawnBox;
  label: string;
  isSelected: boolean;
  onSelect: () => void;
  onKeyDown: (event: KeyboardEvent<HTMLButtonElement>) => void;
}

function BoxButton({ box, label, isSelected, onSelect, onKeyDown }: BoxButtonProps) {
  return (
    <chakra.button
      type="button"
      data-box={box.id}
      aria-label={label}
      aria-pressed={isSelected}
      position="absolute"
      bg="black"
      opacity={0.75}
      outlineColor="accent"
      {...(isSelected && { outline: '3px solid' })}
      outlineOffset="2px"
      _focusVisible={{ outline: '3px solid', outlineColor: 'accent' }}
      style={{
        left: `${box.x * 100}%`,
        top: `${box.y * 100}%`,
        width: `${box.width * 100}%`,
        height: `${box.height * 100}%`,
      }}
      onFocus={onSelect}
      onClick={onSelect}
      onKeyDown={onKeyDown}
    />
  );
}
