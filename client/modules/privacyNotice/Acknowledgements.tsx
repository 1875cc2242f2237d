import { useTranslation } from 'react-i18next';
import type { Notice } from '../../../shared/privacyNotice/schema.ts';
import { CheckboxField, FormSection } from '../../ui/form/index.ts';
import { Card, useFormat } from '../../ui/index.ts';

/** What whoever writes the notice acknowledges, with the purposes concerned. */
export function Acknowledgements({ record }: { record: Notice }) {
  const { t } = useTranslation('privacyNoticeScreen');
  const { text } = useFormat();
  const namesOf = (of: 'children' | 'sensitive') => {
    const names = record.applications.flatMap(({ purposes }) =>
      purposes.filter((purpose) => purpose[of]).map(({ title }) => text(title)),
    );
    return names.length > 0 ? t('acknowledge.concerns', { names: names.join(', ') }) : t('acknowledge.none');
  };
  const hasChildren = record.applications.some(({ purposes }) => purposes.some(({ children }) => children));
  return (
    <Card>
      <FormSection title={t('acknowledge.title')}>
        <CheckboxField
          name="ageAcknowledged"
          label={t('acknowledge.age')}
          help={hasChildren ? `${namesOf('children')} ${t('acknowledge.guardian')}` : namesOf('children')}
          required
        />
        <CheckboxField
          name="sensitiveAcknowledged"
          label={t('acknowledge.sensitive')}
          help={namesOf('sensitive')}
          required
        />
      </FormSection>
    </Card>
  );
}
