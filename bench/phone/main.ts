import { prepareData } from '../data.ts'
import { spreadOverProcessors, startSite } from '../programs.ts'
import { kB, printCells } from '../table.ts'
import { prepareLighthouse } from './lighthouse.ts'
import { openPhone } from './pressing.ts'

/** A page that nobody shall find by a search engine loses points for it. */
const PAGES: { path: string; isHidden?: true }[] = [
  { path: '/admin/home' },
  { path: '/admin/news/list/41' },
  { path: '/admin/news/list-info/3467' },
  { path: '/admin/verify' },
  { path: '/admin/publicity/member' },
  { path: '/admin/publicity/qualification' },
  { path: '/admin/publicity/person' },
  { path: '/admin/publicity/training' },
  { path: '/admin/login/login', isHidden: true },
]
const [LEAST, LONGEST_PRESS, LONGEST_PAINT] = [99, 100, 1500]

/** `npm run bench phone`: public pages on a phone, by Lighthouse, and how soon they answer to presses. */
const audit = prepareLighthouse()
const site = await startSite(await prepareData({ articles: 1000, certificates: 10_000 }))
spreadOverProcessors()
const url = `http://127.0.0.1:${site.port}`
const phone = await openPhone(url)
const lines: string[][] = []
let isWithin = true
for (const { path, isHidden } of PAGES) {
  const inp = await phone.slowestPress(path)
  const of = await audit(url + path)
  const points = [of.performance, of.accessibility, of['best-practices'], ...(isHidden ? [] : [of.seo])]
  const isMet = Math.min(...points) >= LEAST && inp <= LONGEST_PRESS && of['largest-contentful-paint'] <= LONGEST_PAINT
  isWithin &&= isMet
  lines.push([
    path,
    [of.performance, of.accessibility, of['best-practices'], of.seo].join('、'),
    seconds(of['first-contentful-paint']),
    seconds(of['largest-contentful-paint']),
    `${Math.round(of['total-blocking-time'])} ms`,
    of['cumulative-layout-shift'].toFixed(3),
    `${Math.round(inp)} ms`,
    kB(of['total-byte-weight']),
    String(Math.round(of.benchmarkIndex)),
    isMet ? '达到' : '未达到',
  ])
}
await phone.close()
await site.stop()
printCells(
  `手机上（Lighthouse，三次的中位数；INP 在四倍慢的处理器上；目标：各 ${LEAST} 分，LCP ≤ 1.5 s，INP ≤ 100 ms）`,
  [['页面', '性能、无障碍、最佳做法、SEO', 'FCP', 'LCP', 'TBT', 'CLS', 'INP', '下载', '机器', '目标'], ...lines],
)
process.exitCode = isWithin ? 0 : 1

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`
}
