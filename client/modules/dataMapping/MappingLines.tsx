import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { recordAddress } from '../../../shared/registry/entities.ts';
import type { ProblemKey } from '../../../shared/dataMapping/lineFields.ts';
import type { MappedFlow } from '../../../shared/dataMapping/schema.ts';
import { Button, Card, chakra, Link, Stack, Tag, Text, useFormat, useIsSmall } from '../../ui/index.ts';
import { ChannelPicker, type LineActs, LineMenu } from './lineActions.tsx';
import type { LineViewProps } from './LineCells.tsx';
import { LineCards, LineTable } from './LineTable.tsx';
import type { LinePurpose } from './lines.ts';
import { useLineWords } from './useLineWords.ts';
import { lineName } from './words.ts';

interface LineView {
  flow: MappedFlow;
  problems: readonly ProblemKey[];
  refused?: string;
}

interface MappingLinesProps {
  lines: readonly LineView[];
  /** In the order of the application. */
  purposes: readonly LinePurpose[];
  /** Undefined if the lines are read-only. */
  acts?: LineActs;
}

/** The lines of a mapping, grouped by purpose: a dense table, cards below 768 px. */
export function MappingLines({ lines, purposes, acts }: MappingLinesProps) {
  const { t } = useTranslation('dataMapping');
  const { text, number } = useFormat();
  const known = new Map(purposes.map((purpose) => [purpose.id, purpose]));
  const titles = new Map(purposes.map(({ id, title }) => [id, title]));
  // Lines of a purpose that was removed from the application are still displayed, at the end.
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
                {group.lines.length > 0 && (
                  <Tag>{t('lines', { count: group.lines.length, number: number(group.lines.length) })}</Tag>
                )}
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
  const small = useIsSmall();
  const words = useLineWords();
  const views = lines.map((line) => {
    const key = line.flow.id;
    const name = lineName(line.flow, words);
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
  return small ? <LineCards caption={caption} lines={views} /> : <LineTable caption={caption} lines={views} />;
}
