import { readFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { visitorOf } from '../operation/visitors.ts'
import { type Site, until } from '../support/site.ts'

const TOKEN = 'of the tests of faults'
export const METERED = { METRICS_TOKEN: TOKEN }

/**
 * Number of slow readers that the server has disconnected, from /metrics: clients that do not read cannot notice it.
 */
export async function cutReaders({ url }: Site): Promise<number> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })
  return Number((await answer.text()).match(/^hangxie_slow_readers_cut_total (\d+)/m)![1])
}

/** Resident memory in MB. */
export async function memoryOf({ pid }: Site): Promise<number> {
  const [, kilobytes] = (await readFile(`/proc/${pid}/status`, 'utf8')).match(/^VmRSS:\s+(\d+)/m)!
  return Math.round(Number(kilobytes) / 1024)
}

type Dialled = {
  socket: Socket
  state: 'dialling' | 'open' | 'answered' | 'closed'
  heard: string
  openedAt: number
  closedAt: number
}

/** A connection from that address of this machine that reads nothing unless told to. */
export function dial({ port }: Site, { from = '127.0.0.1', reads = false } = {}): Dialled {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from })
  const dialled: Dialled = { socket, state: 'dialling', heard: '', openedAt: 0, closedAt: 0 }
  socket.on('connect', () => {
    dialled.state = 'open'
    dialled.openedAt = performance.now()
  })
  socket
    .on('error', () => {})
    .on('close', () => {
      dialled.state = 'closed'
      dialled.closedAt = performance.now()
    })
  if (reads)
    socket.setEncoding('latin1').on('data', chunk => {
      dialled.heard = (dialled.heard + chunk).slice(0, 200)
    })
  else socket.pause()
  return dialled
}

export const hangUp = (all: readonly Dialled[]) => {
  for (const { socket } of all) socket.destroy()
}

export const p95 = (times: readonly number[]) =>
  Math.round(times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0)

/** Requests pages, cached and others, until stopped; returns each duration in ms. */
export function startVisitor(site: Site) {
  const visitor = visitorOf(site)
  const times: number[] = []
  const failures: string[] = []
  let stopped = false
  let n = 0
  const visits = (async () => {
    while (!stopped) {
      const path = ['/admin/home', '/api/catalog', `/api/catalog/a?catalogId=41&key=${n}`][n++ % 3]!
      const begun = performance.now()
      const status = await visitor('GET', path).then(
        answer => answer.status,
        error => String(error),
      )
      times.push(performance.now() - begun)
      if (status !== 200) failures.push(`${path} ${status}`)
      await new Promise(resolve => setTimeout(resolve, 50))
    }
  })()
  return {
    times,
    failures,
    stop: async () => {
      stopped = true
      await visits
    },
  }
}

/** Page time of a visitor while nothing is wrong. */
export async function baseline(site: Site): Promise<number> {
  const quiet = startVisitor(site)
  await until(() => quiet.times.length >= 90, 120_000)
  await quiet.stop()
  return p95(quiet.times.slice(30))
}

export const printTable = (title: string, rows: Record<string, unknown>[]) => {
  console.info(title)
  console.table(rows)
}
