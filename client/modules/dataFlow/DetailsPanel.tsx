import { ArrowRight, ExternalLink, Globe, Route, ShieldAlert, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { placeName } from '../../../shared/country.ts';
import type { FlowEdge, FlowNode } from '../../../shared/dataFlow/schema.ts';
import { Box, Button, chakra, Flex, Heading, IconButton, LinkButton, Tag, Text, useFormat } from '../../ui/index.ts';
import type { Graph, Choice } from '../../../shared/dataFlow/graph.ts';
import { FewTags } from '../../ui/table/cells.tsx';
import { useLinks } from './links.ts';

const LISTED = 12;

/** Beside the picture where there is space, so that it covers no lane. */
const Panel = chakra('aside', {
  base: {
    position: { base: 'absolute', md: 'static' },
    zIndex: '6',
    flexShrink: 0,
    bg: 'surface',
    borderWidth: { base: '1px!', md: '0 0 0 1px!' },
    borderRadius: { base: 'card', md: '0' },
    overflowY: 'auto',
    p: '4',
    bottom: '2',
    insetInline: '2',
    width: { md: '320px' },
    maxHeight: { base: '60%', md: 'none' },
    boxShadow: { base: 'float', md: 'none' },
  },
});
const Row = chakra('button', {
  base: {
    display: 'flex',
    width: 'full',
    gap: '2',
    alignItems: 'flex-start',
    justifyContent: 'space-between',
    textAlign: 'start',
    px: '2',
    py: '1.5',
    mx: '-2',
    borderRadius: 'control',
    textStyle: 'dense',
    cursor: 'pointer',
    _hover: { bg: 'subtle' },
  },
});

export interface DetailsProps {
  graph: Graph;
  pick: Choice;
  /** The node in focus. */
  focused: string | null;
  onPick: (pick: Choice) => void;
  onFocus: (node: string | null) => void;
  onClose: () => void;
}

/** Details of the selection: a node with its incoming and outgoing flows, or one flow. */
export function DetailsPanel({ graph, pick, focused, onPick, onFocus, onClose }: DetailsProps) {
  const { t } = useTranslation('dataFlow');
  const { text, number, locale } = useFormat();
  const node = 'node' in pick ? graph.node(pick.node) : undefined;
  const edge = 'edge' in pick ? pick.edge : undefined;
  const chosen = node ?? edge;
  if (!chosen) return null;
  const nameOf = (key: string) => {
    const found = graph.node(key);
    return found ? text(found.name) : '';
  };
  const facts = [
    ...(node && (node.country || node.kind === 'storage')
      ? [{ label: t('table.country'), value: placeName(node.country, locale) }]
      : []),
    { label: t('usesLabel'), value: number(chosen.uses) },
    { label: t('sensitiveUsesLabel'), value: number(chosen.sensitiveUses) },
  ];
  return (
    <Panel aria-label={t('details.title')} data-details="">
      <Flex gap="2" align="flex-start" justify="space-between">
        <Box minWidth="0">
          <Text textStyle="small" color="muted">
            {node ? t(`kind.${node.kind}`) : t('details.edge')}
          </Text>
          <Heading overflowWrap="anywhere">
            {node ? text(node.name) : `${nameOf(edge?.from ?? '')} → ${nameOf(edge?.to ?? '')}`}
          </Heading>
        </Box>
        <IconButton size="sm" label={t('details.close')} icon={<X aria-hidden />} onClick={onClose} />
      </Flex>
      <Marks
        sensitive={chosen.sensitiveUses > 0}
        crossBorder={node ? graph.into(node.key).some(({ crossBorder }) => crossBorder) : (edge?.crossBorder ?? false)}
      />
      <chakra.dl display="grid" gridTemplateColumns="1fr auto" columnGap="3" rowGap="1" textStyle="dense" mt="3">
        {facts.map(({ label, value }) => (
          <chakra.div key={label} display="contents">
            <chakra.dt color="muted">{label}</chakra.dt>
            <chakra.dd data-numeric="" textAlign="end">
              {value}
            </chakra.dd>
          </chakra.div>
        ))}
      </chakra.dl>
      {node && <NodeActions node={node} isFocused={focused === node.key} onFocus={onFocus} />}
      {node && (
        <Flows title={t('details.from')} flows={graph.into(node.key)} end="from" nameOf={nameOf} onPick={onPick} />
      )}
      {node && <Flows title={t('details.to')} flows={graph.out(node.key)} end="to" nameOf={nameOf} onPick={onPick} />}
      {edge && (
        <Box mt="3">
          {[edge.from, edge.to].map((key) => (
            <Row key={key} type="button" onClick={() => onPick({ node: key })}>
              <span>{nameOf(key)}</span>
              <ArrowRight size={14} aria-hidden />
            </Row>
          ))}
        </Box>
      )}
    </Panel>
  );
}

interface NodeActionsProps extends Pick<DetailsProps, 'onFocus'> {
  node: FlowNode;
  isFocused: boolean;
}

/** Focuses the node, or links to its record. */
function NodeActions({ node, isFocused, onFocus }: NodeActionsProps) {
  const { t } = useTranslation('dataFlow');
  const linksOf = useLinks();
  return (
    <Flex gap="2" wrap="wrap" mt="3">
      <Button size="sm" icon={<Route aria-hidden />} onClick={() => onFocus(isFocused ? null : node.key)}>
        {t(isFocused ? 'focus.stop' : 'focus.start')}
      </Button>
      {linksOf(node).map(({ href, label }) => (
        <LinkButton key={href} size="sm" href={href} icon={<ExternalLink aria-hidden />}>
          {label}
        </LinkButton>
      ))}
    </Flex>
  );
}

/** Marks of a flow in words, with their icons. */
export function Marks({ sensitive, crossBorder }: { sensitive: boolean; crossBorder: boolean }) {
  const { t } = useTranslation('dataFlow');
  if (!sensitive && !crossBorder) return null;
  return (
    <FewTags
      tags={[
        ...(sensitive
          ? [
              <Tag key="sensitive" tone="warn" icon={<ShieldAlert aria-hidden />}>
                {t('sensitive')}
              </Tag>,
            ]
          : []),
        ...(crossBorder
          ? [
              <Tag key="crossBorder" tone="info" icon={<Globe aria-hidden />}>
                {t('crossBorder')}
              </Tag>,
            ]
          : []),
      ]}
    />
  );
}

function Flows({
  title,
  flows,
  end,
  nameOf,
  onPick,
}: {
  title: string;
  flows: readonly FlowEdge[];
  end: 'from' | 'to';
  nameOf: (key: string) => string;
  onPick: (pick: Choice) => void;
}) {
  const { t } = useTranslation('dataFlow');
  const { number } = useFormat();
  return (
    <Box mt="4">
      <Heading as="h3" textStyle="dense" color="muted">
        {title} ({number(flows.length)})
      </Heading>
      {flows.length === 0 && (
        <Text textStyle="dense" color="muted">
          {t('details.none')}
        </Text>
      )}
      {flows.slice(0, LISTED).map((flow) => (
        <Row key={flow[end]} type="button" onClick={() => onPick({ node: flow[end] })}>
          <chakra.span overflowWrap="anywhere">{nameOf(flow[end])}</chakra.span>
          <chakra.span color="muted" flexShrink="0" display="inline-flex" gap="1.5" alignItems="center" data-numeric="">
            {flow.sensitiveUses > 0 && <ShieldAlert size={13} aria-label={t('sensitive')} />}
            {flow.crossBorder && <Globe size={13} aria-label={t('crossBorder')} />}
            {number(flow.uses)}
          </chakra.span>
        </Row>
      ))}
      {flows.length > LISTED && (
        <Text textStyle="small" color="muted">
          {t('details.more', { number: number(flows.length - LISTED) })}
        </Text>
      )}
    </Box>
  );
}
