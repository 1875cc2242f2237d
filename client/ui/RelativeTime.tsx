import { toInstant } from '../format.ts';
import type { DateInput } from '../format.ts';
import { Tooltip } from './Tooltip.tsx';
import { useNow } from './ticker.ts';
import { useFormat } from './useFormat.ts';

export interface RelativeTimeProps {
  value: DateInput | null | undefined;
}

/**
 * "3 นาทีที่แล้ว", with the exact date and time on hover and focus; updates every minute.
 * @example <RelativeTime value={row.updatedAt} />
 */
export function RelativeTime({ value }: RelativeTimeProps) {
  const { relative, dateTime } = useFormat();
  useNow(60_000);
  const instant = toInstant(value);
  if (!instant) return null;
  return (
    <Tooltip content={dateTime(instant, 'long')}>
      <time dateTime={instant.toISOString()} tabIndex={0}>
        {relative(instant)}
      </time>
    </Tooltip>
  );
}
