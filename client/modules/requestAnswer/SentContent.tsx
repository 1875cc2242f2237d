import { useTranslation } from 'react-i18next';
import type { Request, RequestRight } from '../../../shared/request/schema.ts';
import { givesData } from '../../../shared/request/stage.ts';
import type { Answer } from '../../../shared/requestAnswer/schema.ts';
import { Banner, chakra, Stack, Text } from '../../ui/index.ts';
import { formatBytes } from '../../formatBytes.ts';

interface SentContentProps {
  request: Request;
  right: RequestRight;
  answer: Answer;
}

/** What an answer sends: the text of its letter, and its files; warns where data was asked for and no file is there. */
export function SentContent({ request, right, answer }: SentContentProps) {
  const { t } = useTranslation('requestAnswer');
  const gathered = answer.gathered.files.filter(({ leftOut }) => !leftOut);
  const files = [...answer.files, ...gathered.map((file) => ({ ...file, id: file.fileId }))];
  const closing = right.groundCode
    ? request.moves.findLast(({ rightId, action }) => rightId === right.id && action === 'reject')?.reason
    : right.resolution;
  const text = answer.message || closing;
  return (
    <Stack as="section" gap="2" aria-label={t('sent.title')}>
      <Text fontWeight="semibold">{t('sent.title')}</Text>
      <Text textStyle="small" color="muted">
        {t(answer.message ? 'sent.letter' : right.groundCode ? 'sent.refusal' : 'sent.resolution')}
      </Text>
      {text && (
        <chakra.blockquote
          bg="subtle"
          borderRadius="control"
          p="3"
          whiteSpace="pre-wrap"
          overflowWrap="anywhere"
          maxHeight="12rem"
          overflowY="auto"
          tabIndex={0}
        >
          {text}
        </chakra.blockquote>
      )}
      {files.length === 0 ? (
        givesData(right) ? (
          <Banner tone="warn">{t('sent.noData')}</Banner>
        ) : (
          <Text textStyle="dense">{t('sent.noFiles')}</Text>
        )
      ) : (
        <chakra.ul ps="5" textStyle="dense">
          {files.map(({ id, name, size }) => (
            <chakra.li key={id} overflowWrap="anywhere">
              {name} <chakra.span color="muted">{formatBytes(size)}</chakra.span>
            </chakra.li>
          ))}
        </chakra.ul>
      )}
    </Stack>
  );
}
