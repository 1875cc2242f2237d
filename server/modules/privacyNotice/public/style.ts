import { createHash } from 'node:crypto';

/** Addresses of the two styles of the typeface. */
export const FONTS = { regular: '/notices/fonts/sarabun-400.woff2', bold: '/notices/fonts/sarabun-700.woff2' } as const;

const face = (url: string, weight: number) =>
  `@font-face{font-family:Sarabun;font-weight:${weight};font-display:swap;src:url(${url}) format("woff2")}`;

/** The style of the public page. */
export const PAGE_CSS: string = `
${face(FONTS.regular, 400)}${face(FONTS.bold, 700)}
:root{color-scheme:light dark;--ink:#1d1b26;--muted:#55515e;--line:#dad7e0;--accent:#3a319b;--tint:#f3f2fb;--page:#fff;--del:#94180f;--ins:#175a31}
@media (prefers-color-scheme:dark){:root{--ink:#eceaf4;--muted:#b4b0c2;--line:#3d394a;--accent:#b9b3ff;--tint:#23202f;--page:#17151f;--del:#ff9d94;--ins:#8fdcab}}
*{box-sizing:border-box}
body{margin:0 auto;padding:1.25rem;max-width:60rem;background:var(--page);color:var(--ink);font:1.0625rem/1.7 Sarabun,"Noto Sans Thai",Thonburi,"Leelawadee UI",sans-serif;overflow-wrap:anywhere}
header{border-top:4px solid var(--accent);padding-top:1rem}
header nav{text-align:end}
h1{font-size:1.6rem;line-height:1.4;margin:.2em 0}
h2{font-size:1.2rem;line-height:1.5;margin:1.6em 0 .3em;color:var(--accent);break-after:avoid}
a{color:var(--accent)}a:focus-visible,.scroll:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.from{margin:0;font-weight:700}.meta,.label{color:var(--muted)}.meta{margin:0}
.skip{position:absolute;inset-inline-start:-999rem}.skip:focus{position:static}
.banner{border-inline-start:4px solid var(--accent);background:var(--tint);padding:.6rem 1rem}
ul,ol{padding-inline-start:1.2em;margin:.3em 0}li{margin:.25em 0}
.short{background:var(--tint);border-radius:8px;padding:.5rem 1rem 1rem;margin-top:1rem}
.short h2{margin-top:.4em}
dl{margin:0;display:grid;gap:.6rem}dt{font-weight:700}dt span{color:var(--accent)}dd{margin:0}dd ul{margin:0}
.wide{display:none}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.95rem}
th,td{text-align:start;vertical-align:top;padding:.5rem;border-bottom:1px solid var(--line)}td p{margin:0 0 .4em}
footer{margin-top:2.5rem;border-top:1px solid var(--line);color:var(--muted);font-size:.9rem}
code{font-size:.85em}
.changes{list-style:none;padding:0}del{color:var(--del)}ins{color:var(--ins)}
@media (min-width:48rem){body{padding:2.5rem}dl>div{display:grid;grid-template-columns:12rem 1fr;gap:1rem}.wide{display:block}}
@media print{:root{color-scheme:light}body{max-width:none;padding:0;font-size:11pt}.screen,.contents,.skip,header nav{display:none}.wide{display:none}section{break-inside:auto}li{break-inside:avoid}}
`.replaceAll('\n', '');

/** Only this style applies, no script runs, no form can be sent. */
export const PAGE_POLICY: string = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(PAGE_CSS).digest('base64')}'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
