import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { IncidentClock } from '../../shared/incident/clock.ts';
import { chakra } from '../ui/layout.tsx';
import { Tooltip } from '../ui/Tooltip.tsx';
import { useEarlier } from './useClock.ts';

/**
 * Marks a clock that has time left while the deadline by the other, earlier reading of its start is over. Nothing else.
 * `inert`: it stands inside a link or button, which is reached by keyboard in its place.
 * @example <Countdown clock={row.clock} /> <EarlierMark clock={row.clock} />
 */
export function EarlierMark({ clock, inert = false }: { clock: IncidentClock; inert?: boolean }) {
  const { t } = useTranslation('clock');
  const earlier = useEarlier(clock);
  if (!earlier?.passed) return null;
  const words = t(`passed.${earlier.basis}`);
  const mark = (
    <chakra.span
      role="img"
      aria-label={words}
      {...(inert ? { title: words } : { tabIndex: 0 })}
      data-passed=""
      display="inline-flex"
      verticalAlign="middle"
      color="danger"
    >
      <TriangleAlert size={16} aria-hidden />
    </chakra.span>
  );
  return inert ? (
    mark
  ) : (
    <Tooltip content={words} isLabel>
      {mark}
    </Tooltip>
  );
}
