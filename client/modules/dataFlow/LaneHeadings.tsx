import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useStoreApi } from 'reactflow';
import type { Lane } from '../../../shared/dataFlow/geometry.ts';
import { chakra } from '../../ui/index.ts';
import { followView } from './followView.ts';

const Strip = chakra('div', {
  base: {
    position: 'absolute',
    top: '0',
    insetInline: '0',
    height: '9',
    overflow: 'hidden',
    bg: 'color-mix(in srgb, {colors.canvas} 95%, transparent)',
    borderBottomWidth: '1px!',
    pointerEvents: 'none',
    zIndex: '5',
  },
});
const Name = chakra('div', {
  base: {
    position: 'absolute',
    top: '0',
    left: '0',
    height: '36px',
    pt: '7px',
    px: '1',
    textStyle: 'dense',
    fontWeight: 'semibold',
    color: 'muted',
    whiteSpace: 'nowrap',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
  },
});

/** Names of the lanes along the top edge, above their lanes. Moved without React. */
export function LaneHeadings({ lanes }: { lanes: readonly Lane[] }) {
  const { t } = useTranslation('dataFlow');
  const store = useStoreApi();
  const strip = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const place = () => {
      const {
        transform: [x, , zoom],
      } = store.getState();
      lanes.forEach((lane, index) => {
        const element = strip.current?.children[index] as HTMLElement | undefined;
        if (!element) return;
        // Up to the next lane, so that names of narrow lanes stay readable.
        const next = lanes[index + 1];
        const width = next ? (next.x - lane.x) * zoom : Math.max(160, lane.width * zoom);
        // The name stays visible while its lane is.
        const left = Math.max(lane.x * zoom + x, Math.min(8, (lane.x + lane.width) * zoom + x - 100));
        element.style.transform = `translateX(${Math.round(left)}px)`;
        element.style.maxWidth = `${Math.max(0, Math.round(width - 6))}px`;
        element.style.visibility = width < 56 ? 'hidden' : 'visible';
      });
    };
    return followView(store, place);
  }, [store, lanes]);
  return (
    <Strip ref={strip}>
      {lanes.map(({ lane }) => (
        <Name key={lane}>{t(`lane.${lane}`)}</Name>
      ))}
    </Strip>
  );
}
