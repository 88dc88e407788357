import { chromium, type Page } from '@playwright/test'
import { lookInto, openSession, waitForHydration } from '../../e2e/support/test.ts'
import playwright from '../../playwright.config.ts'
import { printCells } from '../table.ts'

/** The largest registers: the table that their rows are in, the screen, and the call that its list comes from. */
const registers = [
  { name: '证书', of: 'certificate', screen: 'certificates', list: '/staff/certificate/list', words: 'key=有限' },
  { name: '应收', of: 'member_fee', screen: 'receivables', list: '/staff/receivable/list', words: 'key=有限' },
  { name: '会员', of: 'member', screen: 'members', list: '/staff/member/list', words: 'key=有限' },
  { name: '单位', of: 'organisation', screen: 'organisations', list: '/staff/organisation/list', words: 'key=有限' },
  { name: '会费', of: 'member_fee', screen: 'fees', list: '/staff/fee/list', words: 'words=有限' },
  { name: '会员账号', of: 'account', screen: 'accounts', list: '/staff/account/list', words: 'key=有限' },
  { name: '人员', of: 'person', screen: 'persons', list: '/staff/person/list', words: 'employer=有限' },
  { name: '文章', of: 'article', screen: 'articles', list: '/staff/article/list', words: 'key=有限' },
  { name: '审计日志', of: 'audit_event', screen: 'audit', list: '/staff/audit/list', words: 'actor=admin' },
  { name: '审核台', of: 'application', screen: 'review', list: '/staff/review/list', words: 'key=有限' },
] as const
type Register = (typeof registers)[number]

const SCREENS = [
  { width: 1440, height: 900 },
  { width: 820, height: 1180 },
  { width: 375, height: 812 },
]
/** Repetitions of each measurement; the minimum counts, so that other load on the machine does not matter. */
const TIMES = 7
/** Threshold in ms above which a time is marked as slow. */
const SLOW_MS = 150
const WHO = 'admin'

/** `npm run desk registers`: of each register how much one sees and how long it takes. True where nothing is slow. */
export async function measureRegisters(): Promise<boolean> {
  const cookie = `staff=${await openSession(WHO)}`
  const seen: string[][] = []
  const asked: string[][] = []
  let isQuick = true
  const browser = await chromium.launch(playwright.use!.launchOptions)
  for (const register of registers) {
    const total = await rowsOf(register)
    seen.push([register.name, total, ...(await looksOf(register))])
    const { cells, slowest } = await timesOf(register)
    asked.push([register.name, ...cells])
    isQuick &&= slowest <= SLOW_MS
  }
  await browser.close()
  printCells('名册：看得见多少，多久有内容', [
    ['', '记录', ...SCREENS.map(({ width, height }) => `${width}×${height} 行`), '行高', '有内容'],
    ...seen,
  ])
  printCells(`名册的接口（最少，毫秒；慢于 ${SLOW_MS} 的标 *）`, [
    ['', '首页与总数', '按文字筛选', '最慢的排序', '最后一页'],
    ...asked,
  ])
  return isQuick

  async function looksOf({ screen }: Register): Promise<string[]> {
    const context = await browser.newContext({
      locale: 'zh-CN',
      timezoneId: 'Asia/Shanghai',
      baseURL: process.env.SITE_URL!,
    })
    await context.addCookies([
      {
        name: 'staff',
        value: cookie.slice('staff='.length),
        url: process.env.SITE_URL!,
        httpOnly: true,
        sameSite: 'Strict',
      },
    ])
    const page = await context.newPage()
    const looks = []
    for (const viewport of SCREENS) {
      await page.setViewportSize(viewport)
      const times = []
      for (let turn = 0; turn < 3; turn++) times.push(await contentOf(page, `/staff/${screen}`))
      await waitForHydration(page)
      looks.push({ ...(await rowsIn(page)), time: Math.min(...times) })
    }
    await context.close()
    const [wide] = looks
    return [...looks.map(({ whole }) => String(whole)), `${wide!.height} px`, `${Math.round(wide!.time)} ms`]
  }

  async function timesOf({ list, words }: Register) {
    const sorts = await sortsOf(list)
    const first = await msOf(`${list}?pageSize=20`)
    const narrowed = await msOf(`${list}?pageSize=20&${encodeURI(words)}`)
    const { pages } = await ask(`${list}?pageSize=20`)
    const deep = await msOf(`${list}?pageSize=20&pageNum=${Math.max(1, Math.min(pages, 500))}`)
    const sorted: { sort: string; ms: number }[] = []
    for (const sort of sorts) sorted.push({ sort, ms: await msOf(`${list}?pageSize=20&sort=${sort}`) })
    const worst = sorted.toSorted((a, b) => b.ms - a.ms)[0]
    const cells = [
      formatTime(first),
      formatTime(narrowed),
      worst ? `${formatTime(worst.ms)}（${worst.sort}，共 ${sorts.length} 种）` : '—',
      formatTime(deep),
    ]
    return { cells, slowest: Math.max(first, narrowed, deep, worst?.ms ?? 0) }
  }

  async function sortsOf(list: string): Promise<string[]> {
    const { columns = [], others = [] } = await ask(`${list}?pageSize=1`)
    const heads: { key: string; sortable: boolean }[] = [...columns, ...others]
    return heads.flatMap(({ key, sortable }) => (sortable ? [key, `-${key}`] : []))
  }

  async function msOf(path: string): Promise<number> {
    const times = []
    for (let turn = 0; turn < TIMES; turn++) {
      const begun = performance.now()
      await ask(path)
      times.push(performance.now() - begun)
    }
    return Math.min(...times)
  }

  async function ask(path: string) {
    const response = await fetch(`${process.env.SITE_URL}/api${path}`, {
      headers: { cookie, 'sec-fetch-site': 'same-origin' },
    })
    const { code, data, msg } = await response.json()
    if (code !== 200) throw new Error(`${path}: ${msg}`)
    return data
  }
}

const formatTime = (ms: number) => `${Math.round(ms)}${ms > SLOW_MS ? ' *' : ''}`

async function rowsOf({ of }: Register): Promise<string> {
  const database = await lookInto()
  const { rows } = await database.query(`select count(*)::int n from ${of}`)
  await database.end()
  return rows[0].n.toLocaleString('en')
}

/** Time in ms from the page request to its first row. */
async function contentOf(page: Page, path: string): Promise<number> {
  await page.goto(path, { waitUntil: 'commit' })
  await page.locator('.desk-card tbody tr').first().waitFor()
  return page.evaluate(() => performance.now())
}

/** Number of rows fully visible in the window, and their height. */
const rowsIn = (page: Page) =>
  page.locator('.desk-card tbody tr:not([aria-hidden])').evaluateAll(rows => {
    const boxes = rows.map(row => row.getBoundingClientRect()).filter(({ height }) => height > 5)
    const heights = boxes.map(({ height }) => Math.round(height)).sort((a, b) => a - b)
    return {
      whole: boxes.filter(({ bottom }) => bottom <= innerHeight).length,
      height: heights[heights.length >> 1] ?? 0,
    }
  })
