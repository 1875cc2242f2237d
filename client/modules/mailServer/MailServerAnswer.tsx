import { useTranslation } from 'react-i18next';
import { chakra, Text } from '../../ui/index.ts';

/** What a server said, as it said it. */
export function MailServerAnswer({ answer }: { answer: string }) {
  const { t } = useTranslation('mailServer');
  return (
    <div>
      <Text textStyle="label" mb="1">
        {t('test.answer')}
      </Text>
      <chakra.pre
        textStyle="dense"
        bg="subtle"
        borderRadius="control"
        p="3"
        whiteSpace="pre-wrap"
        overflowWrap="anywhere"
        fontFamily="mono"
      >
        {answer || t('test.noAnswer')}
      </chakra.pre>
    </div>
  );
}
