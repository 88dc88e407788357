import { and, asc, count, eq, sql } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { conflict } from '#lib/error.ts'
import { choicesIn, type FormValues, type Option } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { isDatabaseError } from '#lib/server/database/db.ts'
import { type Rows, removeRow, saveInOrder } from '#lib/server/database/orderedRows.ts'
import type { ListOf } from '#modules/settings/records.ts'
import { defineSiteRecords, wrongIf } from '#modules/settings/server/siteRecords.ts'
import { type BodyKind, bodyKindNames, isOwnBody } from '../bodyWords.ts'
import { bodyFields, NO_PARENT, postFields, termFields } from '../postForms.ts'
import { bodySentences } from '../rules.ts'
import type { postRecords } from '../staffContract.ts'
import { type Body, isInForce, type Post, readBodies, readPosts, readTerms, type Term, termOn } from './bodies.ts'
import { consequencesOf, sentencesOf } from './consequences.ts'
import { postLevels } from './levels.ts'
import { openMeetingsOf } from './openMeetings.ts'
import { appointment, body, post, term } from './tables.ts'

const asOptions = (rows: readonly { id: number; name: string }[]): Option[] =>
  rows.map(({ id, name }) => ({ code: String(id), name }))
const yes = (is: boolean | undefined) => (is ? 'yes' : 'no')
/** Only what is said: an absent rule does not apply. */
const rulesIn = <Rules extends object>(rules: Record<string, unknown>): Rules =>
  Object.fromEntries(
    Object.entries(rules).filter(
      ([, value]) => typeof value === 'number' || value === true || (Array.isArray(value) && value.length > 0),
    ),
  ) as Rules

/** How many people are in office today, by a column of their appointments. */
async function holdersBy(ctx: Pick<Ctx, 'db' | 'now'>, column: 'bodyId' | 'postId' | 'termId') {
  const by = appointment[column]
  const rows = await ctx.db
    .select({ id: by, n: count() })
    .from(appointment)
    .leftJoin(term, eq(term.id, appointment.termId))
    .where(isInForce(dayOf(ctx.now)))
    .groupBy(by)
  const counts = new Map(rows.map(({ id, n }) => [id, n]))
  return (id: number) => counts.get(id) ?? 0
}

/** How many rows refer to each. */
async function usesOf({ db }: Pick<Ctx, 'db'>, column: 'bodyId' | 'postId' | 'termId') {
  const rows = await db.select({ id: appointment[column], n: count() }).from(appointment).groupBy(appointment[column])
  const counts = new Map(rows.map(({ id, n }) => [id, n]))
  return ({ id }: { id: number }) => counts.get(id) ?? 0
}

/** Modules above keep meetings and elections of it, which only the foreign keys of the database know. */
async function removeUnused(db: Ctx['db'], table: Rows, { id, name }: { id: number; name: string }): Promise<void> {
  await removeRow(db, table, id).catch(error => {
    const cause = error instanceof Error ? error.cause : undefined
    if (isDatabaseError(cause) && cause.code === FOREIGN_KEY_VIOLATION)
      throw conflict(`“${name}”已用于会议或选举，不能删除`)
    throw error
  })
}
const FOREIGN_KEY_VIOLATION = '23503'

