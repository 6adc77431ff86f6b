import { createContext } from 'react';

/** Whether an image may be loaded from this address without asking the reader. */
export type AllowImage = (url: URL) => boolean;

/** The app's rule for images from remote hosts, in answers and tool results; none by default (SPEC R6.1). */
export const ImagePolicy = createContext<AllowImage>(() => false);

/** Whether what is rendered stands inside a link, where no button may stand. */
export const InsideLink = createContext(false);
