import { ACTIVITY_SEPARATOR } from '../../../shared/constants.ts';

/** The part of an activity text after the separator: its title. */
export function titleOf(text: string): string {
  const at = text.indexOf(ACTIVITY_SEPARATOR);
  return at < 0 ? text : text.slice(at + ACTIVITY_SEPARATOR.length);
}
