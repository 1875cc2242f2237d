import { useTranslation } from 'react-i18next';
import { fieldName, type ImportMapping, isImported, unfilled } from '../../../shared/recordImport/schema.ts';
import { Card, chakra, Text, useLocale } from '../../ui/index.ts';
import { MeaningInput, useChoices } from './MeaningInput.tsx';

/** Fields that a record requires but no column fills: one value for all rows. */
export function Unfilled({
  mapping,
  onChange,
}: {
  mapping: ImportMapping;
  onChange: (mapping: ImportMapping) => void;
}) {
  const { t } = useTranslation('recordImport');
  const locale = useLocale();
  const { severalControllers } = useChoices();
  const { constants } = mapping;
  const wanted = unfilled({ ...mapping, constants: {} }, { severalControllers });
  const fields = [...new Set([...wanted, ...Object.keys(constants).filter(isImported)])];
  if (fields.length === 0) return null;
  const change = (field: string, value: string) => {
    const { [field]: _, ...others } = constants;
    onChange({ ...mapping, constants: value.trim() === '' ? others : { ...others, [field]: value } });
  };
  return (
    <Card title={t('unfilled.title')}>
      <Text mb="4">{t('unfilled.lead')}</Text>
      <chakra.ul listStyle="none" display="grid" gap="3">
        {fields.map((field) => (
          <chakra.li
            key={field}
            display="grid"
            gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: '16rem minmax(0, 1fr)' }}
            gap={{ base: '1', md: '4' }}
            alignItems="center"
            textStyle="dense"
          >
            <span>{fieldName(field, locale)}</span>
            <MeaningInput
              field={field}
              label={t('unfilled.value', { field: fieldName(field, locale) })}
              value={constants[field] ?? ''}
              onChange={(value) => change(field, value)}
              nothing={t('unfilled.nothing')}
            />
          </chakra.li>
        ))}
      </chakra.ul>
    </Card>
  );
}
