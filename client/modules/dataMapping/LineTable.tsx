import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Box, chakra, VisuallyHidden } from '../../ui/index.ts';
import { AttributeChips } from './AttributeChips.tsx';
import { EndCell, LineProblems, type LineViewProps, PlaceCell, SubjectCell } from './LineCells.tsx';

interface LinesProps {
  /** What the lines are of, for screen readers. */
  caption: string;
  lines: readonly { key: string; view: LineViewProps; menu: ReactNode }[];
}

const Head = chakra('th', {
  base: {
    px: '3',
    py: '1.5',
    textAlign: 'start',
    fontWeight: 'semibold',
    textStyle: 'small',
    color: 'muted',
    borderBottomWidth: '1px!',
    _first: { ps: '5' },
  },
});
const Cell = chakra('td', {
  base: {
    px: '3',
    py: '2.5',
    verticalAlign: 'top',
    borderBottomWidth: '1px!',
    _first: { ps: '5' },
    'tr:last-of-type > &': { borderBottomWidth: '0!' },
  },
});
const Row = chakra('tr', {
  base: {
    '&:hover > *, &:focus-within > *': { bg: 'color-mix(in srgb, {colors.subtle} 45%, transparent)' },
    '&[data-wrong] > *:first-of-type': { boxShadow: 'inset 3px 0 0 {colors.warn}' },
  },
});

const isWrong = ({ problems, refused }: LineViewProps): boolean => problems.length > 0 || refused !== undefined;

/** Lines as a table, for wide screens. */
export function LineTable({ caption, lines }: LinesProps) {
  const { t } = useTranslation('dataMapping');
  return (
    <Box overflowX="auto">
      <chakra.table
        width="full"
        minWidth="46rem"
        borderCollapse="separate"
        borderSpacing="0"
        textStyle="dense"
        tableLayout="fixed"
      >
        <chakra.caption srOnly>{caption}</chakra.caption>
        <thead>
          <tr>
            <Head scope="col" width="24%">{`${t('column.subject')} · ${t('column.channel')}`}</Head>
            <Head scope="col">{t('column.attributes')}</Head>
            <Head scope="col" width="22%">{`${t('column.storage')} · ${t('column.recipients')}`}</Head>
            <Head scope="col" width="21%">{`${t('column.retention')} · ${t('column.destruction')}`}</Head>
            {lines.some(({ menu }) => menu) && (
              <Head scope="col" width="3rem">
                <VisuallyHidden>{t('edit')}</VisuallyHidden>
              </Head>
            )}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ key, view, menu }) => (
            <Row key={key} data-line={key} scrollMarginTop="20" {...(isWrong(view) && { 'data-wrong': '' })}>
              <Cell>
                <SubjectCell {...view} />
              </Cell>
              <Cell>
                <AttributeChips attributes={view.flow.attributes} />
                <LineProblems {...view} />
              </Cell>
              <Cell>
                <PlaceCell {...view} />
              </Cell>
              <Cell>
                <EndCell {...view} />
              </Cell>
              {menu && (
                <Cell px="1" textAlign="end">
                  {menu}
                </Cell>
              )}
            </Row>
          ))}
        </tbody>
      </chakra.table>
    </Box>
  );
}

/** The same lines as cards, for narrow screens. */
export function LineCards({ caption, lines }: LinesProps) {
  return (
    <chakra.ul listStyle="none" aria-label={caption}>
      {lines.map(({ key, view, menu }) => (
        <chakra.li
          key={key}
          data-line={key}
          p="4"
          borderBottomWidth="1px"
          _last={{ borderBottomWidth: '0' }}
          display="grid"
          gap="2.5"
          textStyle="dense"
          scrollMarginTop="20"
          {...(isWrong(view) && { boxShadow: 'inset 3px 0 0 {colors.warn}' })}
        >
          <Box display="flex" gap="2" alignItems="flex-start">
            <Box flex="1" minWidth="0">
              <SubjectCell {...view} />
            </Box>
            {menu}
          </Box>
          <AttributeChips attributes={view.flow.attributes} />
          <PlaceCell {...view} />
          <EndCell {...view} />
          <LineProblems {...view} />
        </chakra.li>
      ))}
    </chakra.ul>
  );
}