defineSiteRecords<Body, ListOf<typeof postRecords.body>>({
  objectType: 'body',
  called: '机构',
  who: 'staff:posts',
  fields: async ctx => bodyFields(asOptions(await readBodies(ctx))),
  read: readBodies,
  valuesOf: ({ rules, ...of }): FormValues => ({
    name: of.name,
    code: of.code,
    kind: of.kind,
    parentId: of.parentId === null ? NO_PARENT : String(of.parentId),
    isPublic: yes(of.isPublic),
    maxChangePercent: rules.maxChangePercent ?? null,
    countsNewRepresentatives: yes(rules.countsNewRepresentatives),
    allowsExceptions: yes(rules.allowsExceptions),
    remindDays: of.remindDays,
    foundedOn: of.foundedOn,
    decision: of.decision,
    isEnded: yes(of.isEnded),
  }),
  facts: async ctx => {
    const [bodies, posts, terms] = [await readBodies(ctx), await readPosts(ctx), await readTerms(ctx)]
    const holders = await holdersBy(ctx, 'bodyId')
    return of => ({
      kindName: bodyKindNames[of.kind],
      parentName: bodies.find(({ id }) => id === of.parentId)?.name ?? '',
      sentences: bodySentences(of.rules),
      isOwn: isOwnBody(of.code),
      termNumber: termOn(terms, of.id, dayOf(ctx.now))?.number ?? '',
      posts: posts.filter(({ bodyId, isRetired }) => bodyId === of.id && !isRetired).length,
      holders: holders(of.id),
    })
  },
  async check(ctx, values, before) {
    const bodies = await readBodies(ctx)
    const others = bodies.filter(({ id }) => id !== before?.id)
    const code = String(values.code ?? '')
    const parentId = Number(values.parentId)
    const isEnding = before !== undefined && values.isEnded === 'yes' && !before.isEnded
    const holders = before && values.isEnded === 'yes' ? (await holdersBy(ctx, 'bodyId'))(before.id) : 0
    const open = isEnding ? await openMeetingsOf(ctx, before.id) : []
    return {
      ...wrongIf(!/^[a-z][a-z0-9-]*$/.test(code), { code: '只能用小写字母、数字和连字符，以字母开头' }),
      ...wrongIf(
        others.some(one => one.code === code),
        { code: '另一个机构已用这个代号' },
      ),
      ...wrongIf(before !== undefined && before.code !== code, { code: '登记以后不能再改' }),
      ...wrongIf(
        others.some(one => one.name === values.name),
        { name: '已有这个名称的机构' },
      ),
      ...wrongIf(before !== undefined && isBelow(bodies, parentId, before.id), {
        parentId: '不能放在自己或自己的下级之下',
      }),
      ...wrongIf(holders > 0, { isEnded: `还有 ${holders} 人在任，请先结束他们的任职` }),
      ...wrongIf(open.length > 0, {
        isEnded: `已发出${open.map(title => `“${title}”`).join('、')}的通知，请先记录结果或休会`,
      }),
      ...wrongIf(values.kind === 'assembly' && others.some(({ kind }) => kind === 'assembly'), {
        kind: '已有会员大会',
      }),
    }
  },
  write: ({ db }, values, before) =>
    saveInOrder(
      db,
      body,
      {
        name: String(values.name),
        code: String(values.code),
        kind: values.kind as BodyKind,
        parentId: values.parentId && values.parentId !== NO_PARENT ? Number(values.parentId) : null,
        rules: rulesIn({
          maxChangePercent: values.maxChangePercent,
          countsNewRepresentatives: values.countsNewRepresentatives === 'yes',
          allowsExceptions: values.allowsExceptions === 'yes',
        }),
        isPublic: values.isPublic === 'yes',
        remindDays: typeof values.remindDays === 'number' ? values.remindDays : null,
        foundedOn: values.foundedOn ? String(values.foundedOn) : null,
        decision: String(values.decision ?? ''),
        isEnded: values.isEnded === 'yes',
      },
      before,
    ),
  table: body,
  order: {},
  uses: async (ctx, rows) => {
    const [appointments, posts, terms] = [await usesOf(ctx, 'bodyId'), await readPosts(ctx), await readTerms(ctx)]
    const within = [...posts, ...terms]
    const named = [...posts.flatMap(({ seatBodyIds, rules }) => [...seatBodyIds, ...(rules.excludedBodyIds ?? [])])]
    return of =>
      appointments(of) +
      within.filter(({ bodyId }) => bodyId === of.id).length +
      named.filter(id => id === of.id).length +
      rows.filter(({ parentId }) => parentId === of.id).length
  },
  refusal: async (_, { name }) => `“${name}”已有职务、届次、任职或下级机构，不能删除；不再存续的改为已终止`,
  remove: async ({ db }, of) => {
    if (isOwnBody(of.code)) throw conflict(`“${of.name}”用于审议申请或会员大会，不能删除`)
    await removeUnused(db, body, of)
  },
  pack: { key: 'code', refers: { parentId: 'body' } },
})

function isBelow(bodies: readonly Body[], id: number | null, above: number): boolean {
  if (id === above) return true
  const parentId = bodies.find(one => one.id === id)?.parentId
  return parentId ? isBelow(bodies, parentId, above) : false
}

