import { createHash } from 'node:crypto';
import { fontFile, woff2 } from './fonts.ts';

const face = (style: 'regular' | 'bold', weight: number) =>
  `@font-face{font-family:Sarabun;font-weight:${weight};src:url(data:font/woff2;base64,${woff2(fontFile(style)).toString('base64')}) format("woff2")}`;

const rules = `
:root{--ink:#1D1B26;--muted:#55515E;--line:#DAD7E0;--accent:#3A319B;--tint:#F3F2FB;--ok:#175A31;--ok-tint:#EBF5EF;--warn:#7F3A06;--warn-tint:#FCF1E8;--danger:#94180F;--danger-tint:#FCEFED;--sensitive:#8f2350;--sensitive-tint:#fbeff4;--cross:#0f5f78;--cross-tint:#ebf5f9}
*{box-sizing:border-box}
body{margin:0;background:#F8F6F2;color:var(--ink);font:16px/1.65 Sarabun,"Noto Sans Thai",Thonburi,"Leelawadee UI",sans-serif;overflow-wrap:anywhere;-webkit-print-color-adjust:exact;print-color-adjust:exact}
main{max-width:52rem;margin:2rem auto;padding:3rem;background:#fff;border:1px solid var(--line);border-radius:8px;position:relative;overflow:hidden}
main.wide{max-width:80rem}
main>*{position:relative}
.watermark{position:absolute;inset:0;display:grid;place-items:center;font-size:7rem;font-weight:700;color:rgb(85 92 112/.1);transform:rotate(-32deg);pointer-events:none;white-space:nowrap}
header{border-top:4px solid var(--accent);padding-top:1rem;margin-bottom:2rem}
h1{font-size:1.75rem;line-height:1.45;margin:0}
.phrase{white-space:nowrap}
.subtitle{margin:0;color:var(--muted);font-size:1.1rem}
h2,h3,h4{line-height:1.5;margin:1.6em 0 .4em;break-after:avoid}
h2{font-size:1.4rem;color:var(--accent)}h3{font-size:1.15rem}h4{font-size:1rem}
p{margin:.6em 0}
.muted{color:var(--muted)}.warn{color:var(--warn)}
dl{margin:.6em 0}
dl.meta{display:grid;grid-template-columns:repeat(auto-fit,minmax(14rem,1fr));gap:.6rem 1.5rem;border-top:1px solid var(--accent);border-bottom:1px solid var(--line);padding:.8rem 0;margin-top:1rem}
dt{color:var(--muted)}dd{margin:0}
.meta dt{font-size:.85rem}.meta dd{font-weight:700}
dl.facts>div{display:grid;grid-template-columns:30% 1fr;gap:1rem;padding:.35rem 0;border-bottom:1px solid var(--line);break-inside:avoid}
dl.facts>div:first-child{border-top:1px solid var(--line)}
.scroll{overflow-x:auto;margin:1em 0}
table{border-collapse:collapse;width:100%;font-size:.9rem;line-height:1.6}
table.dense{font-size:.8rem}
caption{text-align:start;color:var(--muted);font-weight:700;padding-bottom:.3rem}
th,td{text-align:start;vertical-align:top;padding:.35rem .5rem;border-bottom:1px solid var(--line)}
th{background:var(--tint);color:var(--accent);vertical-align:bottom;border-bottom-color:var(--accent)}
.end{text-align:end}.center{text-align:center}
ul{margin:.3em 0;padding-inline-start:1.1em}td ul,dd ul{margin:0}
li::marker{color:var(--accent)}
.pill{display:inline-block;margin-inline-start:.35em;padding:0 .4em;border:1px solid currentcolor;border-radius:3px;font-size:.8em;font-weight:700;line-height:1.5;white-space:nowrap}
.m-sensitive{color:var(--sensitive)}.m-sensitive .pill{background:var(--sensitive-tint)}
.m-crossBorder{color:var(--cross)}.m-crossBorder .pill{background:var(--cross-tint)}
.m-ok{color:var(--ok)}.m-warn{color:var(--warn)}.m-danger{color:var(--danger)}.m-muted{color:var(--muted)}
aside{margin:1em 0;padding:.6rem 1rem;border-inline-start:4px solid var(--accent);background:var(--tint);border-radius:0 6px 6px 0;break-inside:avoid}
aside p{margin:0}aside .t{font-weight:700;color:var(--accent)}
aside.ok{border-color:var(--ok);background:var(--ok-tint)}aside.ok .t{color:var(--ok)}
aside.warn{border-color:var(--warn);background:var(--warn-tint);color:inherit}aside.warn .t{color:var(--warn)}
aside.danger{border-color:var(--danger);background:var(--danger-tint)}aside.danger .t{color:var(--danger)}
figure{margin:1em 0;text-align:center}img{max-width:100%;height:auto}
hr{border:0;border-top:1px dashed var(--line);margin:2rem 0}
footer{margin-top:2.5rem;padding-top:.6rem;border-top:1px solid var(--line);color:var(--muted);font-size:.85rem}
@media screen and (max-width:40rem){main{margin:0;padding:1.25rem;border:0;border-radius:0}h1{font-size:1.35rem}dl.facts>div{grid-template-columns:1fr;gap:0}}
@page{size:A4;margin:2cm}
@page wide{size:A4 landscape;margin:1.6cm}
@media print{body{background:#fff;font-size:11pt}main,main.wide{max-width:none;margin:0;padding:0;border:0;overflow:visible}main.wide{page:wide}.scroll{overflow:visible}thead{display:table-header-group}tr{break-inside:avoid}hr{break-after:page;border:0;margin:0}.watermark{position:fixed}}
`.replaceAll('\n', '');

let cached: { css: string; policy: string } | null = null;

/**
 * The style of every HTML report with its fonts, and the policy under which only that style applies and no script runs.
 */
export function htmlStyle(): { css: string; policy: string } {
  if (cached) return cached;
  const css = `${face('regular', 400)}${face('bold', 700)}${rules}`;
  const hash = createHash('sha256').update(css).digest('base64');
  cached = {
    css,
    policy: `default-src 'none'; style-src 'sha256-${hash}'; font-src data:; img-src data:; base-uri 'none'; form-action 'none'`,
  };
  return cached;
}
