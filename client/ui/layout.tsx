import { chakra } from '@chakra-ui/react';
import type { ComponentProps } from 'react';
import { phrases } from './phrases.tsx';

/** Chakra's plain boxes; screens import them from here so that there is one place for them. */
export { Box, Flex, Grid, HStack, Stack, Wrap, chakra } from '@chakra-ui/react';

const Paragraph = chakra('p', { base: { textStyle: 'body' } });

/** A paragraph or a run of text. `<Text textStyle="small" color="muted">…</Text>` */
export function Text({ children, ...rest }: ComponentProps<typeof Paragraph>) {
  return <Paragraph {...rest}>{phrases(children)}</Paragraph>;
}

/** A section heading; pass `as="h3"` for deeper ones. The page's h1 is in PageHeader. */
export const Heading = chakra('h2', { base: { textStyle: 'title', color: 'ink' } });

/** For screen readers only. */
export const VisuallyHidden = chakra('span', { base: { srOnly: true } });

/** A hairline between blocks. */
export const Divider = chakra('hr', { base: { borderTopWidth: '1px', borderColor: 'line', width: 'full', my: '4' } });
