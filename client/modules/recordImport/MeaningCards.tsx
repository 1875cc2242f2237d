import { useTranslation } from 'react-i18next';
import {
  FIELD_READINGS,
  fieldName,
  type ImportField,
  type ImportMapping,
  isImported,
  listOf,
  type MetText,
  type RecordImport,
} from '../../../shared/recordImport/schema.ts';
import { Banner, Card, chakra, Tag, useFormat, useLocale } from '../../ui/index.ts';
import { MeaningInput, useChoices } from './MeaningInput.tsx';

interface MeaningCardsProps {
  record: RecordImport;
  mapping: ImportMapping;
  onChange: (mapping: ImportMapping) => void;
}

/** Every text of the file that is not a valid value, field by field, with its interpretation. */
export function MeaningCards({ record: { summary }, mapping, onChange }: MeaningCardsProps) {
  const { t } = useTranslation('recordImport');
  const { number } = useFormat();
  const locale = useLocale();
  const fields = [...new Set(summary.texts.map(({ field }) => field))].filter(isImported);
  const meanings = new Map(mapping.values.map(({ field, text, meaning }) => [`${field} ${text}`, meaning]));
  const change = ({ field, text }: MetText, meaning: string | null) =>
    onChange({
      ...mapping,
      values: mapping.values.map((one) => (one.field === field && one.text === text ? { ...one, meaning } : one)),
    });
  return (
    <>
      {summary.textCount > summary.texts.length && (
        <Banner>{t('values.first', { listed: number(summary.texts.length), total: number(summary.textCount) })}</Banner>
      )}
      {fields.map((field) => (
        <Card key={field} title={fieldName(field, locale)} flush>
          <chakra.ul listStyle="none">
            {summary.texts
              .filter((one) => one.field === field)
              .map((one) => (
                <MeaningRow
                  key={one.text}
                  field={field}
                  text={one}
                  meaning={meanings.get(`${field} ${one.text}`) ?? null}
                  onChange={(meaning) => change(one, meaning)}
                />
              ))}
          </chakra.ul>
        </Card>
      ))}
    </>
  );
}

function MeaningRow({
  field,
  text: { text, count },
  meaning,
  onChange,
}: {
  field: ImportField;
  text: MetText;
  meaning: string | null;
  onChange: (meaning: string | null) => void;
}) {
  const { t } = useTranslation('recordImport');
  const { number } = useFormat();
  const effect = useEffectOf(field, meaning);
  return (
    <chakra.li
      display="grid"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 22rem 9rem' }}
      gap={{ base: '1.5', md: '4' }}
      px={{ base: '4', md: '5' }}
      py="2.5"
      borderTopWidth="1px"
      _first={{ borderTopWidth: '0' }}
      alignItems="center"
    >
      <chakra.div minWidth="0" overflowWrap="anywhere" textStyle="dense">
        “{text}”
        <chakra.span color="muted" textStyle="small" ms="2">
          {t('values.count', { count, number: number(count) })}
        </chakra.span>
      </chakra.div>
      <MeaningInput
        field={field}
        label={t('values.means', { text })}
        value={meaning ?? ''}
        onChange={(value) => onChange(value.trim() === '' ? null : value)}
        nothing={t('values.note')}
      />
      <div>
        <Tag tone={effect === 'note' ? 'warn' : effect === 'added' ? 'accent' : 'ok'}>
          {t(`values.effect.${effect}`)}
        </Tag>
      </div>
    </chakra.li>
  );
}

/** What a text becomes: a note, a new catalogue entry, or a value. */
function useEffectOf(field: ImportField, meaning: string | null): 'note' | 'added' | 'value' {
  const { lists } = useChoices();
  if (meaning === null) return 'note';
  const { as } = FIELD_READINGS[field];
  if (as !== 'word' && as !== 'purposeCategory' && as !== 'piiCategory') return 'value';
  const known = lists[listOf(field)];
  return !known || known.includes(meaning) ? 'value' : 'added';
}
