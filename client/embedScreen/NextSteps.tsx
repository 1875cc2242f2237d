import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Box, Card, chakra, LinkButton, Text } from '../ui/index.ts';

interface Step {
  icon: ReactNode;
  title: string;
  body: string;
  href: string;
  /** Of the button. */
  action: string;
}

/** What to do after the first publication of a form; the first step is the main one. */
export function NextSteps({ steps }: { steps: readonly Step[] }) {
  const { t } = useTranslation('embedScreen');
  return (
    <Box mb="5">
      <Card title={t('nextSteps')}>
        <chakra.ol
          listStyle="none"
          display="grid"
          gap="4"
          gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' }}
        >
          {steps.map(({ icon, title, body, href, action }, place) => (
            <chakra.li key={href} display="flex" gap="3">
              <chakra.span color="accent.text" pt="0.5">
                {icon}
              </chakra.span>
              <div>
                <chakra.h3 fontWeight="semibold">{title}</chakra.h3>
                <Text textStyle="dense" color="muted" mb="2">
                  {body}
                </Text>
                <LinkButton size="sm" href={href} {...(place === 0 && { look: 'main' as const })}>
                  {action}
                </LinkButton>
              </div>
            </chakra.li>
          ))}
        </chakra.ol>
      </Card>
    </Box>
  );
}
