import type { ReactNode } from 'react';
import { chakra } from '../../ui/layout.tsx';
import { Brand } from '../bars/Brand.tsx';
import { Footer } from '../bars/Footer.tsx';
import { LanguageMenu } from '../bars/LanguageMenu.tsx';
import { SkipLink } from '../bars/SkipLink.tsx';

/** Public pages: brand and language above, the page, the footer. */
export function LandingLayout({ children }: { children: ReactNode }) {
  return (
    <chakra.div display="flex" flexDirection="column" minHeight="100dvh">
      <SkipLink />
      <chakra.header bg="surface" borderBottomWidth="1px">
        <chakra.div
          display="flex"
          alignItems="center"
          gap="2"
          maxWidth="content"
          mx="auto"
          px={{ base: '4', md: '6' }}
          minHeight="14"
        >
          <Brand />
          <chakra.span flex="1" />
          <LanguageMenu />
        </chakra.div>
      </chakra.header>
      <chakra.main
        id="content"
        tabIndex={-1}
        flex="1"
        width="full"
        maxWidth="content"
        mx="auto"
        px={{ base: '4', md: '6' }}
        py="6"
        outline="none"
      >
        {children}
      </chakra.main>
      <Footer />
    </chakra.div>
  );
}
