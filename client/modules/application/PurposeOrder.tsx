import { useTranslation } from 'react-i18next';
import { recordAddress } from '../../../shared/registry/entities.ts';
import { Link } from '../../ui/index.ts';
import { OrderableList, useFormContext, useWatch } from '../../ui/form/index.ts';

/** The chosen purposes in their displayed and published order. */
export function PurposeOrder({ titles }: { titles: ReadonlyMap<string, string> }) {
  const { t } = useTranslation('recordScreen');
  const { setValue } = useFormContext();
  const ids = (useWatch({ name: 'purposeIds' }) as string[] | undefined) ?? [];
  if (ids.length === 0) return null;
  const nameOf = (id: string) => titles.get(id) ?? '…';
  return (
    <OrderableList
      label={t('application.purposeOrder')}
      items={ids}
      itemKey={(id) => id}
      itemName={nameOf}
      onChange={(next) => setValue('purposeIds', next, { shouldDirty: true })}
    >
      {(id) => <Link href={recordAddress('purpose', id)}>{nameOf(id)}</Link>}
    </OrderableList>
  );
}
