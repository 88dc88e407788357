import { minute } from '#lib/dates.ts'
import { type Xml, xml } from '#lib/xml.ts'
import type { Readable } from './readable.ts'

const STYLE = `body{margin:2rem auto;max-width:70rem;padding:0 1rem;font:16px/1.7 "Noto Sans CJK SC","PingFang SC","Microsoft YaHei",sans-serif;color:#1c2530}
h1{font-size:1.6rem}h2{margin-top:2.5rem;font-size:1.2rem;border-bottom:2px solid #16477e;padding-bottom:.3rem}
.scroll{overflow-x:auto}table{border-collapse:collapse;width:100%;font-size:14px}
th,td{border:1px solid #c9d2dc;padding:.35rem .6rem;text-align:left;vertical-align:top;white-space:pre-line;overflow-wrap:anywhere}
thead th{background:#eef3f8;white-space:nowrap}tbody th{width:12rem;background:#eef3f8}.note{color:#55606d}`

type About = { name: string; site: string; at: string }

/** One HTML page that opens in any browser, without network or scripts. */
export function exportPage({ name, site, at }: About, parts: readonly Readable[]): string {
  return xml`<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name}的全部信息</title>
<style>${{ xml: STYLE }}</style>
</head>
<body>
<h1>${name}的全部信息</h1>
<p>${site}截至 ${minute(at)} 保存的信息。同一内容另有两个文件：“我的信息.xlsx”是表格，“我的信息.json”供程序读取。文件含个人信息，请妥善保管。</p>
${parts.map(section)}
</body>
</html>
`.xml
}

const section = ({ name, purpose, retention, headings, rows }: Readable): Xml => xml`<section>
<h2>${name}（${rows.length}）</h2>
<p class="note">用途：${purpose}。保存：${retention}。</p>
${rows.length === 0 ? xml`<p>没有。</p>` : rows.length === 1 ? facts(headings, rows[0]!) : table(headings, rows)}
</section>
`

const facts = (headings: readonly string[], row: readonly string[]): Xml => xml`<table><tbody>
${headings.map(
  (heading, i) => xml`<tr><th scope="row">${heading}</th><td>${row[i]!}</td></tr>
`,
)}</tbody></table>`

const table = (headings: readonly string[], rows: readonly string[][]): Xml => xml`<div class="scroll"><table>
<thead><tr>${headings.map(heading => xml`<th scope="col">${heading}</th>`)}</tr></thead>
<tbody>
${rows.map(
  row => xml`<tr>${row.map(cell => xml`<td>${cell}</td>`)}</tr>
`,
)}</tbody></table></div>`
