import { useTranslation } from 'react-i18next';
import { RETENTION_UNITS } from '../../../../shared/purpose/schema.ts';
import { Grid } from '../../../ui/index.ts';
import {
  FieldFrame,
  NativeSelect,
  NumberField,
  SwitchField,
  TextArea,
  useField,
  useWatch,
} from '../../../ui/form/index.ts';
import { FieldAnchor } from '../../../records/fieldFocus.tsx';
import { RetentionStartField } from './RetentionStartField.tsx';

/** The retention period: an amount of days, months or years, or unlimited with a reason. */
export function RetentionField({ name }: { name: string }) {
  const { t } = useTranslation('purposeScreen');
  const indefinite = useWatch({ name: `${name}.indefinite` }) as boolean;
  return (
    <>
      <SwitchField name={`${name}.indefinite`} label={t('retention.indefinite')} />
      {!indefinite && (
        <FieldAnchor name={name}>
          <Grid
            gap="3"
            gridTemplateColumns={{ base: 'minmax(0, 1fr) minmax(0, 1fr)', md: '12rem 12rem' }}
            role="group"
            aria-label={t('field.retention')}
          >
            <FieldAnchor name={`${name}.amount`}>
              <NumberField name={`${name}.amount`} label={t('field.retention')} max={36_500} />
            </FieldAnchor>
            <UnitField name={`${name}.unit`} />
          </Grid>
        </FieldAnchor>
      )}
      {!indefinite && <RetentionStartField name={name} />}
      <FieldAnchor name={`${name}.note`}>
        <TextArea
          name={`${name}.note`}
          label={t('field.retentionNote')}
          rows={2}
          limit={1000}
          help={t(indefinite ? 'retention.noteHelpIndefinite' : 'retention.noteHelp')}
        />
      </FieldAnchor>
    </>
  );
}

function UnitField({ name }: { name: string }) {
  const { t } = useTranslation(['purposeScreen', 'ui']);
  const handle = useField<string | null>({ name });
  return (
    <FieldAnchor name={name}>
      <FieldFrame label={t('retention.unit')} handle={handle}>
        <NativeSelect
          {...handle.control}
          name={name}
          value={handle.value ?? ''}
          onChange={(event) => handle.set(event.target.value || null)}
          onBlur={handle.blur}
        >
          <option value="">{t('ui:form.select')}</option>
          {RETENTION_UNITS.map((unit) => (
            <option key={unit} value={unit}>
              {t(`retention.units.${unit}`)}
            </option>
          ))}
        </NativeSelect>
      </FieldFrame>
    </FieldAnchor>
  );
}
