import { measureBackup } from './backup.ts'
import { measureCalls, measureOverHttp } from './calls.ts'
import { lists, lookups, searches } from './cases.ts'
import { open } from './data.ts'
import { measureKept } from './pages.ts'
import { memoryOf, spreadOverProcessors, startSite } from './programs.ts'
import { prepareRegisters } from './registers.ts'
import { measureRendering } from './rendering.ts'
import { MB, ms, print } from './table.ts'
import { measureTraining } from './training.ts'
import { measureWeight } from './weight.ts'

/**
 * Each figure is printed beside the floor measured in the same run; only the ratio of the two is comparable between
 * machines.
 */
const quick = process.argv.includes('--quick')
const [times, seconds] = quick ? [30, 1] : [100, 3]
const bigDir = await prepareRegisters(quick ? 100_000 : 1_000_000)
const smallDir = await prepareRegisters(10_000)

const site = await startSite(bigDir)
const kept = print('保存着的回答，对照发送同样字节的 node:http', await measureKept(site, seconds))
const weight = print('首次打开下载多少（brotli）', await measureWeight(site))
const start = print('启动与内存', [
  { name: '从启动到就绪', ours: ms(site.readyAfter), goal: { most: 2000, value: site.readyAfter } },
  {
    name: 'node 与 PostgreSQL 共用内存',
    ours: MB(memoryOf(site.pid)),
    goal: { most: 512, value: memoryOf(site.pid) / 1e6 },
  },
])
const overHttp = await measureOverHttp(site, await open(bigDir), seconds)
await site.stop()
spreadOverProcessors()

const [big, small] = [await open(bigDir), await open(smallDir)]
const rendering = print('不保存时每个页面耗费的处理器时间', await measureRendering(big, times))
const found = await measureCalls(lookups, { big, small, times })
const listed = await measureCalls(lists, { big, small, times })
const searched = await measureCalls(searches, { big, small, times: quick ? 10 : 30 })
const speed = [
  print('查证，对照其 SQL 本身', found.speed),
  print('列表，对照其 SQL 本身', [...listed.speed, ...overHttp]),
  print('搜索，对照其 SQL 本身', searched.speed),
]
const growth = print('数据多了以后，对照数据少的时候', [...found.growth, ...listed.growth])
await Promise.all([big.close(), small.close()])
const backup = print('备份与恢复，换算成 1 GB 用多少秒', await measureBackup(smallDir))
const training = print('导入学员、签发证书，其间别人等多久', await measureTraining(smallDir, seconds))

process.exitCode = [kept, weight, start, rendering, ...speed, growth, backup, training].every(Boolean) ? 0 : 1
