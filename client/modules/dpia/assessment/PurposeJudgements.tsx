import { useTranslation } from 'react-i18next';
import { dataOf } from '../../../../shared/dpia/registerFacts.ts';
import { TextArea, useField } from '../../../ui/form/index.ts';
import { chakra, Grid, Tag, Text, useFormat } from '../../../ui/index.ts';
import { useAssessed } from './assessed.tsx';
import type { FormValues } from './content.ts';
import { YesNoField } from './fields/YesNoField.tsx';

/** For every purpose: whether it needs the data that it uses, and whether that is proportionate. */
export function PurposeJudgements() {
  const { t } = useTranslation(['dpiaAssessment', 'purposeScreen']);
  const { text } = useFormat();
  const { register } = useAssessed();
  const handle = useField<FormValues['purposes']>({ name: 'purposes' });
  if (handle.value.length === 0) return <Text color="muted">{t('purpose.none')}</Text>;
  return (
    <chakra.div data-field="purposes" display="grid" gap="4">
      {handle.value.map(({ purposeId }, place) => {
        const purpose = register.purposes.find(({ id }) => id === purposeId);
        const title = purpose ? text(purpose.content.title) : t('purpose.removed');
        const path = `purposes.${place}`;
        return (
          <chakra.section
            key={purposeId}
            aria-label={title}
            borderWidth="1px"
            borderRadius="control"
            p="3"
            display="grid"
            gap="3"
          >
            <chakra.div>
              <chakra.h2 fontWeight="semibold" overflowWrap="anywhere">
                {title}
              </chakra.h2>
              {purpose && (
                <chakra.div display="flex" flexWrap="wrap" gap="1.5" mt="1" textStyle="dense" color="muted">
                  {purpose.content.lawfulBases.map((basis) => (
                    <Tag key={basis}>{t(`purposeScreen:basis.${basis}.name`)}</Tag>
                  ))}
                  <span>
                    {dataOf(register, [purpose])
                      .map(({ name }) => text(name))
                      .join(', ')}
                  </span>
                </chakra.div>
              )}
            </chakra.div>
            <Grid
              gap="4"
              alignItems="start"
              templateColumns={{ base: 'minmax(0, 1fr)', xl: 'repeat(2, minmax(0, 1fr))' }}
            >
              <chakra.div display="grid" gap="2">
                <YesNoField name={`${path}.necessary`} label={t('purpose.necessary')} />
                <TextArea name={`${path}.necessity`} label={t('field.necessity')} rows={2} />
              </chakra.div>
              <chakra.div display="grid" gap="2">
                <YesNoField name={`${path}.proportionate`} label={t('purpose.proportionate')} />
                <TextArea name={`${path}.proportionality`} label={t('field.proportionality')} rows={2} />
              </chakra.div>
            </Grid>
          </chakra.section>
        );
      })}
    </chakra.div>
  );
}
