import { useTranslation } from 'react-i18next';
import type { Answer } from '../../../shared/requestAnswer/schema.ts';
import { Box, chakra, Text, useFormat } from '../../ui/index.ts';

/** Proof of delivery: when the answer was opened, and how. It outlives the released package. */
export function AnswerReads({ reads }: Pick<Answer, 'reads'>) {
  const { t } = useTranslation('requestAnswer');
  const { dateTime } = useFormat();
  return (
    <Box>
      <Text textStyle="dense" fontWeight="semibold">
        {t('reads')}
      </Text>
      {reads.length === 0 ? (
        <Text textStyle="dense" color="muted">
          {t('noReads')}
        </Text>
      ) : (
        <chakra.ul listStyle="none" textStyle="dense">
          {reads.map(({ at, how, by }) => (
            <li key={`${at} ${how}`}>
              <time dateTime={at}>{dateTime(at)}</time> · {t(`read.${how}`)}
              {by && ` · ${by.name}`}
            </li>
          ))}
        </chakra.ul>
      )}
    </Box>
  );
}
