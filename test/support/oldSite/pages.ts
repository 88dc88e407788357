import sharp from 'sharp'
import { pdf, zip } from '../uploads.ts'

/** An old page, as its author meant it. */
export type OldPage = {
  layout: 'table' | 'div' | 'article'
  address: string
  entry: string
  title: string
  /** `2019-03-04 10:20`, or the day alone. */
  at: string
  source: string
  paragraphs: string[]
  /** The colour of the one picture. */
  colour?: { r: number; g: number; b: number }
  papers: { name: string; ext: 'pdf' | 'docx'; bytes: Buffer }[]
  /** Pages to which the text links. */
  links: number[]
}

export const HOST = 'http://www.old-boilers.example'
const TABLES = 200
const DIVS = 200

/** Encodes GBK by reversing the decoder's table, since current encoders write UTF-8 only. */
const gbk = (() => {
  let table: Map<string, [number, number]> | undefined
  const read = () => {
    const decoder = new TextDecoder('gbk')
    const found = new Map<string, [number, number]>()
    for (let high = 0x81; high <= 0xfe; high++)
      for (let low = 0x40; low <= 0xfe; low++) {
        if (low !== 0x7f) found.set(decoder.decode(Uint8Array.of(high, low)), [high, low])
      }
    return found
  }
  return (text: string): Buffer => {
    table ??= read()
    return Buffer.from([...text].flatMap(letter => table!.get(letter) ?? [letter.charCodeAt(0)]))
  }
})()

const SUBJECTS = ['锅炉清洗', '水处理', '节能改造', '标准宣贯', '安全检查', '会员大会', '技术交流', '人才培训']
const KINDS = ['通知', '纪要', '简报', '公告', '报道']
const two = (n: number) => String(n).padStart(2, '0')
const dayOf = (n: number) => `${2009 + (n % 12)}-${two(1 + (n % 12))}-${two(1 + (n % 28))}`

const paragraphsOf = (n: number) => [
  `第 ${n} 号稿件的第一段：关于${SUBJECTS[n % 8]}的工作安排，请各会员单位结合实际认真落实，并于月底前反馈。`,
  `第二段讲的是第 ${n * 7} 项要求，涉及设备台账、运行记录与水质化验，具体要求见下文。`,
  `第三段：联系人在工作日接听电话，编号 ${n}-${n * 3}。`,
]

