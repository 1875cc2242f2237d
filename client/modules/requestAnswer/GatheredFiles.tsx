import { useTranslation } from 'react-i18next';
import { fileUrl } from '../../../shared/fileUrl.ts';
import { messageOf } from '../../shell/errors.ts';
import { trpc } from '../../trpc.ts';
import { Banner, Box, chakra, Flex, Link, Switch, Tag, Text, toast } from '../../ui/index.ts';
import type { AnswerPartProps } from './AnswerPanel.tsx';
import { useAnswerCache } from './useAnswerCache.ts';
import { formatBytes } from '../../formatBytes.ts';

/**
 * What the search for the data subject's records found: checked, and left out where it is about others, before release.
 */
export function GatheredFiles({ disabled, ...props }: AnswerPartProps & { disabled: boolean }) {
  const { t } = useTranslation('requestAnswer');
  const { files, isOutdated } = props.answer.gathered;
  const { of, put } = useAnswerCache(props);
  const leaveOut = trpc.requestAnswer.leaveOut.useMutation();
  if (files.length === 0 && !isOutdated) return null;
  return (
    <Box>
      <Text fontWeight="semibold" textStyle="dense" mb="2">
        {t('gathered.title')}
      </Text>
      {isOutdated ? (
        <Banner tone="warn">{t('gathered.outdated')}</Banner>
      ) : (
        <>
          <Text textStyle="small" color="muted" mb="2">
            {t('gathered.lead')}
          </Text>
          <chakra.ul listStyle="none" display="grid" gap="2">
            {files.map(({ part, size, fileId, leftOut }) => {
              const file = t(`gathered.part.${part}`);
              return (
                <chakra.li key={part} display="flex" flexWrap="wrap" alignItems="center" gap="2">
                  <chakra.span flex="1" minWidth="8rem">
                    {file}{' '}
                    <chakra.span color="muted" textStyle="small" whiteSpace="nowrap">
                      {formatBytes(size)}
                    </chakra.span>
                  </chakra.span>
                  <Flex align="center" gap="3">
                    {leftOut && <Tag tone="warn">{t('gathered.leftOut')}</Tag>}
                    <Link href={fileUrl(of.ws, fileId)} download aria-label={t('gathered.open', { file })}>
                      {t('gathered.look')}
                    </Link>
                    <Switch
                      checked={!leftOut}
                      disabled={disabled || leaveOut.isPending}
                      aria-label={t('gathered.send', { file })}
                      onCheckedChange={(isSent) =>
                        leaveOut.mutate(
                          { ...of, part, leftOut: !isSent },
                          { onSuccess: put, onError: (error) => void toast.error(messageOf(error)) },
                        )
                      }
                    />
                  </Flex>
                </chakra.li>
              );
            })}
          </chakra.ul>
        </>
      )}
    </Box>
  );
}
