import { request } from 'node:http'
import { DEMO_PASSWORD } from '../../src/modules/accounts/demoNames.ts'

/** Interval in ms between page requests and between sign-ins, whether or not the previous ones have been answered. */
const PAGE_INTERVAL_MS = 20
const SIGN_IN_INTERVAL_MS = 1_000
/** Timeout in ms; a later answer counts as none. */
const RESPONSE_TIMEOUT_MS = 10_000

type Times = (number | undefined)[]
/** Durations in ms; undefined: no complete answer, or not the expected one. */
export type Waits = { pages: Times; signIns: Times }

/**
 * Simulates other visitors, each on a connection of their own, until stopped. They come at fixed intervals: if each
 * waited for the one before, a second without answers would count as one slow page instead of fifty.
 */
export function startBystanders(port: number) {
  const waits: Waits = { pages: [], signIns: [] }
  const asked: Promise<void>[] = []
  const ask = (times: Times, asking: BystanderRequest) =>
    void asked.push(answerTime(port, asking).then(time => void times.push(time)))
  const body = { account: 'zhangwei', password: DEMO_PASSWORD }
  let signIns = 0
  const page = () => ask(waits.pages, { path: '/admin/home', from: '127.200.0.1' })
  const signIn = () => ask(waits.signIns, { path: '/api/login', from: `127.201.${signIns++ % 250}.1`, body })
  const clocks = [setInterval(page, PAGE_INTERVAL_MS), setInterval(signIn, SIGN_IN_INTERVAL_MS)]
  return async (): Promise<Waits> => {
    clocks.forEach(clearInterval)
    await Promise.all(asked)
    return waits
  }
}

type BystanderRequest = { path: string; from: string; body?: object }

const answerTime = (port: number, { path, from, body }: BystanderRequest) =>
  new Promise<number | undefined>(resolve => {
    const begun = performance.now()
    const headers = body && { 'content-type': 'application/json' }
    const method = body ? 'POST' : 'GET'
    const signal = AbortSignal.timeout(RESPONSE_TIMEOUT_MS)
    request({ host: '127.0.0.1', port, path, method, localAddress: from, agent: false, headers, signal }, response => {
      let text = ''
      response.setEncoding('utf8').on('data', chunk => {
        text += chunk
      })
      const isGood = () => response.statusCode === 200 && (!body || text.startsWith('{"code":200'))
      response.on('end', () => resolve(isGood() ? performance.now() - begun : undefined))
      response.on('error', () => resolve(undefined))
    })
      .on('error', () => resolve(undefined))
      .end(body && JSON.stringify(body))
  })

/** The wait that this part of all waits does not exceed, in ms; no answer is the longest wait of all. */
export function quantile(times: Times, part: number): number {
  const sorted = times.map(time => time ?? Number.POSITIVE_INFINITY).sort((a, b) => a - b)
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.POSITIVE_INFINITY)
}
