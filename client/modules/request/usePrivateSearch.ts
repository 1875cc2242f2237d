import { useState } from 'react';
import { isRequestNumber } from '../../../shared/request/reference.ts';
import type { REQUEST_LIST } from '../../../shared/request/schema.ts';
import type { ListControl } from '../../ui/table/useList.ts';

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
        const isPublic = text.trim() === '' || isRequestNumber(text);
        setUid(isPublic ? '' : text);
        // Also goes back to the first page.
        state.setQuery(isPublic ? text : '');
      },
      clear: () => {
        setUid('');
        state.clear();
      },
    },
  };
}