const docx = (text: string) =>
  zip({
    '[Content_Types].xml': Buffer.from(
      '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    ),
    'word/document.xml': Buffer.from(`<w:document xmlns:w="x"><w:body><w:p>${text}</w:p></w:body></w:document>`),
  })

function planPage(n: number, count: number): OldPage {
  const layout = n < TABLES * (count / 500) ? 'table' : n < (TABLES + DIVS) * (count / 500) ? 'div' : 'article'
  const year = dayOf(n).slice(0, 4)
  const address = {
    table: `${HOST}/show.asp?id=${n}`,
    div: `${HOST}/news/${year}/${n}.html`,
    article: `${HOST}/article/detail-${n}`,
  }[layout]
  const entry = {
    table: `www.old-boilers.example/show.asp@id=${n}.html`,
    div: `www.old-boilers.example/news/${year}/${n}.html`,
    article: `www.old-boilers.example/article/detail-${n}.html`,
  }[layout]
  return {
    layout,
    address,
    entry,
    title: `关于${SUBJECTS[n % 8]}的${KINDS[n % 5]}（第 ${n} 期）`,
    at: layout === 'table' ? `${dayOf(n)} ${two(n % 24)}:${two(n % 60)}` : dayOf(n),
    source: layout === 'article' ? '' : `本会${['秘书处', '技术部', '培训部'][n % 3]}`,
    paragraphs: paragraphsOf(n),
    ...(layout === 'div' && { colour: { r: (n * 37) % 256, g: (n * 59) % 256, b: (n * 83) % 256 } }),
    papers:
      layout === 'article'
        ? [
            { name: `第 ${n} 号表格`, ext: 'docx', bytes: docx(`表格 ${n}`) },
            { name: `第 ${n} 号文件`, ext: 'pdf', bytes: pdf(`paper ${n}`) },
          ]
        : [],
    links: [(n * 7 + 3) % count, (n + 1) % count],
  }
}

/** Link from one page to another, in the style of its layout. */
function wayTo(page: OldPage, to: OldPage): string {
  const path = to.address.slice(HOST.length)
  if (page.layout === 'table') return to.layout === 'table' ? path.slice(1) : `..${path}`
  return page.layout === 'div' ? path : to.address
}

function htmlOf(n: number, page: OldPage, pages: readonly OldPage[]): Buffer {
  const links = page.links.map(
    at => `<a href="${wayTo(page, pages[at]!).replaceAll('&', '&amp;')}">${pages[at]!.title}</a>`,
  )
  const [year, month, day] = page.at.slice(0, 10).split('-')
  if (page.layout === 'table')
    return gbk(`<html><head><meta http-equiv="Content-Type" content="text/html; charset=gb2312"><title>${page.title}-锅炉协会</title></head>
<body bgcolor=#ffffff><table width=1000 align=center><tr><td><img src="images/logo.gif"><a href="index.asp">首页</a> | <a href="list.asp?c=1">动态</a> | <a href="list.asp?c=2">通知公告</a></td></tr></table>
<table width=1000 align=center><tr><td width=200 valign=top class="left">${pages
      .slice(0, 8)
      .map(one => `<a href="${wayTo(page, one)}">${one.title}</a><br>`)
      .join('')}</td>
<td valign=top><table width="100%"><tr><td align=center class="bigtitle"><b>${page.title}</b></td></tr>
<tr><td align=center class="small">发布时间：${Number(year)}-${Number(month)}-${Number(day)} ${page.at.slice(11)}　来源：${page.source}　点击：${n}次</td></tr>
<tr><td class="content"><p align="center">${page.paragraphs[0]}<p>${page.paragraphs[1]}<br>${page.paragraphs[2]}<p>参见：${links.join('、')}
<div class="share"><a href="javascript:window.print()">打印本页</a> 分享到微博</div></td></tr></table></td></tr></table>
<table width=1000 align=center><tr><td align=center>版权所有 锅炉协会 京ICP备00000000号 2008-01-01 起运行</td></tr></table></body></html>`)
  if (page.layout === 'div')
    return Buffer.from(`<!DOCTYPE html><html><head><meta charset="utf-8"><title>${page.title} - 新闻中心 - 锅炉协会</title><script>var x="<div>";</script></head><body>
<div id="header"><div class="nav"><a href="/">首页</a><a href="/news/">新闻</a></div></div>
<div class="main"><div class="crumb">您的位置：<a href="/">首页</a> &gt; <a href="/news/">新闻</a></div>
<h1 class="title">${page.title}</h1><div class="info"><span>${year}年${Number(month)}月${Number(day)}日</span> <span>来源：${page.source}</span></div>
<div id="zoom" class="text"><p>${page.paragraphs[0]}</p><p style="text-align:center"><img src="../../uploads/${n}.png" alt="图 ${n}"></p>${page.paragraphs
      .slice(1)
      .map(text => `<p>${text}</p>`)
      .join('')}<p>参见：${links.join('、')}</p></div>
<div class="pages">上一篇：<a href="${wayTo(page, pages[page.links[0]!]!)}">${pages[page.links[0]!]!.title}</a></div></div>
<div id="footer">版权所有 锅炉协会 地址：北京市朝阳区演示路 28 号</div></body></html>`)
  return Buffer.from(`<!DOCTYPE html><html lang="zh"><head><meta charset="utf-8"><title>${page.title} | 锅炉协会</title></head><body><header><nav><a href="/">首页</a></nav></header>
<article class="post"><header><h1>${page.title}</h1><time datetime="${page.at}">${year}/${Number(month)}/${Number(day)}</time></header>
<section class="entry-content">${page.paragraphs.map(text => `<p>${text}</p>`).join('')}<p>参见：${links.join('、')}</p>
<ul>${page.papers.map((paper, i) => `<li><a href="/files/${n}-${i}.${paper.ext}">${paper.name}</a></li>`).join('')}</ul></section></article>
<footer><p>版权所有 锅炉协会</p></footer></body></html>`)
}

const esc = (text: string) => text.replaceAll('&', '&amp;')

/** Makes a ZIP of saved pages in three layouts, with their assets and site map. */
export async function makeOldSite(
  count = 500,
): Promise<{ pages: OldPage[]; parts: Record<string, Buffer>; bytes: Buffer }> {
  const pages = Array.from({ length: count }, (_, n) => planPage(n, count))
  const parts: Record<string, Buffer> = {
    'sitemap.xml': Buffer.from(
      `<?xml version="1.0"?><urlset>${pages.map(({ address }) => `<url><loc>${esc(address)}</loc></url>`).join('')}</urlset>`,
    ),
    'www.old-boilers.example/index.html': Buffer.from('<html><body>首页</body></html>'),
  }
  for (const [n, page] of pages.entries()) {
    parts[page.entry] = htmlOf(n, page, pages)
    if (page.colour)
      parts[`www.old-boilers.example/uploads/${n}.png`] = await sharp({
        create: { width: 24, height: 16, channels: 3, background: page.colour },
      })
        .png()
        .toBuffer()
    for (const [i, { ext, bytes }] of page.papers.entries())
      parts[`www.old-boilers.example/files/${n}-${i}.${ext}`] = bytes
  }
  return { pages, parts, bytes: zip(parts) }
}

/** A page as small as one can be, and the rule by which it is read. */
export const newsRule = { name: '新闻', paths: '', title: 'h1', date: '.date', body: '.text' }
export const newsPage = (title: string, text: string, date = '2015-06-07') =>
  Buffer.from(`<html><head><meta charset="utf-8"><title>${title}</title></head><body><h1>${title}</h1>
    <div class="date">${date}</div><div class="text">${text}</div></body></html>`)
