import { asc, getTableColumns, sql } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { dayOf, iso } from '#lib/dates.ts'
import { invalid } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { prepared } from '#lib/server/database/prepared.ts'
import { limit } from '#lib/server/limits/rateLimit.ts'
import { defineParser } from '#lib/server/parsers/parser.ts'
import { MEGABYTE } from '#lib/uploads.ts'
import { numberKey } from '#modules/certificates/server/register.ts'
import { certificate, certificateEvent, certificateLookup } from '#modules/certificates/server/tables.ts'
import { withTemporaryFile } from '#modules/files/server/temporaryFile.ts'
import type { batchContract } from '../batchContract.ts'
import { batchRow } from './batchRow.ts'
import { sendBatch } from './batchSheet.ts'

const MAX_FILE_BYTES = 2 * MEGABYTE
const FILE_SIZE_LIMIT = {
  limit: MAX_FILE_BYTES,
  tooLarge: `文件不能超过 ${MAX_FILE_BYTES / MEGABYTE} MB，只留下编号一列就足够了`,
}

/** The certificate numbers in the file that came with the call. It is read and thrown away. */
const readNumbers = (ctx: Ctx): Promise<string[]> =>
  withTemporaryFile(ctx, FILE_SIZE_LIMIT, path => parse(path, ctx.address))

const parse = defineParser<string, string[]>({
  script: new URL('./batchFileParser.ts', import.meta.url),
  runsIn: 'thread',
  timeoutMs: 10_000,
  memoryMb: 128,
  unreadable: '文件无法读取：请确认是没有密码的 XLSX 或 CSV 文件，或把编号复制到输入框中查验',
})

type Endpoints = typeof batchContract
type Batch = Endpoints['POST /cert/verify/batch']

/** Rate limit counted in numbers: two full batches at once, refilled over 10 minutes. */
const spend = limit('cert/verify/batch', { max: 1_000, per: 600_000 })

export const batchHandlers = {
  'POST /cert/verify/batch': (ctx, asked) => lookUp(ctx, asked),
  'POST /cert/verify/batch/file': async (ctx, { on }) => {
    return lookUp(ctx, { numbers: await readNumbers(ctx), on })
  },
  'POST /cert/verify/batch/export': async (ctx, { numbers, on, receipt }) => {
    const given = distinctNumbers(numbers)
    const day = on ?? dayOf(ctx.now)
    const isKnown = receipt !== undefined && isReceipt(ctx, receipt, given, day)
    return sendBatch(isKnown ? await answerBatch(ctx, given, day) : await lookUp(ctx, { numbers, on }))
  },
} satisfies Partial<Handlers<typeof batchContract>>

/** Looks so many up at once; that somebody asked is written down with each that was found. */
async function lookUp(ctx: Ctx, { numbers, on }: Parsed<Batch>): Promise<Output<Batch>> {
  if (on && on > dayOf(ctx.now)) throw invalid('只能核验今天或以前某一天的状态', { on: '不能晚于今天' })
  const given = distinctNumbers(numbers)
  if (given.size === 0) throw invalid('没有读到证书编号，请检查后再查', { numbers: '请填写证书编号' })
  spend(ctx, undefined, given.size)
  const { found, ...answered } = await answerBatch(ctx, given, on ?? dayOf(ctx.now))
  await ctx.db.execute(sql`
    insert into ${certificateLookup} (certificate_id, via, asked_for, at)
    select unnest(${sql.param(found)}::int[]), 'batch', ${on ?? null}::date, ${ctx.now}::timestamptz`)
  return answered
}

type DistinctNumbers = Map<string, { number: string; times: number }>

/** Removes duplicate numbers and keeps the spelling of the first. */
export function distinctNumbers(numbers: string[]): DistinctNumbers {
  const given: DistinctNumbers = new Map()
  for (const number of numbers) {
    const key = numberKey(number)
    const known = given.get(key)
    if (known) known.times++
    else if (key) given.set(key, { number, times: 1 })
  }
  return given
}

export async function answerBatch(ctx: Ctx, given: DistinctNumbers, day: string) {
  const rows = await withNumbers(ctx.db).execute({ keys: [...given.keys()] })
  const events = await historiesOf(ctx.db).execute({ ids: rows.map(({ id }) => id) })
  const histories = Map.groupBy(events, ({ certificateId }) => certificateId)
  const found = new Map(rows.map(row => [row.numberKey, { ...row, events: histories.get(row.id) ?? [] }]))
  return {
    date: day,
    checkedAt: iso(ctx.now),
    rows: Array.from(given, ([key, { number }]) => batchRow(number, found.get(key), { day, now: ctx.now })),
    repeated: [...given.values()].filter(({ times }) => times > 1),
    receipt: receiptOf(ctx, given, day, ctx.now.getTime()),
    found: rows.map(({ id }) => id),
  }
}

/** Lifetime of a receipt in ms: how long the same result can be exported again. */
const RECEIPT_LIFETIME_MS = 30 * 60_000

const receiptOf = ({ encryption }: Ctx, given: DistinctNumbers, day: string, at: number) =>
  `${at}.${encryption.hash(JSON.stringify(['batch', at, day, ...given.keys()]))}`

function isReceipt(ctx: Ctx, receipt: string, given: DistinctNumbers, day: string): boolean {
  const at = Number.parseInt(receipt, 10)
  return ctx.now.getTime() - at < RECEIPT_LIFETIME_MS && receipt === receiptOf(ctx, given, day, at)
}

const { words: _, ...columns } = getTableColumns(certificate)

const withNumbers = prepared(db =>
  db
    .select(columns)
    .from(certificate)
    .where(sql`${certificate.numberKey} = any(${sql.placeholder('keys')})`)
    .prepare('certificates_by_number'),
)

const historiesOf = prepared(db =>
  db
    .select({
      certificateId: certificateEvent.certificateId,
      kind: certificateEvent.kind,
      effectiveOn: certificateEvent.effectiveOn,
      reason: certificateEvent.reason,
      changes: certificateEvent.changes,
    })
    .from(certificateEvent)
    .where(sql`${certificateEvent.certificateId} = any(${sql.placeholder('ids')})`)
    .orderBy(asc(certificateEvent.certificateId), asc(certificateEvent.effectiveOn), asc(certificateEvent.id))
    .prepare('certificate_histories'),
)
