import { useTranslation } from 'react-i18next';
import { senderRecords } from '../../../shared/mailServer/dns.ts';
import type { MailServer } from '../../../shared/mailServer/schema.ts';
import { CodeBlock } from '../../embedScreen/CodeBlock.tsx';
import { Heading, Stack, Text } from '../../ui/index.ts';

/** The recommended SPF and DMARC records for the sender's domain, with their assumptions. */
export function DnsAdvice({ server }: { server: MailServer }) {
  const { t } = useTranslation('mailServer');
  const { spf, dmarc, aligned } = senderRecords(server);
  const helps = [
    { record: spf, title: t('dkim.spf', { domain: spf.name }), help: t('dkim.spfHelp', { host: server.host }) },
    { record: dmarc, title: t('dkim.dmarc', { domain: dmarc.domain }), help: t('dkim.dmarcHelp') },
  ];
  return (
    <Stack as="section" gap="3">
      <Heading>{t('dkim.advice')}</Heading>
      <Text color="muted">{t('dkim.adviceLead')}</Text>
      {helps.map(({ record, title, help }) => (
        <Stack key={title} gap="2">
          <Text fontWeight="semibold">{title}</Text>
          <CodeBlock name={`${title}: ${t('dkim.recordName')}`} language={t('dkim.recordName')} code={record.name} />
          <CodeBlock name={`${title}: ${t('dkim.recordValue')}`} language={t('dkim.recordValue')} code={record.value} />
          <Text textStyle="dense" color="muted">
            {help}
          </Text>
        </Stack>
      ))}
      {!aligned && <Text textStyle="dense">{t('dkim.dmarcAligned')}</Text>}
    </Stack>
  );
}
