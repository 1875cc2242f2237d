import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FormSection } from '../../../ui/form/index.ts';
import { Card } from '../../../ui/index.ts';

type SectionName =
  | 'general'
  | 'processing'
  | 'consultation'
  | 'opinions'
  | 'review'
  | 'criteria'
  | 'dataRisk'
  | 'lawfulBasis'
  | 'purposes'
  | 'items'
  | 'worstCases'
  | 'plans';

/** A section of a tab with a title. */
export function Section({ name, children }: { name: SectionName; children: ReactNode }) {
  const { t } = useTranslation('dpiaAssessment');
  return (
    <Card>
      <FormSection title={t(`part.${name}`)} description={t(`partLead.${name}`)}>
        {children}
      </FormSection>
    </Card>
  );
}
