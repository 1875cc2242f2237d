import { useTranslation } from 'react-i18next';
import { Banner, Box, Flex, LinkButton, useFormat } from '../ui/index.ts';
import { ImportFiles } from './ImportFiles.tsx';
import type { ImportKind, ImportTypes } from './kind.ts';
import { Problems } from './Problems.tsx';
import { Rejects } from './Rejects.tsx';
import { startAddress } from './startAddress.ts';

/** The result of the import, with a link to the imported records. */
export function DoneStep<T extends ImportTypes>({ kind, record }: { kind: ImportKind<T>; record: T['record'] }) {
  const { t } = useTranslation('import');
  const { number } = useFormat();
  const { useLink, Lead, Effect } = kind.done;
  const link = useLink(record);
  const nameOf = kind.useFieldName(record);
  const { rejected } = record.summary;
  return (
    <Box display="grid" gap="5">
      <Banner
        tone="ok"
        role="status"
        title={t('done.title')}
        action={
          <Flex gap="3" wrap="wrap">
            <LinkButton look="main" size="sm" href={link.href}>
              {link.label}
            </LinkButton>
            <LinkButton size="sm" href={startAddress(kind, record)}>
              {t('done.again')}
            </LinkButton>
          </Flex>
        }
      >
        <Lead record={record} />
      </Banner>
      {rejected > 0 && (
        <Banner
          tone="warn"
          title={t('done.rejectedNote', { count: rejected, number: number(rejected) })}
          action={<Rejects record={record} />}
        >
          {t(record.rejects ? 'problems.downloadHelp' : 'files.noRejects')}
        </Banner>
      )}
      <Effect record={record} />
      {record.problems.length > 0 && <Problems record={record} nameOf={nameOf} />}
      <ImportFiles kind={kind} record={record} />
    </Box>
  );
}
