import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Notice } from '../../../shared/privacyNotice/schema.ts';
import { embedSnippet, linkSnippet, policySnippet } from '../../../shared/privacyNotice/snippet.ts';
import { CodeBlock } from '../../embedScreen/CodeBlock.tsx';
import { useSession } from '../../shell/session.tsx';
import { NativeSelect } from '../../ui/form/index.ts';
import { Card, Stack, Text } from '../../ui/index.ts';
import { LOCALES } from '../../../shared/locale.ts';

/** Code for embedding the short notice, or a link to it, in other sites. */
export function EmbedCard({ record }: { record: Notice }) {
  const { t } = useTranslation('noticeChannels');
  const { ws } = useSession();
  const [lang, setLang] = useState<(typeof LOCALES)[number]>('th');
  const facts = { publicUrl: location.origin, ws, id: record.id, name: record.name, lang };
  return (
    <Card
      title={t('embed.title')}
      actions={
        <NativeSelect
          dense
          width="auto"
          aria-label={t('embed.language')}
          value={lang}
          onChange={({ target }) => setLang(LOCALES.find((one) => one === target.value) ?? 'th')}
        >
          {LOCALES.map((one) => (
            <option key={one} value={one}>
              {t(`embed.${one}`)}
            </option>
          ))}
        </NativeSelect>
      }
    >
      <Stack gap="4">
        <Text color="muted">{t('embed.lead')}</Text>
        <CodeBlock code={embedSnippet(facts)} language="HTML" name={t('embed.script')} />
        <Text color="muted">{t('embed.linkLead')}</Text>
        <CodeBlock code={linkSnippet(facts)} language="HTML" name={t('embed.link')} />
        <Text color="muted">{t('embed.policyLead')}</Text>
        <CodeBlock code={policySnippet(facts)} language="Content-Security-Policy" name={t('embed.policy')} />
      </Stack>
    </Card>
  );
}
