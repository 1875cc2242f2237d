import { useState } from 'react';
import type { REQUEST_LIST } from '../../../shared/request/schema.ts';
import type { ListControl } from '../../ui/table/useList.ts';

/** Only numbers of requests may be part of the address. */
const NUMBER = /^\s*(?:dsr-?)?0*\d{0,9}\s*$/i;

/**
 * The search of requests: a number is stored in the address; an email, phone number or user ID never is, because
 * addresses are stored in logs and histories.
 * @returns the list's control, with the search term in its state and input
 */
export function usePrivateSearch(list: ListControl<typeof REQUEST_LIST>): ListControl<typeof REQUEST_LIST> {
  const [uid, setUid] = useState('');
  const { state } = list;
  const own = uid === '' ? {} : { uid };
  return {
    ...list,
    input: { ...list.input, ...own },
    criteria: { ...list.criteria, ...own },
    state: {
      ...state,
      query: uid || state.query,
      beyond: uid,
      narrowed: state.narrowed || uid !== '',
      setQuery: (text) => {
        const isNumber = NUMBER.test(text);
        setUid(isNumber ? '' : text);
        // Also goes back to the first page.
        state.setQuery(isNumber ? text : '');
      },
      clear: () => {
        setUid('');
        state.clear();
      },
    },
  };
}
