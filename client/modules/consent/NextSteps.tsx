import { BarChart3, Code2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { recordAddress } from '../../../shared/registry/entities.ts';
import type { Consent } from '../../../shared/consent/schema.ts';
import { useCan } from '../../shell/session.tsx';
import { Box, Card, chakra, LinkButton, Text } from '../../ui/index.ts';

/** What to do after the first publication, until somebody has answered. */
export function NextSteps({ record }: { record: Consent }) {
  const { t } = useTranslation('consent');
  const mayWatch = useCan('consent.dashboard');
  // A reader without access to the counts gets none; the steps are then only displayed with the first version.
  if (
    !record.active ||
    record.publishedVersion === 0 ||
    record.submissions > 0 ||
    (!mayWatch && record.publishedVersion > 1)
  )
    return null;
  return (
    <Box mb="5">
      <Card title={t('next.title')}>
        <chakra.ol
          listStyle="none"
          display="grid"
          gap="4"
          gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' }}
        >
          <Step
            icon={<Code2 aria-hidden />}
            title={t('next.snippet')}
            body={t('next.snippetBody')}
            href={recordAddress('consent', record.id, { tab: 'channels' })}
            action={t('next.toChannels')}
            main
          />
          {mayWatch && (
            <Step
              icon={<BarChart3 aria-hidden />}
              title={t('next.watch')}
              body={t('next.watchBody')}
              href={pageAddress('consentDashboard', { form: record.id })}
              action={t('next.toDashboard')}
            />
          )}
        </chakra.ol>
      </Card>
    </Box>
  );
}

function Step({
  icon,
  title,
  body,
  href,
  action,
  main = false,
}: {
  icon: ReactNode;
  title: string;
  body: string;
  href: string;
  action: string;
  main?: boolean;
}) {
  return (
    <chakra.li display="flex" gap="3">
      <chakra.span color="accent.text" pt="0.5">
        {icon}
      </chakra.span>
      <div>
        <chakra.h3 fontWeight="semibold">{title}</chakra.h3>
        <Text textStyle="dense" color="muted" mb="2">
          {body}
        </Text>
        <LinkButton size="sm" href={href} {...(main && { look: 'main' as const })}>
          {action}
        </LinkButton>
      </div>
    </chakra.li>
  );
}
