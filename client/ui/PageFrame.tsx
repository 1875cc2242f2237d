import { chakra } from '@chakra-ui/react';

/** A complete HTML document, such as a letter, as high as its dialog allows; its scripts and links are disabled. */
export function PageFrame({ html, title }: { html: string; title: string }) {
  return (
    <chakra.iframe
      srcDoc={html}
      title={title}
      sandbox=""
      display="block"
      width="full"
      height="100%"
      minHeight="70dvh"
      borderWidth="1px"
      borderRadius="control"
      bg="white"
    />
  );
}
