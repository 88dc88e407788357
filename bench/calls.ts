import type { FastifyBaseLogger } from 'fastify'
import { call } from '../src/app.ts'
import { type Actor, anonymous, type Ctx, type Services } from '../src/lib/server/api/context.ts'
import type { Case } from './cases.ts'
import type { Opened } from './data.ts'
import { measure } from './pages.ts'
import type { Program } from './programs.ts'
import { runBare, statementsOf } from './statements.ts'
import { median, ms, type Row, us } from './table.ts'

const silent = new Proxy({}, { get: () => () => {} }) as FastifyBaseLogger
let visitors = 0

/** Context of a first-time visitor, without rate limits. */
export const contextOf = (services: Services, actor: Actor = anonymous): Ctx => ({
  ...services,
  now: new Date(),
  actor,
  address: `visitor ${visitors++}`,
  headers: {},
  log: silent,
})

const known = new WeakMap<Services, Map<string, Promise<unknown>>>()

/**
 * Context of a site visitor: the data that answers are built from are cached, the answers themselves are built each
 * time.
 */
export function visitorOf(services: Services): Ctx {
  const answers = known.get(services) ?? new Map<string, Promise<unknown>>()
  known.set(services, answers)
  const remember = <T>(question: string, make: () => Promise<T>) => {
    const answer = answers.get(question) ?? make()
    answers.set(question, answer)
    return answer as Promise<T>
  }
  return { ...contextOf(services), remember }
}

type Measured = { ours: number; bare: number; total: number | undefined }

/**
 * Compares each call with its own SQL statements run bare through the same pool and, where given, with the same call on
 * less data.
 */
export async function measureCalls(
  cases: Case[],
  { big, small, times }: { big: Opened; small: Opened; times: number },
) {
  const speed: Row[] = []
  const growth: Row[] = []
  for (const one of cases) {
    const inBig = await prepare(one, big)
    const inSmall = one.grows ? undefined : await prepare(one, small)
    for (let i = 0; i < times; i++) {
      await inBig.step()
      await inSmall?.step()
    }
    const { ours, bare, total } = inBig.result()
    const name = total === undefined ? one.name : `${one.name}（${total} 条）`
    speed.push({ name, ours: ms(ours), floor: ms(bare), ratio: ours / bare, goal: { most: 1.5 } })
    if (!inSmall) continue
    const before = inSmall.result().ours
    growth.push({ name: one.name, ours: ms(ours), floor: ms(before), ratio: ours / before, goal: { most: 1.3 } })
  }
  return { speed, growth }
}

/** The same list over HTTP, one request at a time. The parameter that nobody knows keeps it from being kept. */
export async function measureOverHttp(site: Program, opened: Opened, seconds: number): Promise<Row[]> {
  const input = { groupId: 1 }
  const { step, result } = await prepare(
    { name: '', key: 'GET /app/publicity/qualification/list', input: () => input },
    opened,
  )
  for (let i = 0; i < 50; i++) await step()
  const { perSecond, cpu } = await measure(site, '/api/app/publicity/qualification/list?groupId=1&fresh=1', seconds, {
    connections: 1,
  })
  await opened.close()
  const [ours, { bare }] = [1000 / perSecond, result()]
  return [{ name: `单位证书：大类，经 HTTP（node ${us(cpu)}）`, ours: ms(ours), floor: ms(bare), ratio: ours / bare }]
}

async function prepare({ key, input }: Case, { services, pool }: Opened) {
  const asked = await input(pool)
  let answer: unknown
  const ask = async () => {
    answer = await call(visitorOf(services), key as never, asked as never)
  }
  for (let i = 0; i < 5; i++) await ask()
  const stages = await statementsOf(pool, ask)
  const [ours, bare]: [number[], number[]] = [[], []]
  return {
    step: async () => {
      ours.push(await timed(ask))
      bare.push(await timed(() => runBare(pool, stages)))
    },
    result: (): Measured => ({
      ours: median(ours),
      bare: median(bare),
      total: (answer as { total?: number } | null)?.total,
    }),
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}
