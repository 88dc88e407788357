import { sql } from 'drizzle-orm'
import type { Services } from '#lib/server/context.ts'
import { demoContent } from '#modules/content/server/demo.ts'
import { isDemo, writeSetting } from '#modules/settings/server/settings.ts'
import { demoTraining } from '#modules/training/server/demo.ts'

type Say = (line: string) => void

/** The demo association, into an empty database: our own unless DEMO=0, somebody else's only with DEMO=1. */
export async function loadDemoIfEmpty(services: Services, { embedded, say }: { embedded: boolean; say: Say }) {
  const wanted = services.config.demo ?? (embedded ? '1' : '0')
  if (wanted === '0' || !(await isEmpty(services))) return
  say('正在载入演示数据……')
  await loadDemo(services)
}

const isEmpty = async ({ db }: Services) =>
  (await db.execute(sql`select 1 from catalogue union all select 1 from setting limit 1`)).rowCount === 0

/** All of it or nothing: a start that is interrupted begins anew next time. */
export const loadDemo = (services: Services) =>
  services.db.transaction(async db => {
    const loading = { ...services, db, now: new Date() }
    await demoContent(loading)
    await demoTraining(loading)
    await writeSetting(loading, 'demo', { loadedAt: loading.now.toISOString() })
  })

export async function greet(services: Services, say: Say) {
  const { publicUrl } = services.config
  say(`\n行协已启动：${publicUrl}/\n接口文档：${publicUrl}/api/docs`)
  if (await isDemo(services)) say('当前为演示数据。')
}
