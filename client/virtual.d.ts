/** Namespaces of one language that are loaded together: `virtual:texts/<locale>/<loading>`, built by vite.config.ts. */
declare module 'virtual:texts/*' {
  const texts: Record<string, object>;
  export default texts;
}
