import { WandSparkles } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ApplicationFields } from '../../../shared/application/fields.ts';
import { Button, Card, chakra, Grid } from '../../ui/index.ts';
import { FormSection, RadioCardsField, TextArea, TextField, useFormContext, useWatch } from '../../ui/form/index.ts';
import { FieldAnchor } from '../../records/fieldFocus.tsx';
import { RecordedRefusals } from './RecordedRefusals.tsx';

/** Whether the organisation decides on the processing or does it for another: section 39 or section 40. */
export function RoleFields() {
  const { t } = useTranslation('completeness');
  const role = useWatch({ name: 'processingRole' }) as string;
  return (
    <>
      <FieldAnchor name="processingRole">
        <RadioCardsField
          name="processingRole"
          label={t('form.role')}
          cards={[
            { value: 'controller', label: t('form.roleController'), description: t('form.roleControllerBody') },
            { value: 'processor', label: t('form.roleProcessor'), description: t('form.roleProcessorBody') },
          ]}
        />
      </FieldAnchor>
      {role === 'processor' && (
        <Grid gap="4" gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' }}>
          <TextField name="onBehalfName" label={t('form.onBehalfName')} help={t('form.onBehalfNameHelp')} />
          <TextField name="onBehalfContact" label={t('form.onBehalfContact')} help={t('form.onBehalfContactHelp')} />
        </Grid>
      )}
    </>
  );
}

/** Rights, means of access, and refusals. `controller` provides the initial text. */
export function RightsFields({
  applicationId,
  controller,
  canWrite,
}: {
  /** Left out: of a new one. */
  applicationId: string | undefined;
  controller: { name: string; contact: string };
  canWrite: boolean;
}) {
  const { t } = useTranslation('completeness');
  const { setValue } = useFormContext();
  const [means, refusal] = useWatch({ name: ['accessMeans', 'refusalStatus'] }) as [
    string,
    ApplicationFields['refusalStatus'],
  ];
  return (
    <>
      <Card>
        <FormSection title={t('form.access')} description={t('form.accessLead')}>
          <FieldAnchor name="accessMeans">
            <TextArea name="accessMeans" label={t('form.accessMeans')} rows={5} />
            {canWrite && means.trim() === '' && (
              <chakra.div mt="2">
                <Button
                  size="sm"
                  icon={<WandSparkles aria-hidden />}
                  onClick={() =>
                    setValue(
                      'accessMeans',
                      t('form.suggestion', {
                        controller: controller.name || '…',
                        contact: controller.contact || t('form.contactFallback'),
                      }),
                      { shouldDirty: true },
                    )
                  }
                >
                  {t('form.suggest')}
                </Button>
              </chakra.div>
            )}
          </FieldAnchor>
        </FormSection>
      </Card>
      <Card>
        <FormSection title={t('form.refusals')} description={t('form.refusalsLead')}>
          <FieldAnchor name="refusalStatus">
            <RadioCardsField
              name="refusalStatus"
              label={t('form.refusalStatus')}
              cards={[
                { value: 'none', label: t('form.refusalNone'), description: t('form.refusalNoneBody') },
                { value: 'recorded', label: t('form.refusalRecorded'), description: t('form.refusalRecordedBody') },
              ]}
            />
          </FieldAnchor>
          {refusal === 'recorded' && <TextArea name="refusalNote" label={t('form.refusalNote')} rows={4} />}
          {applicationId && <RecordedRefusals applicationId={applicationId} />}
        </FormSection>
      </Card>
    </>
  );
}
