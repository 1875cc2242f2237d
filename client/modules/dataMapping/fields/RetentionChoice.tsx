import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { FlowInput } from '../../../../shared/dataMapping/schema.ts';
import { RETENTION_UNITS } from '../../../../shared/purpose/retention.ts';
import { NO_RETENTION } from '../../../../shared/purpose/retentionInput.ts';
import { Box, chakra, Grid } from '../../../ui/index.ts';
import {
  FieldFrame,
  NativeSelect,
  NumberField,
  SwitchField,
  useField,
  useFormContext,
  useWatch,
} from '../../../ui/form/index.ts';
import { RetentionStartField } from '../../purpose/fields/RetentionStartField.tsx';
import { useDirectory } from '../directory.tsx';
import { useLineWords } from '../useLineWords.ts';
import { retentionText } from '../words.ts';

const START: NonNullable<FlowInput['retention']> = { ...NO_RETENTION, unit: 'year' };

/** The retention period of the purpose, or a separate one for the line. */
export function RetentionChoice() {
  const { t } = useTranslation('dataMapping');
  const words = useLineWords();
  const id = useId();
  const { purposes } = useDirectory();
  const { setValue, formState } = useFormContext();
  const [retention, purposeId] = useWatch({ name: ['retention', 'purposeId'] }) as [FlowInput['retention'], string];
  const inherited = purposes.get(purposeId)?.content.retention;
  const choose = (next: FlowInput['retention']) =>
    setValue('retention', next, { shouldDirty: true, shouldValidate: formState.isSubmitted });
  const option = (own: boolean, label: string) => (
    <chakra.label display="flex" gap="2.5" alignItems="center" minHeight="9" cursor="pointer">
      <chakra.input
        type="radio"
        name={`${id}retention`}
        boxSize="18px"
        accentColor="accent"
        disabled={formState.isSubmitting}
        checked={(retention !== null) === own}
        onChange={() => choose(own ? START : null)}
      />
      {label}
    </chakra.label>
  );
  return (
    <Box role="group" aria-labelledby={`${id}label`} display="grid" gap="1">
      <chakra.span id={`${id}label`} fontWeight="semibold" lineHeight="dense">
        {t('retention.label')}
      </chakra.span>
      {option(false, retentionText(null, inherited, words))}
      {option(true, t('retention.own'))}
      {retention && (
        <Box display="grid" gap="3" ps="7" pt="1">
          {!retention.indefinite && (
            <Grid gap="3" gridTemplateColumns={{ base: 'minmax(0, 1fr) minmax(0, 1fr)', md: '10rem 10rem' }}>
              <NumberField name="retention.amount" label={t('retention.amount')} max={36_500} required />
              <UnitField />
            </Grid>
          )}
          {!retention.indefinite && <RetentionStartField name="retention" />}
          <SwitchField name="retention.indefinite" label={t('retention.indefinite')} />
        </Box>
      )}
    </Box>
  );
}

function UnitField() {
  const { t } = useTranslation('dataMapping');
  const handle = useField<string | null>({ name: 'retention.unit' });
  return (
    <FieldFrame label={t('retention.unit')} handle={handle}>
      <NativeSelect
        {...handle.control}
        name="retention.unit"
        value={handle.value ?? 'year'}
        onChange={(event) => handle.set(event.target.value)}
        onBlur={handle.blur}
      >
        {RETENTION_UNITS.map((unit) => (
          <option key={unit} value={unit}>
            {t(`unit.${unit}`)}
          </option>
        ))}
      </NativeSelect>
    </FieldFrame>
  );
}
