import { useTranslation } from 'react-i18next';
import { MINUTE } from '../../../shared/duration.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import type { FilterOption } from '../../ui/table/index.ts';

/**
 * The people by whose work a list can be filtered: also those who left, or whose role no longer does such work;
 * `enabled` false: not requested.
 */
export function usePeopleOptions(enabled = true): FilterOption[] {
  const { t } = useTranslation('activityLog');
  const { ws } = useSession();
  const people = trpc.personnel.pick.useQuery({ ws, withFormer: true }, { enabled, staleTime: MINUTE });
  return (people.data ?? []).map(({ id, name, active }) => ({
    value: id,
    // A node of the release before does not say it.
    label: active === false ? t('noLongerActive', { name }) : name,
  }));
}
