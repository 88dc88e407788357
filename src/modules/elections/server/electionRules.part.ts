import { eq } from 'drizzle-orm'
import type { FormValues } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { readBodies } from '#modules/posts/server/bodies.ts'
import { body } from '#modules/posts/server/tables.ts'
import { defineSiteRecords, wrongIf } from '#modules/settings/server/siteRecords.ts'
import { ruleFaults, ruleFields, rulesOf, valuesOfRules } from '../ruleForm.ts'
import { ruleSentences } from '../rules.ts'
import { electionRecords } from '../staffContract.ts'
import { electionRule } from './tables.ts'

type Row = Awaited<ReturnType<typeof readAll>>[number]

const readAll = ({ db }: Pick<Ctx, 'db'>) =>
  db
    .select({
      id: electionRule.id,
      bodyId: electionRule.bodyId,
      rules: electionRule.rules,
      code: body.code,
      name: body.name,
    })
    .from(electionRule)
    .innerJoin(body, eq(body.id, electionRule.bodyId))
    .orderBy(body.sort, body.id)

/** 选举办法: by body. What is changed here is for elections that begin later. */
defineSiteRecords({
  objectType: 'electionRule',
  ...electionRecords.electionRule,
  fields: async ctx => {
    const bodies = (await readBodies(ctx)).filter(({ kind }) => kind !== 'assembly')
    const options = bodies.map(({ code, name, isEnded }) => ({ code, name, ...(isEnded && { retired: true }) }))
    return ruleFields.map(field => (field.name === 'body' ? { ...field, options } : field))
  },
  read: readAll,
  valuesOf: ({ code, rules }: Row): FormValues => ({ body: code, ...valuesOfRules(rules) }),
  facts:
    () =>
    ({ rules }) => ({ sentences: ruleSentences(rules) }),
  check: async (ctx, values, before) => ({
    ...ruleFaults(values),
    ...wrongIf(
      (await readAll(ctx)).some(({ id, code }) => id !== before?.id && code === values.body),
      { body: '这个机构已有选举办法' },
    ),
  }),
  async write(ctx, values, before) {
    const [of] = await ctx.db
      .select({ id: body.id })
      .from(body)
      .where(eq(body.code, String(values.body)))
    const set = { bodyId: of!.id, rules: rulesOf(values) }
    if (before) {
      await ctx.db.update(electionRule).set(set).where(eq(electionRule.id, before.id))
      return before.id
    }
    const [made] = await ctx.db.insert(electionRule).values(set).returning({ id: electionRule.id })
    return made!.id
  },
  // An election has its own copy, so that no other record refers to these.
  table: electionRule,
  pack: { key: 'body' },
})
