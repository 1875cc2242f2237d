import { createContext } from 'react';

/** The level of a heading in its context: 2 on a page, 3 in a card with a title. */
export const HeadingLevel = createContext<2 | 3>(2);
