import { Code2, Inbox } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { recordAddress } from '../../../shared/registry/entities.ts';
import type { RequestForm } from '../../../shared/requestForm/schema.ts';
import { Box, Card, chakra, LinkButton, Text } from '../../ui/index.ts';

/** What to do after the first publication. */
export function NextSteps({ record }: { record: RequestForm }) {
  const { t } = useTranslation('requestForm');
  if (!record.active || record.publishedVersion !== 1 || record.status !== 'published' || record.outdated) return null;
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
            title={t('next.place')}
            body={t('next.placeBody')}
            href={recordAddress('requestForm', record.id, { tab: 'channels' })}
            action={t('next.toChannels')}
          />
          <Step
            icon={<Inbox aria-hidden />}
            title={t('next.watch')}
            body={t('next.watchBody')}
            href={pageAddress('requests')}
            action={t('next.toRequests')}
          />
        </chakra.ol>
      </Card>
    </Box>
  );
}

interface StepProps {
  icon: ReactNode;
  title: string;
  body: string;
  href: string;
  action: string;
}

function Step({ icon, title, body, href, action }: StepProps) {
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
        <LinkButton size="sm" href={href}>
          {action}
        </LinkButton>
      </div>
    </chakra.li>
  );
}
