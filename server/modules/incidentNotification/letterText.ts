import { ACTIVITY_PHASES } from '../../../shared/incident/activity.ts';
import type { Incident } from '../../../shared/incident/schema.ts';
import { LONG_TEXT_LIMIT } from '../../../shared/text.ts';

// A letter in parts, which together are no longer than a message.

/** Limit for a text that could fill an entire message by itself. */
const PART_LIMIT = 1500;
/** The same for a list of names, and for one activity. */
export const NAMES_LIMIT = 700;
const ACTIVITY_LIMIT = 500;

export const cut = (text: string, limit: number): string => {
  if (text.length <= limit) return text;
  return `${text
    .slice(0, limit - 1)
    .toWellFormed()
    .replace(/\ufffd$/, '')}…`;
};
export const part = (text: string): string => cut(text, PART_LIMIT);
export const section = (heading: string, ...lines: (string | null)[]): string =>
  [heading, ...lines.filter((line) => line !== null)].join('\n');

export interface Message {
  readonly message: string;
  /** Whether parts of it were left out, since they exceed the length of a message. */
  readonly shortened: boolean;
}
const joined = (sections: readonly string[]): string => sections.filter(Boolean).join('\n\n');
/** These sections as a message. `kept`: sections at its end that are never shortened. */
export function fitted(sections: readonly string[], kept: readonly string[] = []): Message {
  const [text, end] = [joined(sections), joined(kept)];
  const room = LONG_TEXT_LIMIT - (end === '' ? 0 : end.length + 2);
  return { message: joined([cut(text, room), end]), shortened: text.length > room };
}

interface MeasureWords {
  readonly t: (key: string, values?: Record<string, unknown>) => string;
  readonly time: (at: string) => string;
}

/**
 * Activities by phase, in the order of the phases; where they do not fit beside the
 * other sections, the newest of them, and how many more.
 */
export function measures(
  activities: Incident['activities'],
  { t, time }: MeasureWords,
  others: readonly string[],
): { lines: string[]; isPart: boolean } {
  const lineOf = ({ at, detail }: (typeof activities)[number]) => `- ${time(at)}: ${cut(detail, ACTIVITY_LIMIT)}`;
  const listed = (chosen: typeof activities): string[] => {
    const more = activities.length - chosen.length;
    return [
      ...ACTIVITY_PHASES.flatMap((phase) => {
        const done = chosen.filter((activity) => activity.phase === phase);
        return done.length === 0 ? [] : [`${t(`phase.${phase}`)}:`, ...done.map(lineOf)];
      }),
      ...(more > 0 ? [t('measuresMore', { count: more, number: more })] : []),
    ];
  };
  const lengthOf = (chosen: typeof activities) => listed(chosen).reduce((sum, line) => sum + line.length + 1, 0);
  const room = LONG_TEXT_LIMIT - joined(others).length;
  let chosen = activities;
  const newest = activities.toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at));
  while (chosen.length > 0 && lengthOf(chosen) > room) {
    const fewer = new Set(newest.slice(0, Math.min(chosen.length - 1, Math.floor(chosen.length * 0.9))));
    chosen = activities.filter((activity) => fewer.has(activity));
  }
  return { lines: listed(chosen), isPart: chosen.length < activities.length };
}
