import { useTranslation } from 'react-i18next';
import type { CnilLine } from '../../../../shared/dpia/cnil/report.ts';
import type { CnilPreview } from '../../../../shared/dpia/cnil/schema.ts';
import { Banner, chakra, Stack, Text, useFormat } from '../../../ui/index.ts';

/** The maximum number of lines listed per kind; the others are counted. */
const MOST = 200;

/** The preview of an import: which parts fill which fields, and which are stored as an annex, each with its reason. */
export function ImportedParts({ preview: { name, own, lines } }: { preview: CnilPreview }) {
  const { t } = useTranslation('dpiaCnil');
  const placed = lines.filter(({ why }) => why === null);
  const left = lines.filter(({ why }) => why !== null);
  return (
    <Stack gap="3">
      <Text overflowWrap="anywhere">{t('import.name', { name })}</Text>
      {own && <Banner tone="info">{t(left.length === 0 ? 'import.own' : 'import.ownInPart')}</Banner>}
      {left.length > 0 && <Lines kind="left" lines={left} open />}
      {placed.length > 0 && <Lines kind="placed" lines={placed} open={left.length === 0} />}
    </Stack>
  );
}

function Lines({ kind, lines, open }: { kind: 'placed' | 'left'; lines: readonly CnilLine[]; open: boolean }) {
  const { t } = useTranslation('dpiaCnil');
  const { number } = useFormat();
  const more = lines.length - MOST;
  return (
    <chakra.details open={open} borderWidth="1px" borderRadius="control" p="3">
      <chakra.summary cursor="pointer" fontWeight="semibold" minHeight="11" alignContent="center">
        {t(`import.${kind}`, { count: lines.length, number: number(lines.length) })}
      </chakra.summary>
      <chakra.ul listStyle="none" mt="2" display="grid" gap="2" textStyle="dense">
        {lines.slice(0, MOST).map((line, at) => (
          // Lines have nothing that identifies them except their order.
          <chakra.li key={`${at}.${line.from}`} overflowWrap="anywhere">
            <chakra.div>
              <chakra.code>{line.from}</chakra.code>
              {line.of !== '' && ` (${line.of})`}
            </chakra.div>
            <chakra.div color="muted">
              {[line.to && t(`to.${line.to}`), line.why && t(`why.${line.why}`)].filter(Boolean).join(' · ')}
            </chakra.div>
          </chakra.li>
        ))}
        {more > 0 && <li>{t('import.more', { count: more, number: number(more) })}</li>}
      </chakra.ul>
    </chakra.details>
  );
}
