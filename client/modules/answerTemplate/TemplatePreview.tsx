import { useTranslation } from 'react-i18next';
import { merge, tokenOf } from '../../../shared/answerTemplate/merge.ts';
import { sampleValues } from '../../../shared/answerTemplate/sample.ts';
import { LOCALES } from '../../../shared/locale.ts';
import type { Bilingual } from '../../../shared/text.ts';
import { Box, Card, Stack, Text } from '../../ui/index.ts';

/** The text for a data subject, in both languages, with invented details. */
export function TemplatePreview({ body }: { body: Bilingual }) {
  const { t } = useTranslation('answerTemplate');
  return (
    <Card title={t('preview.title')}>
      <Stack gap="4">
        <Text textStyle="small" color="muted">
          {t('preview.note')}
        </Text>
        {LOCALES.map((locale) => (
          <Box key={locale} as="section" aria-label={t(`preview.${locale}`)}>
            <Text textStyle="dense" color="muted" mb="1">
              {t(`preview.${locale}`)}
            </Text>
            <Text lang={locale} textStyle="dense" whiteSpace="pre-wrap" overflowWrap="anywhere">
              {merge(body[locale], sampleValues(locale), tokenOf).text || t('preview.empty')}
            </Text>
          </Box>
        ))}
      </Stack>
    </Card>
  );
}
