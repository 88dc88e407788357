import { Agent, request as askPlainly } from 'node:http'
import { request as askSecurely, Agent as SecureAgent } from 'node:https'
import { visitorOf } from '#test/operation/visitors.ts'
import { DEMO_PASSWORD } from '../src/modules/accounts/demoNames.ts'

/** Address of a server; with `ca`, over HTTPS. */
export type Target = { port: number; ca?: string }
type Wish = { who: 'visitor' | 'member' | 'staff'; method?: 'POST'; path: (n: number) => string; body?: object }
/** One answer: when it was asked for and how long it took, in ms. `status` 0: there was none. */
export type Answer = { at: number; ms: number; method: string; path: string; status: number; error?: string }

/** Of a hundred requests 60 of visitors, half of them kept pages; 22 of members, 15 of staff, and 3 writes. */
const SHARES: [number, Wish][] = [
  [10, { who: 'visitor', path: () => '/admin/home' }],
  [10, { who: 'visitor', path: () => '/admin/news/list/41' }],
  [10, { who: 'visitor', path: () => '/api/catalog/a?catalogId=41' }],
  [10, { who: 'visitor', path: n => `/admin/home?_=${n}` }],
  [10, { who: 'visitor', path: n => `/admin/news/list-info/3467?_=${n}` }],
  [10, { who: 'visitor', path: n => `/api/app/publicity/qualification/list?status=valid&pageNum=${1 + (n % 9)}` }],
  [11, { who: 'member', path: () => '/api/member/message/list' }],
  [11, { who: 'member', path: () => '/api/member/org/info' }],
  [8, { who: 'staff', path: () => '/api/staff/certificate/list?pageSize=20' }],
  [7, { who: 'staff', path: () => '/api/staff/member/list?pageSize=20' }],
  [2, { who: 'visitor', method: 'POST', path: () => '/api/catalog/a/view', body: { id: 3467 } }],
  [1, { who: 'member', method: 'POST', path: () => '/api/member/message/read', body: { all: true } }],
]
/** Every wish in its share, spread evenly. */
const wishes: Wish[] = SHARES.flatMap(([share, wish]) =>
  Array.from({ length: share }, (_, i) => ({ at: (i + 0.5) / share, wish })),
)
  .toSorted((a, b) => a.at - b.at)
  .map(({ wish }) => wish)

/** Addresses of visitors, whom limits count apart. */
const ADDRESSES = 60

/**
 * So many requests a second of all who use a site, to these servers in turn, whether or not the earlier ones are answered:
 * what waits is seen in the time of all that comes meanwhile.
 */
export async function startLoad(targets: readonly Target[], perSecond: number) {
  const visitor = visitorOf(targets[0]!)
  const member = await visitor('POST', '/api/login', { account: 'qingyuan', password: DEMO_PASSWORD })
  const staff = await visitor('POST', '/api/staff/login', { account: 'admin', password: DEMO_PASSWORD })
  if (!member.data?.token || !staff.cookie) throw new Error('the demo accounts cannot sign in')
  const headersOf = { visitor: {}, member: { token: member.data.token as string }, staff: { cookie: staff.cookie } }
  const askers = targets.map(askerOf)
  const answers: Answer[] = []
  const under = new Set<Promise<void>>()
  const begun = performance.now()
  let asked = 0
  const askDue = () => {
    for (; asked < ((performance.now() - begun) / 1000) * perSecond; asked++) {
      const { who, method = 'GET', path: pathOf, body } = wishes[asked % wishes.length]!
      const path = pathOf(asked)
      const at = performance.now()
      const headers = { ...headersOf[who], 'x-forwarded-for': `10.9.0.${1 + (asked % ADDRESSES)}` }
      const asking = askers[asked % askers.length]!(method, path, headers, body).then(answer => {
        answers.push({ at, ms: performance.now() - at, method, path, ...answer })
        under.delete(asking)
      })
      under.add(asking)
    }
  }
  const clock = setInterval(askDue, 5)
  return {
    answers,
    stop: async () => {
      clearInterval(clock)
      await Promise.all(under)
    },
  }
}

function askerOf({ port, ca }: Target) {
  // In turn, so that no connection is idle until the server ends it.
  const options = { keepAlive: true, maxSockets: 300, scheduling: 'fifo' } as const
  const agent = ca ? new SecureAgent({ ...options, ca, checkServerIdentity: () => undefined }) : new Agent(options)
  const request = ca ? askSecurely : askPlainly
  return (method: string, path: string, given: Record<string, string>, body?: object) =>
    new Promise<Pick<Answer, 'status' | 'error'>>(resolve => {
      const fail = (error: NodeJS.ErrnoException) => resolve({ status: 0, error: error.code ?? error.message })
      const headers = { 'sec-fetch-site': 'same-origin', ...given, ...(body && { 'content-type': 'application/json' }) }
      request({ host: '127.0.0.1', port, path, method, agent, headers }, response => {
        const chunks: Buffer[] = []
        response.on('data', chunk => chunks.push(chunk)).on('error', fail)
        response.on('end', () => {
          const isJson = /json/.test(response.headers['content-type'] ?? '')
          const code = isJson ? JSON.parse(Buffer.concat(chunks).toString()).code : undefined
          resolve({ status: response.statusCode === 200 ? (code ?? 200) : response.statusCode! })
        })
      })
        .on('error', fail)
        .end(body && JSON.stringify(body))
    })
}

/** Time in ms within which this share of the answers came. */
export function quantile(answers: readonly Answer[], share: number): number {
  const sorted = Float64Array.from(answers, ({ ms }) => ms).sort()
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

export const failed = (answers: readonly Answer[]) => answers.filter(({ status }) => status !== 200)
