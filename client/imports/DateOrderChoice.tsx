import { useTranslation } from 'react-i18next';
import { DATE_ORDERS, type DateOrder } from '../../shared/import/schema.ts';
import { NativeSelect } from '../ui/form/index.ts';
import { chakra, Text } from '../ui/index.ts';

interface DateOrderChoiceProps {
  order: DateOrder;
  onChange: (order: DateOrder) => void;
}

/** The order of day and month in numeric dates. */
export function DateOrderChoice({ order: chosen, onChange }: DateOrderChoiceProps) {
  const { t } = useTranslation('import');
  return (
    <>
      <chakra.label display="grid" gap="1" textStyle="dense">
        {t('columns.dateOrder')}
        <NativeSelect value={chosen} onChange={({ target: { value } }) => onChange(value as DateOrder)}>
          {DATE_ORDERS.map((order) => (
            <option key={order} value={order}>
              {t(`columns.order.${order}`)}
            </option>
          ))}
        </NativeSelect>
      </chakra.label>
      <Text flexBasis="full" textStyle="dense" color="muted">
        {t('columns.dates')}
      </Text>
    </>
  );
}