const bodyOptions = async (ctx: Pick<Ctx, 'db'>) =>
  asOptions((await readBodies(ctx)).filter(({ kind }) => kind !== 'assembly'))

type PostOfBody = Post & { bodyCode: string }

/** Posts are listed by body, each body's in their own order. */
async function readPostsByBody(ctx: Pick<Ctx, 'db'>): Promise<PostOfBody[]> {
  const rows = await ctx.db
    .select({ of: post, bodyCode: body.code })
    .from(post)
    .innerJoin(body, eq(body.id, post.bodyId))
    .orderBy(asc(body.sort), asc(body.id), asc(post.sort), asc(post.id))
  return rows.map(({ of, bodyCode }) => ({ ...of, bodyCode }))
}

defineSiteRecords<PostOfBody, ListOf<typeof postRecords.post>>({
  objectType: 'post',
  called: '职务',
  who: 'staff:posts',
  fields: async ctx => postFields(await bodyOptions(ctx), await postLevels().options(ctx)),
  read: readPostsByBody,
  valuesOf: ({ rules, ...of }): FormValues => ({
    bodyId: String(of.bodyId),
    name: of.name,
    voteWeight: of.voteWeight,
    seatBodyIds: of.seatBodyIds.map(String),
    maxHolders: rules.maxHolders ?? null,
    ageLimit: rules.ageLimit ?? null,
    maxTerms: rules.maxTerms ?? null,
    excludedBodyIds: (rules.excludedBodyIds ?? []).map(String),
    needsLegalPerson: yes(rules.needsLegalPerson),
    isLegalRepresentative: yes(rules.isLegalRepresentative),
    allowsExceptions: yes(rules.allowsExceptions),
    levelCode: of.levelCode === null ? null : String(of.levelCode),
    isPublic: yes(of.isPublic),
    // Left out where there is none, so that packs from before there were letters stay equal.
    hasLetter: of.hasLetter ? 'yes' : null,
    isRetired: yes(of.isRetired),
  }),
  facts: async ctx => {
    const [bodies, levels] = [await readBodies(ctx), await postLevels().options(ctx)]
    const holders = await holdersBy(ctx, 'postId')
    return of => ({
      bodyName: bodies.find(({ id }) => id === of.bodyId)!.name,
      sentences: sentencesOf(of, bodies),
      follows: consequencesOf(of, bodies, levels),
      holders: holders(of.id),
    })
  },
  async check(ctx, values, before) {
    const others = (await readPosts(ctx)).filter(({ id }) => id !== before?.id)
    const bodyId = Number(values.bodyId)
    const isUsed = before !== undefined && (await usesOf(ctx, 'postId'))(before) > 0
    return {
      ...wrongIf(
        others.some(one => one.bodyId === bodyId && one.name === values.name),
        {
          name: '这个机构已有这个名称的职务',
        },
      ),
      ...wrongIf(isUsed && before.bodyId !== bodyId, { bodyId: '已有任职，不能改到另一个机构' }),
      ...wrongIf(choicesIn(values, 'seatBodyIds').includes(String(bodyId)), {
        seatBodyIds: '不用选本机构：任职的人在本机构总有席位',
      }),
    }
  },
  write: ({ db }, values, before) =>
    saveInOrder(
      db,
      post,
      {
        bodyId: Number(values.bodyId),
        name: String(values.name),
        voteWeight: Number(values.voteWeight),
        seatBodyIds: choicesIn(values, 'seatBodyIds').map(Number),
        rules: rulesIn({
          maxHolders: values.maxHolders,
          ageLimit: values.ageLimit,
          maxTerms: values.maxTerms,
          excludedBodyIds: choicesIn(values, 'excludedBodyIds').map(Number),
          needsLegalPerson: values.needsLegalPerson === 'yes',
          isLegalRepresentative: values.isLegalRepresentative === 'yes',
          allowsExceptions: values.allowsExceptions === 'yes',
        }),
        levelCode: values.levelCode ? Number(values.levelCode) : null,
        isPublic: values.isPublic === 'yes',
        hasLetter: values.hasLetter === 'yes',
        isRetired: values.isRetired === 'yes',
      },
      before,
    ),
  table: post,
  remove: ({ db }, of) => removeUnused(db, post, of),
  order: { by: 'bodyId' },
  uses: ctx => usesOf(ctx, 'postId'),
  refusal: async ({ db }, { id }) =>
    `已有 ${await db.$count(appointment, eq(appointment.postId, id))} 项任职，不能删除；可以停用`,
  pack: {
    key: ({ bodyCode, name }) => `${bodyCode}/${name}`,
    refers: { bodyId: 'body', seatBodyIds: 'body', excludedBodyIds: 'body' },
    names: ['memberLevel'],
  },
})

