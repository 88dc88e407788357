import { readdirSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { startPostgres } from '../src/lib/server/database/postgres.ts'
import { memoryOf, type Program, spreadOverProcessors, startSite } from './programs.ts'
import { failed, quantile, startLoad } from './steadyLoad.ts'
import { MB, ms, type Row } from './table.ts'

type Sample = { memory: number; descriptors: number }
type Soak = { minutes: number; perSecond?: number; restSeconds?: number; say?: (line: string) => void }

/** In bytes, for each of the two processes; a process without load gives back what the load took. */
const MEMORY = { rest: 250e6, load: 300e6 }
/** Memory and descriptors that may be added between the middle and the last third, by each process. */
const GROWTH = { memory: 30e6, descriptors: 20 }
const DESCRIPTORS = 200
/** On a machine that does other work too: it was 1.8 s while fifteen programs waited for two cores. */
const P99_MS = 2_000
/** The first part of the load fills caches and compiles code: growth is looked for after it. */
const THIRDS = [1 / 3, 2 / 3]
const SAMPLE_MS = 2_000

/**
 * Two processes on one PostgreSQL, as the operator's manual has them, under the same load for as long as asked: what they
 * take of memory and descriptors, and how fast they answer.
 */
export async function soak(dataDir: string, { minutes, perSecond = 30, restSeconds = 60, say = () => {} }: Soak) {
  const postgres = await startPostgres({ dataDir })
  const env = {
    DATABASE_URL: `postgres://hangxie@localhost/postgres?host=${postgres.connection.host}`,
    TRUST_PROXY: 'loopback',
    CAPTCHA: 'off',
    STAFF_TOTP: 'off',
    DEMO: '1',
    WRITES_PER_MINUTE: '10000',
  }
  const sites = [await startSite(dataDir, env), await startSite(dataDir, env, 1)]
  spreadOverProcessors()
  try {
    const load = await startLoad(sites, perSecond)
    const samples: Sample[][] = []
    const end = performance.now() + minutes * 60_000
    let told = 0
    while (performance.now() < end) {
      await wait(SAMPLE_MS)
      samples.push(sites.map(sampleOf))
      if (performance.now() - told > 60_000) {
        told = performance.now()
        say(
          `${load.answers.length} 次答复，${samples
            .at(-1)!
            .map(({ memory }) => MB(memory))
            .join('、')}`,
        )
      }
    }
    await load.stop()
    await wait(restSeconds * 1_000)
    return judge(load.answers, samples, sites.map(sampleOf))
  } finally {
    await Promise.all(sites.map(site => site.stop()))
    await postgres.stop()
  }
}

const sampleOf = ({ pid }: Program): Sample => ({
  memory: memoryOf(pid),
  descriptors: readdirSync(`/proc/${pid}/fd`).length,
})

function judge(answers: Parameters<typeof failed>[0], samples: Sample[][], rest: Sample[]): Row[] {
  const faults = failed(answers)
  for (const fault of faults.slice(0, 5)) process.stderr.write(`${JSON.stringify(fault)}\n`)
  const [one, two] = THIRDS.map(share => Math.floor(samples.length * share))
  const mean = (of: keyof Sample, part: Sample[][], place: number) =>
    part.reduce((sum, sample) => sum + sample[place]![of], 0) / part.length
  const grown = (of: keyof Sample, place: number) =>
    mean(of, samples.slice(two), place) - mean(of, samples.slice(one, two), place)
  const most = (of: keyof Sample, place: number) => Math.max(...samples.map(sample => sample[place]![of]))
  const ofEach = rest.flatMap(({ memory }, place): Row[] => [
    {
      name: `进程 ${place + 1}：无人访问一分钟以后的内存（PSS）`,
      ours: MB(memory),
      goal: { most: MEMORY.rest, value: memory },
    },
    {
      name: `进程 ${place + 1}：访问中的内存，最多`,
      ours: MB(most('memory', place)),
      goal: { most: MEMORY.load, value: most('memory', place) },
    },
    {
      name: `进程 ${place + 1}：内存，最后三分之一比中间多`,
      ours: MB(grown('memory', place)),
      goal: { most: GROWTH.memory, value: grown('memory', place) },
    },
    {
      name: `进程 ${place + 1}：文件描述符，最多`,
      ours: String(most('descriptors', place)),
      goal: { most: DESCRIPTORS, value: most('descriptors', place) },
    },
    {
      name: `进程 ${place + 1}：文件描述符，最后三分之一比中间多`,
      ours: grown('descriptors', place).toFixed(1),
      goal: { most: GROWTH.descriptors, value: grown('descriptors', place) },
    },
  ])
  return [
    {
      name: `答复 ${answers.length} 次，其中不成的`,
      ours: String(faults.length),
      goal: { most: 0, value: faults.length },
    },
    { name: 'p50', ours: ms(quantile(answers, 0.5)) },
    { name: 'p99', ours: ms(quantile(answers, 0.99)), goal: { most: P99_MS, value: quantile(answers, 0.99) } },
    ...ofEach,
  ]
}
