import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CONSENT_ACTIONS } from '../../../shared/userConsent/schema.ts';
import { addDays, startOfDay } from '../../format.ts';
import type { DayRange, ListState } from '../../ui/table/index.ts';

const ACTIONS = [...CONSENT_ACTIONS, 'CHANGED'] as const;

/** Instants of the server's filter: the day after the last one is its end, which is not included. */
export const instantsOf = (dates: DayRange | undefined) =>
  dates ? { from: dates.start, to: startOfDay(addDays(dates.to, 1)) } : {};

/** Options of the filters that every list of answers has. */
export function useAnswerOptions() {
  const { t } = useTranslation('userConsent');
  return {
    actions: ACTIONS.map((one) => ({ value: one as string, label: t(`action.${one}`) })),
    /** Of a form's versions, the first one first. */
    versions: (count: number) =>
      Array.from({ length: count }, (_version, index) => ({
        value: String(index + 1),
        label: t('form.version', { number: index + 1 }),
      })),
  };
}

/**
 * Narrows a list to one data subject. Not in the address: an id of a person would stay in logs and histories.
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
