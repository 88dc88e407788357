import { fork } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { DEMO_PASSWORD } from '../../src/modules/accounts/demoNames.ts'
import { start } from '../operation/sites.ts'
import { visitorOf } from '../operation/visitors.ts'
import type { Site } from '../support/site.ts'
import { memoryOf } from './attackers.ts'
import type { Order } from './attackProcess.ts'
import { type Attack, attacks, type Counts, type Target } from './attacks.ts'
import { quantile, startBystanders, type Waits } from './bystanders.ts'

/** Maximum time in ms for a page and for a sign-in of other visitors during an attack. */
const MAX_PAGE_P99 = 200
const MAX_SIGN_IN = 1_000
/** Time in ms before the attack, with other visitors only. */
const QUIET = 10_000

/**
 * Attacks in a process of its own that gets only the processor time that nobody else wants (nice 19): the machines of
 * attackers take none from a site. Where the attack keeps all processors busy by what the site does for it, it goes on
 * as fast as the site answers.
 */
async function carryOut({ name, seconds }: Attack, target: Target): Promise<Counts> {
  const child = fork(join(import.meta.dirname, 'attackProcess.ts'))
  setPriority(child.pid!, constants.priority.PRIORITY_LOW)
  onTestFinished(() => void child.kill('SIGKILL'))
  child.send({ name, seconds, target } satisfies Order)
  const [counts] = await once(child, 'message', { signal: AbortSignal.timeout((seconds + 30) * 1_000) })
  return counts as Counts
}

const MEMBERS = ['qingyuan', 'taishan', 'xinren', 'zhangwei']

/** Signs the attackers in. The page is kept and the fonts are loaded, as on every site that has run for a minute. */
async function targetOf(site: Site): Promise<Target> {
  const visitor = visitorOf(site)
  const tokens: string[] = []
  for (const account of MEMBERS)
    tokens.push((await visitor('POST', '/api/login', { account, password: DEMO_PASSWORD })).data.token)
  const token = tokens[0]!
  expect((await visitor('GET', '/admin/home')).status).toBe(200)
  const { data } = await visitor('GET', '/api/member/qualification/list', undefined, { token })
  const [{ certId }] = data
  expect((await visitor('GET', `/api/member/certificate/card?certId=${certId}`, undefined, { token })).status).toBe(200)
  return { port: site.port, tokens, certId }
}

const HEADINGS = [
  'attack (quiet → attacked, ms)',
  'pages',
  'page p50',
  'page p99',
  'pages lost',
  'sign-in p50',
  'sign-in worst',
  'MB at most',
  'answers to the attacker',
]
const rows: string[][] = []
// Print the table even if tests have failed.
afterAll(() => {
  const lines = [HEADINGS, HEADINGS.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`)
  console.info(lines.join('\n'))
})

const lost = (times: Waits['pages']) => times.filter(time => time === undefined).length
const figuresOf = ({ pages, signIns }: Waits, megabytes: number) => [
  pages.length,
  quantile(pages, 0.5),
  quantile(pages, 0.99),
  lost(pages),
  quantile(signIns, 0.5),
  quantile(signIns, 1),
  megabytes,
]

test.each(attacks)('$name: nobody else waits', async attack => {
  const site = await start({ demo: true })
  const target = await targetOf(site)
  const stopQuiet = startBystanders(site.port)
  await wait(QUIET)
  const quiet = figuresOf(await stopQuiet(), await memoryOf(site))

  let peak = 0
  const watch = setInterval(async () => {
    peak = Math.max(peak, await memoryOf(site).catch(() => 0))
  }, 500)
  onTestFinished(() => clearInterval(watch))
  const stop = startBystanders(site.port)
  const answers = await carryOut(attack, target)
  const waits = await stop()
  clearInterval(watch)

  const attacked = figuresOf(waits, peak)
  const told = Object.entries(answers).map(([answer, n]) => `${n} × ${answer}`)
  rows.push([attack.name, ...quiet.map((figure, i) => `${figure} → ${attacked[i]}`), told.join(', ')])
  expect.soft(site.exitCode()).toBeNull()
  expect.soft(lost(waits.pages), 'pages without an answer').toBe(0)
  expect.soft(quantile(waits.pages, 0.99), 'p99 of pages in ms').toBeLessThan(MAX_PAGE_P99)
  expect.soft(quantile(waits.signIns, 1), 'slowest sign-in in ms').toBeLessThan(MAX_SIGN_IN)
})
