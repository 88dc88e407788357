import { sql } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { invalid } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { answerBatch, distinct } from '#modules/certificates/check/server/batch.ts'
import { certificateLookup } from '#modules/certificates/server/tables.ts'
import type { keyedContract } from '../contract.ts'
import { keyOf } from './keys.ts'
import { spendQuota } from './spending.ts'

export const keyedHandlers: Handlers<typeof keyedContract> = {
  /** As a batch of anybody's, and written down with who asked: the holder of a certificate sees that. */
  'POST /cert/verify/keyed': async (ctx, { numbers, on }) => {
    const key = await keyOf(ctx)
    if (on && on > dayOf(ctx.now)) throw invalid('只能核验今天或以前某一天的状态', { on: '不能晚于今天' })
    const given = distinct(numbers)
    if (given.size === 0) throw invalid('没有读到证书编号，请检查后再查', { numbers: '请填写证书编号' })
    const left = await spendQuota(ctx, key, given.size)
    const { found, date, checkedAt, rows } = await answerBatch(ctx, given, on ?? dayOf(ctx.now))
    await ctx.db.execute(sql`
      insert into ${certificateLookup} (certificate_id, via, asked_for, verify_key_id, at)
      select unnest(${sql.param(found)}::int[]), 'key', ${on ?? null}::date, ${key.id}::int, ${ctx.now}::timestamptz`)
    return { asker: key.name, date, checkedAt, rows, left }
  },
}
