import { useTranslation } from 'react-i18next';
import { RETENTION_START_EVENTS, type RetentionStartEvent } from '../../../../shared/purpose/retention.ts';
import { FieldAnchor } from '../../../records/fieldFocus.tsx';
import { Grid } from '../../../ui/index.ts';
import { FieldFrame, NativeSelect, TextField, useField, useFormContext } from '../../../ui/form/index.ts';

/** The start of a retention period: an event from the list, with a free text once one is selected. */
export function RetentionStartField({ name }: { name: string }) {
  const { t } = useTranslation(['retention', 'ui']);
  const path = `${name}.startEvent`;
  const handle = useField<RetentionStartEvent | null>({ name: path });
  const { setValue } = useFormContext();
  const choose = (event: RetentionStartEvent | null) => {
    handle.set(event);
    if (!event) setValue(`${name}.startNote`, '', { shouldDirty: true });
  };
  return (
    <Grid gap="3" gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' }}>
      <FieldAnchor name={path}>
        <FieldFrame label={t('label')} handle={handle} help={t('help')}>
          <NativeSelect
            {...handle.control}
            name={path}
            value={handle.value ?? ''}
            onChange={({ target }) => choose(RETENTION_START_EVENTS.find((event) => event === target.value) ?? null)}
            onBlur={handle.blur}
          >
            <option value="">{t('notChosen')}</option>
            {RETENTION_START_EVENTS.map((event) => (
              <option key={event} value={event}>
                {t(`start.${event}`)}
              </option>
            ))}
          </NativeSelect>
        </FieldFrame>
      </FieldAnchor>
      {handle.value && (
        <FieldAnchor name={`${name}.startNote`}>
          <TextField name={`${name}.startNote`} label={t(handle.value === 'other' ? 'otherNote' : 'note')} />
        </FieldAnchor>
      )}
    </Grid>
  );
}
