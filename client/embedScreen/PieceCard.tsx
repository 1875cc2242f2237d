import type { ReactNode } from 'react';
import { Box, chakra, Flex, Heading, Text } from '../ui/index.ts';
import { CodeBlock } from './CodeBlock.tsx';
import type { Piece, Term } from './guide.ts';

/** A piece of code with its purpose, and its number where it is a step. */
export function PieceCard({ piece, number, children }: { piece: Piece; number?: number; children?: ReactNode }) {
  return (
    <chakra.section display="flex" gap="4">
      {number !== undefined && (
        <chakra.span
          flexShrink="0"
          boxSize="8"
          display="grid"
          placeItems="center"
          borderRadius="full"
          bg="accent.soft"
          color="accent.text"
          fontWeight="semibold"
          data-numeric=""
          aria-hidden
        >
          {number}
        </chakra.span>
      )}
      <Box flex="1" minWidth="0">
        <Heading mb="1">
          {number !== undefined && <chakra.span srOnly>{`${number}. `}</chakra.span>}
          {piece.title}
        </Heading>
        <Text color="muted" mb="3">
          {piece.lead}
        </Text>
        <CodeBlock code={piece.code} language={piece.language} name={piece.title} />
        {children}
      </Box>
    </chakra.section>
  );
}

/** Terms with their meanings. */
export function Terms({ label, terms }: { label: string; terms: readonly Term[] }) {
  return (
    <chakra.dl aria-label={label} display="grid" gap="2" mt="4" textStyle="dense">
      {terms.map(({ name, meaning }) => (
        <Flex
          key={name}
          gap={{ base: '0', md: '4' }}
          direction={{ base: 'column', md: 'row' }}
          borderTopWidth="1px"
          borderColor="line"
          pt="2"
        >
          <chakra.dt flexShrink="0" width={{ md: '13rem' }} fontFamily="mono" fontSize="13px" overflowWrap="anywhere">
            {name}
          </chakra.dt>
          <chakra.dd m="0">{meaning}</chakra.dd>
        </Flex>
      ))}
    </chakra.dl>
  );
}
