import { BookOpen } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSearch } from 'wouter';
import { SAMPLE_CALL_NAMES } from '../../../shared/apiKey/sampleCalls.ts';
import { SAMPLE_LANGUAGES, sampleCode, scopeOfSample } from '../../../shared/apiKey/samples.ts';
import { PieceCard, Terms } from '../../embedScreen/PieceCard.tsx';
import { useSession } from '../../shell/session.tsx';
import { Box, Heading, LinkButton, PageHeader, Stack, Tabs, Text } from '../../ui/index.ts';
import { IntegrationTabs } from '../webhook/IntegrationTabs.tsx';

const ANSWERS = ['400', '401', '403', '404', '409', '429'] as const;

/** Programs that call the workspace, in several languages, to be copied. */
export default function ApiSamplesPage() {
  const { t } = useTranslation(['apiSample', 'apiKey']);
  const { ws } = useSession();
  const wanted = new URLSearchParams(useSearch()).get('language');
  const language = SAMPLE_LANGUAGES.find((one) => one === wanted) ?? 'curl';
  const facts = { publicUrl: location.origin, ws };
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('lead')}
        action={
          <LinkButton size="sm" icon={<BookOpen aria-hidden />} href={`${location.origin}/api/docs`} target="_blank">
            {t('documents')}
          </LinkButton>
        }
      />
      <IntegrationTabs />
      <Text my="4" maxWidth="form">
        {t('key')}
      </Text>
      <Tabs
        label={t('languages')}
        items={SAMPLE_LANGUAGES.map((one) => ({
          label: t(`language.${one}`),
          href: `?language=${one}`,
          current: one === language,
        }))}
      />
      <Text my="4" color="muted" maxWidth="form">
        {t(`run.${language}`)}
      </Text>
      <Stack gap="8" maxWidth="56rem">
        {SAMPLE_CALL_NAMES.map((name) => (
          <PieceCard
            key={name}
            piece={{
              key: name,
              title: t(`call.${name}`),
              lead: t('scope', { scope: t(`apiKey:scopeOf.${scopeOfSample(name)}`) }),
              code: sampleCode(language, name, facts),
              language: t(`language.${language}`),
            }}
          />
        ))}
        <Box>
          <Heading>{t('refusals')}</Heading>
          <Terms label={t('refusals')} terms={ANSWERS.map((name) => ({ name, meaning: t(`refusal.${name}`) }))} />
        </Box>
      </Stack>
    </>
  );
}
