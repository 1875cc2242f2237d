import { Suspense } from 'react';
import type { ReactNode } from 'react';
import { laterPart } from '../../ui/laterPart.ts';
import { chakra } from '../../ui/layout.tsx';
import { Brand } from '../bars/Brand.tsx';
import { Footer } from '../bars/Footer.tsx';
import { LanguageMenu } from '../bars/LanguageMenu.tsx';
import { FullPageLoader } from './FullPageLoader.tsx';

/** Of sign-in alone: other pages do not load it. */
const ShadeArt = laterPart(() => import('../ShadeArt.tsx'));

/** Sign-in and related pages: a card in the middle of a picture. */
export function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <chakra.div position="relative" display="flex" flexDirection="column" minHeight="100dvh" isolation="isolate">
      <chakra.div position="fixed" inset="0" zIndex="-1" overflow="hidden" bg="canvas">
        <Suspense fallback={null}>
          <ShadeArt />
        </Suspense>
      </chakra.div>
      <chakra.header
        display="flex"
        alignItems="center"
        justifyContent="space-between"
        px={{ base: '4', md: '6' }}
        py="3"
      >
        <Brand />
        <chakra.span bg="surface" borderRadius="control">
          <LanguageMenu />
        </chakra.span>
      </chakra.header>
      <chakra.main id="content" tabIndex={-1} flex="1" display="grid" placeItems="center" px="4" py="6" outline="none">
        <chakra.div
          width="min(440px, 100%)"
          bg="surface"
          borderWidth="1px"
          borderRadius="card"
          boxShadow="float"
          px={{ base: '5', sm: '8' }}
          py={{ base: '6', sm: '8' }}
        >
          <Suspense fallback={<FullPageLoader />}>{children}</Suspense>
        </chakra.div>
      </chakra.main>
      <chakra.div bg="surface">
        <Footer />
      </chakra.div>
    </chakra.div>
  );
}

/** Title and lead of a card in the auth layout. */
export function AuthHead({ title, lead }: { title: string; lead?: ReactNode }) {
  return (
    <chakra.div mb="6">
      <chakra.h1 textStyle="display">{title}</chakra.h1>
      {lead && (
        <chakra.p color="muted" mt="1">
          {lead}
        </chakra.p>
      )}
    </chakra.div>
  );
}
