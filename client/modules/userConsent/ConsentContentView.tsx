import { Check, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ConsentContent } from '../../../shared/consent/schema.ts';
import { Box, chakra, Flex, Link, Text, useFormat } from '../../ui/index.ts';

interface ConsentContentViewProps {
  content: ConsentContent;
  /** The language displayed to the data subject. */
  language: 'th' | 'en';
  /** Ids of the accepted purposes. */
  allowed: ReadonlySet<string>;
}

/** The texts of a version as displayed, without the form's colours: only the content matters. */
export function ConsentContentView({ content, language, allowed }: ConsentContentViewProps) {
  const { t } = useTranslation('userConsent');
  const { date } = useFormat();
  const { controller, effectiveFrom, effectiveTo, privacyPolicyUrl } = content;
  const effective = [
    effectiveFrom && t('proof.since', { date: date(effectiveFrom) }),
    effectiveTo && t('proof.until', { date: date(effectiveTo) }),
  ]
    .filter(Boolean)
    .join(' ');
  return (
    <Box
      lang={language}
      bg="canvas"
      borderWidth="1px"
      borderRadius="card"
      p={{ base: '3', md: '4' }}
      overflowWrap="anywhere"
    >
      <chakra.h4 textStyle="title">{content.title[language]}</chakra.h4>
      <Text mt="1" whiteSpace="pre-wrap">
        {content.description[language]}
      </Text>
      <chakra.ul listStyle="none" display="grid" mt="3">
        {content.purposes.map(({ id, title, description }) => {
          const on = allowed.has(id);
          const Icon = on ? Check : X;
          return (
            <chakra.li key={id} py="2.5" borderTopWidth="1px">
              <Flex gap="3" alignItems="baseline" justifyContent="space-between" wrap="wrap">
                <chakra.span fontWeight="semibold" flex="1 1 10rem">
                  {title[language]}
                </chakra.span>
                <Flex as="span" lang="" alignItems="center" gap="1" textStyle="dense" color={on ? 'ok.text' : 'muted'}>
                  <Icon size={14} aria-hidden />
                  {t(on ? 'proof.allowed' : 'proof.notAllowed')}
                </Flex>
              </Flex>
              <Text textStyle="dense" color="muted" whiteSpace="pre-wrap">
                {description[language]}
              </Text>
            </chakra.li>
          );
        })}
      </chakra.ul>
      <Box
        as="dl"
        borderTopWidth="1px"
        pt="2.5"
        textStyle="dense"
        display="grid"
        gap="1"
        css={{ '& dt': { color: 'muted', display: 'inline' }, '& dd': { display: 'inline' } }}
      >
        <div>
          <dt>{t('proof.controller')}: </dt>
          <dd>{controller.name[language]}</dd>
        </div>
        {privacyPolicyUrl && (
          <div>
            <dt>{t('proof.policy')}: </dt>
            <dd>
              <Link href={privacyPolicyUrl} target="_blank">
                {privacyPolicyUrl}
              </Link>
            </dd>
          </div>
        )}
        {effective && (
          <div>
            <dt>{t('proof.effective')}: </dt>
            <dd>{effective}</dd>
          </div>
        )}
      </Box>
    </Box>
  );
}
