import { BookOpen } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Box, Heading, LinkButton, Stack, Text } from '../../../ui/index.ts';
import type { Guide } from './guide.ts';
import { LevelNote } from './LevelNote.tsx';
import { PieceCard, Terms } from './PieceCard.tsx';

/** The calls by which a system of one's own collects, to be tried from a terminal. */
export function ApiGuide({ guide }: { guide: Guide }) {
  const { t } = useTranslation('consentGuide');
  return (
    <Stack gap="8">
      <Box>
        <Text mb="3">{t('apiLead')}</Text>
        <LinkButton size="sm" icon={<BookOpen aria-hidden />} href={`${location.origin}/api/docs`} target="_blank">
          {t('apiDocs')}
        </LinkButton>
      </Box>
      <LevelNote guide={guide} calls />
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
