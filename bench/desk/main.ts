import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { home } from '../data.ts'
import { startSite } from '../programs.ts'
import { printCells } from '../table.ts'
import { prepareDesk } from './data.ts'
import { limits } from './limits.ts'
import { tasks } from './tasks.ts'

/** `npm run desk`: all of them. `npm run desk find remind`: these. `npm run desk registers`: what registers show, and how fast. */
const isOfRegisters = process.argv.includes('registers')
const asked = process.argv.slice(2).filter(word => word in limits)
const wanted = tasks.filter(({ code }) => asked.length === 0 || asked.includes(code))

const kept = await prepareDesk()
const dataDir = join(home, 'desk-run')
await rm(dataDir, { recursive: true, force: true })
await cp(kept, dataDir, { recursive: true })
const site = await startSite(dataDir, {
  STAFF_TOTP: 'off',
  TRUST_PROXY: 'loopback',
  WRITES_PER_MINUTE: '600',
  CAPTCHA_WORK: '20',
})
process.env.SITE_URL = `http://127.0.0.1:${site.port}`
process.env.SITE_DATA = dataDir

const isWithin = isOfRegisters ? await registersWithin() : await tasksWithin()
await site.stop()
await rm(dataDir, { recursive: true, force: true })
process.exitCode = isWithin ? 0 : 1

/** The site's address has to be known before these are loaded. */
async function registersWithin(): Promise<boolean> {
  const { measureRegisters } = await import('./registers.ts')
  return measureRegisters()
}

async function tasksWithin(): Promise<boolean> {
  const { openTaskRunner } = await import('./taskRunner.ts')
  const work = await openTaskRunner()
  const lines: string[][] = []
  let isWithin = true
  for (const task of wanted) {
    const limit = limits[task.code]
    const { steps, seconds, fault } = await work.does(task)
    const isMet = !fault && steps <= limit.steps
    isWithin &&= isMet
    process.stderr.write(`${limit.name}：${fault ?? `${steps} 步`}\n`)
    const verdict = fault ? `未完成：${fault}` : isMet ? '达到' : '超过'
    lines.push([limit.name, String(steps), `≤ ${limit.steps}`, `${seconds.toFixed(1)} s`, limit.others, verdict])
  }
  await work.close()
  printCells('工作人员的事，5,090 个会员、100,000 张证书', [
    ['', '步数', '上限', '用时', '别家最好的步数', '结果'],
    ...lines,
  ])
  return isWithin
}
