import { Copy, Ellipsis, Pencil, Plus, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ReactNode } from 'react';
import { recordAddress } from '../../../shared/registry/entities.ts';
import type { MappedFlow } from '../../../shared/dataMapping/schema.ts';
import {
  Box,
  Button,
  Card,
  chakra,
  IconButton,
  Link,
  Menu,
  Stack,
  Tag,
  Text,
  useFormat,
  useIsSmall,
  VisuallyHidden,
} from '../../ui/index.ts';
import { NativeSelect } from '../../ui/form/index.ts';
import { AttributeChips } from './AttributeChips.tsx';
import { EndCell, LineProblems, type LineViewProps, PlaceCell, SubjectCell } from './LineCells.tsx';
import type { LineField, LinePurpose } from './lines.ts';
import { lineName } from './words.ts';

export interface LineView {
  flow: MappedFlow;
  problems: readonly LineField[];
  refused?: string;
}

/** What may be done to lines; missing where they are only read. */
export interface LineActs {
  add: (purposeId: string) => void;
  edit: (key: string) => void;
  duplicate: (key: string) => void;
  remove: (key: string) => void;
  setChannel: (key: string, channelId: string) => void;
  channels: readonly { id: string; label: string }[];
}

interface MappingLinesProps {
  lines: readonly LineView[];
  /** In the order of the application. */
  purposes: readonly LinePurpose[];
  acts?: LineActs;
}

/** The lines of a mapping by purpose: a dense table, cards below 768 px. */
export function MappingLines({ lines, purposes, acts }: MappingLinesProps) {
  const { t } = useTranslation('dataMapping');
  const { text, number } = useFormat();
  const known = new Map(purposes.map((purpose) => [purpose.id, purpose]));
  const titles = new Map(purposes.map(({ id, title }) => [id, title]));
  // A purpose that has left the application still shows its lines, last.
  for (const { flow } of lines) if (!titles.has(flow.purpose.id)) titles.set(flow.purpose.id, flow.purpose.title);
  const groups = [...titles].map(([id, title]) => ({
    id,
    title,
    lines: lines.filter(({ flow }) => flow.purpose.id === id),
  }));
  return (
    <Stack gap="4">
      {groups
        .filter((group) => acts || group.lines.length > 0)
        .map((group) => (
          <Card
            key={group.id}
            flush
            data-purpose={group.id}
            scrollMarginTop="20"
            title={
              <chakra.span
                display="flex"
                flexWrap="wrap"
                alignItems="center"
                gap="2"
                textStyle="body"
                fontWeight="semibold"
              >
                {known.has(group.id) ? (
                  <Link
                    href={recordAddress('purpose', group.id)}
                    textDecorationColor="transparent"
                    overflowWrap="anywhere"
                  >
                    {text(group.title)}
                  </Link>
                ) : (
                  text(group.title)
                )}
                {group.lines.length > 0 && <Tag>{t('lines', { number: number(group.lines.length) })}</Tag>}
              </chakra.span>
            }
            actions={
              acts && (
                <Button
                  size="sm"
                  look="quiet"
                  icon={<Plus aria-hidden />}
                  aria-label={t('addLineTo', { name: text(group.title) })}
                  onClick={() => acts.add(group.id)}
                >
                  {t('addLine')}
                </Button>
              )
            }
          >
            {group.lines.length === 0 ? (
              <Text px={{ base: '4', md: '5' }} py="4" color="muted" textStyle="dense">
                {t('purposeUnmapped')}
              </Text>
            ) : (
              <Lines caption={text(group.title)} lines={group.lines} purpose={known.get(group.id)} acts={acts} />
            )}
          </Card>
        ))}
    </Stack>
  );
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

function Lines({
  caption,
  lines,
  purpose,
  acts,
}: {
  caption: string;
  lines: readonly LineView[];
  purpose: LinePurpose | undefined;
  acts: LineActs | undefined;
}) {
  const { t, i18n } = useTranslation('dataMapping');
  const small = useIsSmall();
  const saying = { t, locale: i18n.language === 'en' ? ('en' as const) : ('th' as const) };
  const views = lines.map((line) => {
    const key = line.flow.id;
    const name = lineName(line.flow, saying);
    const view: LineViewProps = {
      ...line,
      purpose,
      ...(acts && {
        onEdit: () => acts.edit(key),
        channelPicker: (
          <ChannelPicker name={name} acts={acts} onPick={(channelId) => acts.setChannel(key, channelId)} />
        ),
      }),
    };
    return { key, view, menu: acts && <LineMenu name={name} acts={acts} id={key} /> };
  });
  if (small) {
    return (
      <chakra.ul listStyle="none" aria-label={caption}>
        {views.map(({ key, view, menu }) => (
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
            {...(wrong(view) && { boxShadow: 'inset 3px 0 0 {colors.warn}' })}
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
            {acts && (
              <Head scope="col" width="3rem">
                <VisuallyHidden>{t('edit')}</VisuallyHidden>
              </Head>
            )}
          </tr>
        </thead>
        <tbody>
          {views.map(({ key, view, menu }) => (
            <Row key={key} data-line={key} scrollMarginTop="20" {...(wrong(view) && { 'data-wrong': '' })}>
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

const wrong = ({ problems, refused }: LineViewProps): boolean => problems.length > 0 || refused !== undefined;

function LineMenu({ id, name, acts }: { id: string; name: string; acts: LineActs }): ReactNode {
  const { t } = useTranslation('dataMapping');
  return (
    <Menu
      items={[
        { key: 'edit', label: t('edit'), icon: <Pencil aria-hidden />, onSelect: () => acts.edit(id) },
        { key: 'duplicate', label: t('duplicate'), icon: <Copy aria-hidden />, onSelect: () => acts.duplicate(id) },
        {
          key: 'remove',
          label: t('remove'),
          icon: <Trash2 aria-hidden />,
          danger: true,
          separated: true,
          onSelect: () => acts.remove(id),
        },
      ]}
      trigger={(props) => (
        <IconButton size="sm" noTooltip label={t('actionsOf', { name })} icon={<Ellipsis aria-hidden />} {...props} />
      )}
    />
  );
}

/** Asks for the one thing a drafted line lacks, in its place. */
function ChannelPicker({ name, acts, onPick }: { name: string; acts: LineActs; onPick: (id: string) => void }) {
  const { t } = useTranslation('dataMapping');
  return (
    <NativeSelect
      dense
      aria-invalid
      aria-label={`${t('gaps.chooseChannel')}: ${name}`}
      value=""
      onChange={(event) => onPick(event.target.value)}
    >
      <option value="" disabled>
        {t('gaps.chooseChannel')}
      </option>
      {acts.channels.map(({ id, label }) => (
        <option key={id} value={id}>
          {label}
        </option>
      ))}
    </NativeSelect>
  );
}
