import { and, asc, eq, ilike, inArray, or, sql } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { dayOf, daysBetween, iso } from '#lib/dates.ts'
import { notFound } from '#lib/error.ts'
import { wordsOf } from '#lib/form.ts'
import { COUNT_LIMIT, offset, toPage } from '#lib/paging.ts'
import { type Ctx, signed } from '#lib/server/context.ts'
import { countUpTo } from '#lib/server/db.ts'
import { maskForm, openForm } from '#lib/server/sealedForm.ts'
import { fileInfos } from '#modules/files/server/attachments.ts'
import type { reviewContract } from '../contract.ts'
import { possibleActions, type State, staffPermission, stateNames } from '../workflow.ts'
import { type Application, kindOf, type Schema } from './kinds.ts'
import { noticeEnd } from './notices.ts'
import { isStampedForm, matchScan } from './prints.ts'
import { readProgress } from './progress.ts'
import { application } from './tables.ts'

type Endpoints = typeof reviewContract

/** What waits for who asks, longest first; with a state named, whatever is in it. */
export async function listQueue(
  ctx: Ctx,
  asked: Parsed<Endpoints['GET /staff/review/list']>,
): Promise<Output<Endpoints['GET /staff/review/list']>> {
  const { permissions } = signed(ctx)
  const mine = (Object.keys(staffPermission) as State[]).filter(state => permissions.includes(staffPermission[state]!))
  const where = and(
    asked.status ? eq(application.state, asked.status) : inArray(application.state, mine),
    asked.kind ? eq(application.kind, asked.kind) : undefined,
    asked.key
      ? or(ilike(application.title, `%${escapeLike(asked.key)}%`), eq(application.number, asked.key.toUpperCase()))
      : undefined,
  )
  const rows = await ctx.db
    .select()
    .from(application)
    .where(where)
    .orderBy(asc(application.stateSince), asc(application.id))
    .limit(asked.pageSize)
    .offset(offset(asked))
  const total = await countUpTo(ctx.db, COUNT_LIMIT, sql`select 1 from ${application} where ${where}`)
  const today = dayOf(ctx.now)
  const list = rows.map(row => ({
    ...{ id: row.id, number: row.number, kind: row.kind, kindName: kindOf(row).name, title: row.title },
    ...{ status: row.state, statusName: stateNames[row.state], since: iso(row.stateSince) },
    waitingDays: Math.max(0, daysBetween(dayOf(row.stateSince), today)),
    ...{ revision: row.revision, version: row.version },
  }))
  return toPage(list, total, asked)
}

const escapeLike = (typed: string) => typed.replace(/[\\%_]/g, '\\$&')

/** Everything about one application that its reviewer needs on one page. */
export async function showCase(
  ctx: Ctx,
  { id }: Parsed<Endpoints['GET /staff/review/detail']>,
): Promise<Output<Endpoints['GET /staff/review/detail']>> {
  const [found] = await ctx.db.select().from(application).where(eq(application.id, id))
  if (!found || found.state === 'draft') throw notFound('申请不存在，或尚未提交')
  const progress = await readProgress(ctx, found, { masked: true })
  const schema = await kindOf(found).schema(ctx, found)
  const { permissions } = signed(ctx)
  const mayAct = permissions.includes(staffPermission[found.state] ?? '')
  return {
    ...progress,
    form: formOf(ctx, found, schema, progress.rounds.at(-1)),
    materials: await materialsOf(ctx, found, schema),
    canDo: mayAct ? possibleActions(found.state).filter(action => action !== 'withdraw') : [],
    noticeEndsOn: (found.state === 'noticed' && (await noticeEnd(ctx, id))) || null,
  }
}

type Round = Awaited<ReturnType<typeof readProgress>>['rounds'][number]

function formOf(ctx: Ctx, of: Application, { fields }: Schema, lastRound: Round | undefined) {
  const values = maskForm(fields, openForm(fields, of.form, ctx.sealer))
  return fields.map(field => {
    const change = lastRound?.changes.find(({ field: name }) => name === field.name)
    return {
      ...{ field: field.name, label: field.label, section: field.section, text: wordsOf(field, values[field.name]) },
      before: change && change.before !== change.after ? change.before : null,
      remark: change?.remark ?? null,
      answer: change?.answer ?? null,
    }
  })
}

async function materialsOf(ctx: Ctx, of: Application, schema: Schema) {
  const infos = await fileInfos(ctx, Object.values(of.materials).flat())
  const slots = schema.slots.map(async ({ code, name, required }) => {
    const files = (of.materials[code] ?? []).flatMap(fileId => infos.get(fileId) ?? [])
    return {
      ...{ slot: code, name, required: required === true },
      match: isStampedForm(code) && files.length ? await matchScan(ctx, of, of.materials[code]!) : null,
      files,
    }
  })
  return Promise.all(slots)
}
