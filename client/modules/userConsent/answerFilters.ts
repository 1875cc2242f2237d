import { useTranslation } from 'react-i18next';
import { CONSENT_ACTIONS } from '../../../shared/userConsent/schema.ts';
import { dayAfter, startOf } from '../../../shared/bangkok.ts';
import type { DayRange, ListState } from '../../ui/table/index.ts';

const ACTIONS = [...CONSENT_ACTIONS, 'CHANGED'] as const;

/** The period as instants for the server's filter: the end is the start of the day after the last one, exclusive. */
export const instantsOf = (dates: DayRange | undefined) =>
  dates ? { from: dates.start, to: startOf(dayAfter(dates.to, 1)) } : {};

/**
 * Clears every filter of the history in an address, so that a link opens exactly the rows that were counted.
 * @example hrefOf({ ...NO_FILTERS, source })
 */
export const NO_FILTERS = {
  dates: undefined,
  action: undefined,
  purpose: undefined,
  version: undefined,
  source: undefined,
  query: undefined,
  currentPage: undefined,
} as const;

/** Filter options shared by all lists of answers. */
export function useAnswerOptions() {
  const { t } = useTranslation('userConsent');
  return {
    actions: ACTIONS.map((one) => ({ value: one as string, label: t(`action.${one}`) })),
    /** One option per version of a form, the first one first. */
    versions: (count: number) =>
      Array.from({ length: count }, (_version, index) => ({
        value: String(index + 1),
        label: t('form.version', { number: index + 1 }),
      })),
  };
}

export type SubjectState = readonly [uid: string, setUid: (uid: string) => void];

/**
 * Limits a list to one data subject. Not stored in the address: an id of a person would remain in logs and histories.
 * @param subject the state of the uid, empty for all. Example: `useSubjectFilter(control.state, useState(''))`
 * @returns the uid with its setter, and the list's state with the uid as a filter like the others
 */
export function useSubjectFilter<State extends Pick<ListState, 'currentPage' | 'narrowed' | 'setPage' | 'clear'>>(
  state: State,
  [uid, setUid]: SubjectState,
) {
  return {
    uid,
    find: (wanted: string) => {
      setUid(wanted);
      if (state.currentPage > 1) state.setPage(1);
    },
    state: {
      ...state,
      beyond: uid,
      narrowed: state.narrowed || uid !== '',
      clear: () => {
        setUid('');
        state.clear();
      },
    },
  };
}
