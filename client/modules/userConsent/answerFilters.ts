import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CONSENT_ACTIONS } from '../../../shared/userConsent/schema.ts';
import { dayAfter, startOf } from '../../../shared/bangkok.ts';
import type { DayRange, ListState } from '../../ui/table/index.ts';

const ACTIONS = [...CONSENT_ACTIONS, 'CHANGED'] as const;

/** The period as instants for the server's filter: the end is the start of the day after the last one, exclusive. */
export const instantsOf = (dates: DayRange | undefined) =>
  dates ? { from: dates.start, to: startOf(dayAfter(dates.to, 1)) } : {};

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

/**
 * Limits a list to one data subject. Not stored in the address: an id of a person would remain in logs and histories.
 * @returns the uid, empty for all, with its setter, and the list's state with the uid as a filter like the others
 */
export function useSubjectFilter<State extends Pick<ListState, 'currentPage' | 'narrowed' | 'setPage' | 'clear'>>(
  state: State,
) {
  const [uid, setUid] = useState('');
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
