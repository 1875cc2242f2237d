import { useTranslation } from 'react-i18next';
import { ITEM_ANSWERS, type ItemAnswer } from '../../../../shared/dpia/content.ts';
import { Input, useField, useWatch } from '../../../ui/form/index.ts';
import { chakra, Stack, Tag, useFormat } from '../../../ui/index.ts';
import { LONG_TEXT_LIMIT } from '../../../../shared/text.ts';
import { RiskMap } from '../RiskMap.tsx';
import { useAssessed } from './assessed.tsx';
import type { FormWorstCase } from './content.ts';
import { RadioRow } from './fields/RadioRow.tsx';
import { Section } from './Section.tsx';
import { WorstCases, type WorstCasesProps } from './WorstCases.tsx';

/** How the processing complies with the act, and what could happen to the data subjects. */
export function ImpactTab(props: WorstCasesProps) {
  return (
    <Stack gap="4">
      <Section name="items">
        <Items />
      </Section>
      <Map />
      <Section name="worstCases">
        <WorstCases {...props} />
      </Section>
    </Stack>
  );
}

/** The positions of the worst cases, from the current form values. */
function Map() {
  const { t } = useTranslation('dpiaAssessment');
  const { text } = useFormat();
  const { framework } = useAssessed();
  const worstCases = useWatch({ name: 'worstCases' }) as FormWorstCase[];
  return (
    <RiskMap
      title={t('map.title')}
      scale={framework.scale}
      risks={worstCases.map(({ id, title, initial, residual, treatment }, place) => ({
        id,
        number: place + 1,
        title: text(title),
        points: { initial, residual, expected: treatment.expected },
      }))}
    />
  );
}

/** The items required by the act, each with its protection measures. */
function Items() {
  const { t } = useTranslation('dpiaAssessment');
  const { framework } = useAssessed();
  return (
    <chakra.div data-field="items" display="grid" gap="4">
      {framework.items.map(({ id }) => (
        <Item key={id} id={id} />
      ))}
      {framework.items.length === 0 && t('item.none')}
    </chakra.div>
  );
}

function Item({ id }: { id: string }) {
  const { t } = useTranslation('dpiaAssessment');
  const { text } = useFormat();
  const { framework } = useAssessed();
  const items = useWatch({ name: 'items' }) as { itemId: string }[];
  const place = items.findIndex(({ itemId }) => itemId === id);
  const handle = useField<ItemAnswer | null>({ name: `items.${place}.answer` });
  const item = framework.items.find((one) => one.id === id);
  if (!item || place < 0) return null;
  return (
    <chakra.div display="grid" gap="2" borderBottomWidth="1px" pb="3">
      <RadioRow
        name={`items.${place}`}
        aside={`items.${place}`}
        label={<strong>{text(item.title)}</strong>}
        note={
          <>
            <chakra.div textStyle="dense" color="muted">
              {text(item.description)}
            </chakra.div>
            <chakra.div display="flex" flexWrap="wrap" gap="1.5" mt="1">
              {item.objectives.map((objective) => (
                <Tag key={objective}>{t(`objective.${objective}`)}</Tag>
              ))}
            </chakra.div>
          </>
        }
        options={ITEM_ANSWERS.map((value) => ({ value, label: t(`item.${value}`) }))}
        value={handle.value}
        disabled={handle.control.disabled}
        onChange={handle.set}
      />
      <Note name={`items.${place}.note`} label={`${text(item.title)}: ${t('field.note')}`} />
    </chakra.div>
  );
}

function Note({ name, label }: { name: string; label: string }) {
  const { t } = useTranslation('dpiaAssessment');
  const { control, value, set, blur } = useField<string>({ name });
  return (
    <Input
      dense
      {...control}
      name={name}
      aria-label={label}
      placeholder={t('field.note')}
      value={value}
      maxLength={LONG_TEXT_LIMIT}
      autoComplete="off"
      onChange={(event) => set(event.target.value)}
      onBlur={blur}
    />
  );
}
