import type { PoolConfig } from 'pg'
import { isRefusal } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { runBackup } from '#lib/server/backups/running.ts'
import { poolOf, withPatientDb } from '#lib/server/database/db.ts'
import type { Job } from '#lib/server/jobs/jobs.ts'
import type { Run } from '#lib/server/jobs/runs.ts'
import { recordFoundBackups } from '#modules/oversight/backups/server/jobs.ts'
import { sourcesOf } from '#modules/oversight/backups/server/sources.ts'
import { readSetting } from '#modules/settings/server/settings.ts'
import { goLive } from './goLive.ts'
import { callOff } from './trialOrder.ts'

export const GO_LIVE_JOB = 'goLive'

/** Goes live where that was ordered; a process that dies over it leaves the order, and the next minute begins again. */
export const goLiveJob = (connection: PoolConfig): Job => ({
  name: GO_LIVE_JOB,
  title: '正式上线',
  cron: '* * * * *',
  isLong: true,
  run: (ctx, run) => goLiveIfOrdered(ctx, run, () => backUp(ctx, run, connection)),
})

type BackUp = () => Promise<string>

/** Makes the backup and, once it is verified, goes live. A failure is told and calls the order off: the trial goes on. */
export async function goLiveIfOrdered(ctx: Ctx, { say, signal }: Run, makeBackup: BackUp): Promise<void> {
  const trial = await readSetting(ctx, 'trial')
  if (!trial?.order) return
  try {
    await say('正在备份')
    const backup = await makeBackup()
    await say('正在清除试用记录')
    // Removing beside 100,000 certificates takes longer than the six seconds that a pool of the site waits.
    await withPatientDb(ctx.db, db => goLive({ ...ctx, db, now: new Date() }, backup))
  } catch (error) {
    // The program ends: the order stays for the process that comes next.
    if (!signal.aborted) await callOff(ctx, reasonOf(error))
    throw error
  }
}

const reasonOf = (error: unknown) =>
  isRefusal(error) ? error.message : '备份或清除没有成功，什么也没有改变；原因见“定时任务”里“正式上线”的记录'

async function backUp(ctx: Ctx, { say, signal }: Run, connection: PoolConfig): Promise<string> {
  const sources = sourcesOf(poolOf(ctx.db), ctx.store)
  const words = '正式上线之前'
  const { name } = await runBackup({ config: ctx.config, connection, sources, say, signal, isManual: true, words })
  await recordFoundBackups(ctx)
  return name
}