defineSiteRecords<Term, ListOf<typeof postRecords.term>>({
  objectType: 'term',
  called: '届次',
  who: 'staff:posts',
  fields: async ctx => termFields(await bodyOptions(ctx)),
  // The newest first.
  read: async ctx => (await readTerms(ctx)).toReversed(),
  nameOf: ({ number }) => number,
  valuesOf: ({ bodyId, number, fromDay, toDay, decision }): FormValues => ({
    bodyId: String(bodyId),
    number,
    fromDay,
    toDay,
    decision,
  }),
  facts: async ctx => {
    const bodies = await readBodies(ctx)
    const holders = await holdersBy(ctx, 'termId')
    const today = dayOf(ctx.now)
    return of => ({
      bodyName: bodies.find(({ id }) => id === of.bodyId)!.name,
      stateName: of.fromDay > today ? '未开始' : of.toDay && of.toDay < today ? '已届满' : '本届',
      holders: holders(of.id),
    })
  },
  async check(ctx, values, before) {
    const bodyId = Number(values.bodyId)
    const [fromDay, toDay] = [String(values.fromDay ?? ''), values.toDay ? String(values.toDay) : null]
    const beside = (await readTerms(ctx)).filter(one => one.bodyId === bodyId && one.id !== before?.id)
    const overlapping = beside.find(
      one => fromDay <= (one.toDay ?? '9999-12-31') && one.fromDay <= (toDay ?? '9999-12-31'),
    )
    const cut = before && (await cutOff(ctx, before.id, fromDay, toDay))
    return {
      ...wrongIf(toDay !== null && toDay <= fromDay, { toDay: '应晚于任期起' }),
      ...wrongIf(
        beside.some(({ number }) => number === values.number),
        { number: '这个机构已有这一届' },
      ),
      ...wrongIf(fromDay !== '' && overlapping !== undefined, {
        fromDay: `与${overlapping?.number}（${overlapping?.fromDay} 至 ${overlapping?.toDay ?? '未定'}）重叠`,
      }),
      ...wrongIf(before !== undefined && before.bodyId !== bodyId && (await usesOf(ctx, 'termId'))(before) > 0, {
        bodyId: '已有任职，不能改到另一个机构',
      }),
      ...wrongIf(!!cut, { toDay: `有 ${cut} 项任职的日期不在这个任期之内，请先更正` }),
    }
  },
  write: async ({ db }, values, before) => {
    const row = {
      bodyId: Number(values.bodyId),
      number: String(values.number),
      fromDay: String(values.fromDay),
      toDay: values.toDay ? String(values.toDay) : null,
      decision: String(values.decision ?? ''),
    }
    if (before) {
      await db.update(term).set(row).where(eq(term.id, before.id))
      return before.id
    }
    const [added] = await db.insert(term).values(row).returning({ id: term.id })
    return added!.id
  },
  table: term,
  remove: ({ db }, of) => removeUnused(db, term, { id: of.id, name: of.number }),
  uses: ctx => usesOf(ctx, 'termId'),
})

/** Appointments of a term whose own days would be outside of it. */
const cutOff = ({ db }: Pick<Ctx, 'db'>, termId: number, fromDay: string, toDay: string | null) =>
  db.$count(
    appointment,
    and(
      eq(appointment.termId, termId),
      sql`(${appointment.fromDay} < ${fromDay || '0001-01-01'}::date or ${appointment.fromDay} > ${toDay ?? '9999-12-31'}::date
        or ${appointment.toDay} > ${toDay ?? '9999-12-31'}::date)`,
    ),
  )
