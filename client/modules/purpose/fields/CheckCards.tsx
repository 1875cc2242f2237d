import { useTranslation } from 'react-i18next';
import { chakra } from '../../../ui/index.ts';
import { CheckboxInput, ChoiceCard, FieldFrame, type FieldProps, useField } from '../../../ui/form/index.ts';
import { FieldAnchor } from '../../../records/fieldFocus.tsx';

export interface CheckCard {
  value: string;
  label: string;
  /** The section of the law. */
  section: string;
  plain: string;
}

/**
 * Selects any number of options, each with the section of the law and a plain sentence. The value is an array, in the
 * order of the cards.
 */
export function CheckCards({ cards, ...field }: Omit<FieldProps, 'placeholder'> & { cards: readonly CheckCard[] }) {
  const { t } = useTranslation('ui');
  const handle = useField<readonly string[] | undefined>(field);
  const values = handle.value ?? [];
  const { id, 'aria-required': _, ...control } = handle.control;
  const toggle = (value: string, on: boolean) =>
    handle.set(cards.map((card) => card.value).filter((one) => (one === value ? on : values.includes(one))));
  return (
    <FieldAnchor name={field.name}>
      <FieldFrame
        {...field}
        handle={handle}
        group
        aside={
          <chakra.span textStyle="small" color="muted">
            {t('table.chosen', { number: values.length })}
          </chakra.span>
        }
      >
        <chakra.div
          display="grid"
          gap="2.5"
          gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' }}
        >
          {cards.map((card) => (
            <ChoiceCard key={card.value} p="3">
              <CheckboxInput
                {...control}
                mt="0.5"
                id={`${id}-${card.value}`}
                type="checkbox"
                checked={values.includes(card.value)}
                onChange={(event) => toggle(card.value, event.target.checked)}
                onBlur={handle.blur}
              />
              <chakra.span flex="1" minWidth="0">
                <chakra.span fontWeight="semibold">{card.label}</chakra.span>{' '}
                <chakra.span textStyle="small" color="muted" whiteSpace="nowrap">
                  {card.section}
                </chakra.span>
                <chakra.span display="block" textStyle="dense" color="muted">
                  {card.plain}
                </chakra.span>
              </chakra.span>
            </ChoiceCard>
          ))}
        </chakra.div>
      </FieldFrame>
    </FieldAnchor>
  );
}
