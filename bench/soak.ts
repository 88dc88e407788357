import { parseArgs } from 'node:util'
import { prepareData } from './data.ts'
import { soak } from './soaking.ts'
import { print } from './table.ts'

/** `npm run soak -- --hours 8`, or `--minutes 10`. */
const options = { hours: { type: 'string' }, minutes: { type: 'string' } } as const
const { values } = parseArgs({ options, args: process.argv.slice(2).filter(word => word !== 'soak') })
const minutes = Number(values.minutes ?? 60 * Number(values.hours ?? 8))
if (!(minutes > 0)) throw new Error('--hours 8 or --minutes 10')

const dataDir = await prepareData({ articles: 1000, certificates: 10_000 })
const rows = await soak(dataDir, { minutes, say: line => process.stderr.write(`${line}\n`) })
process.exitCode = print(`每秒 30 次请求，${minutes} 分钟`, rows) ? 0 : 1
