/**
 * Makes a page a document on paper: what `content` selects alone, dark on white whatever the screen looks like. What is
 * marked `data-screen` stays on the screen.
 * @example <PrintStyle content="main" />
 */
export function PrintStyle({ content }: { content: 'main' | 'article' }) {
  return (
    <style>{`@media print {
  @page { margin: 16mm }
  html, body { background: #fff !important }
  body *:not(:has(${content})):not(${content}):not(${content} *) { display: none !important }
  main { padding: 0 !important }
  [data-screen] { display: none !important }
  html.dark ${content}, html.dark ${content} * { color: #000 !important; background: none !important; border-color: #999 !important }
}`}</style>
  );
}
