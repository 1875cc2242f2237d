import { BookOpen } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Box, Heading, LinkButton, Stack, Text } from '../ui/index.ts';
import type { Guide } from './guide.ts';
import { PieceCard, Terms } from './PieceCard.tsx';

/**
 * The calls with which another system collects, to be tried from a terminal.
 * @param note requirements of the form's settings for integrators
 */
export function ApiGuide({ guide, note }: { guide: Guide; note?: ReactNode }) {
  const { t } = useTranslation('embedScreen');
  return (
    <Stack gap="8">
      <Box>
        <Text mb="3">{guide.apiLead}</Text>
        <LinkButton size="sm" icon={<BookOpen aria-hidden />} href={`${location.origin}/api/docs`} target="_blank">
          {t('apiDocs')}
        </LinkButton>
      </Box>
      {note}
      {guide.api.map((piece) => (
        <PieceCard key={piece.key} piece={piece} />
      ))}
      <Box>
        <Heading>{t('answers')}</Heading>
        <Terms label={t('answers')} terms={guide.answers} />
      </Box>
    </Stack>
  );
}
