import { eq } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { conflict } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { employmentsOf, moveTo } from '#modules/members/server/employment.ts'
import { organisation, person } from '#modules/members/server/tables.ts'
import { ifPersonLeft } from '#modules/qualifications/shortfalls/server/losses.ts'
import {
  type Application,
  type Aside,
  defineKind,
  type Entered,
  fixed,
} from '#modules/review/server/applicationKinds.ts'
import { takeoverFields } from '../peopleForm.ts'
import { tellEmployer, tellPerson } from './peopleMessages.ts'

export const PROOF = 'proof'

/** 人员转入 of somebody who is with another organisation: that one lets the person go, or staff decide by the proof. */
export const takeoverKind = defineKind({
  kind: 'personTakeover',
  name: '人员转入',
  prefix: 'ZR',
  messages: 'personnel',
  schema: fixed({
    path: ['review'],
    fields: takeoverFields,
    slots: [
      {
        code: PROOF,
        name: '劳动合同或社保证明',
        required: true,
        max: 5,
        hint: '能证明此人现为本单位人员，扫描件或照片',
      },
    ],
  }),
  route: (_, id) => `/admin/user/persons/takeover/${id}`,
  title: values => String(values.name ?? ''),
  aside: async (ctx, application) => [await standing(ctx, application)],
  entered: {
    submitted: async (ctx, { application }) => {
      const { of } = await whoIs(ctx, application)
      if (of.organisationId !== null && application.revision === 1)
        await tellEmployer(ctx, 'asked', of.organisationId, of)
      return undefined
    },
    approved: takeOver,
  },
})

async function whoIs({ db }: Pick<Ctx, 'db'>, { subjectId }: Application) {
  const [found] = await db
    .select({ of: person, employer: organisation })
    .from(person)
    .leftJoin(organisation, eq(organisation.id, person.organisationId))
    .where(eq(person.id, subjectId ?? 0))
  if (!found) throw conflict('此人的登记已不存在，不能转入')
  return found
}

/** What the reviewer should know of where the person is now. */
async function standing(ctx: Ctx, application: Application): Promise<Aside> {
  const { of, employer } = await whoIs(ctx, application)
  const [now] = await employmentsOf(ctx, of.id)
  const lacks = employer ? await ifPersonLeft(ctx, employer.id, of.id) : []
  return {
    title: '此人现在的登记',
    facts: [
      { label: '工作单位', text: employer?.name ?? '没有' },
      ...(employer && now ? [{ label: '到岗日期', text: now.fromDay }] : []),
      ...lacks.map(text => ({ label: '条件', text, isBad: true })),
    ],
    link: { name: '打开人员档案', route: `/staff/persons/${of.id}` },
  }
}

async function takeOver(ctx: Ctx, { application, values }: Entered) {
  const { of, employer: former } = await whoIs(ctx, application)
  const day = String(values.fromDay ?? dayOf(ctx.now))
  const [employer] = await ctx.db.select().from(organisation).where(eq(organisation.id, application.organisationId!))
  await moveTo(ctx, of.id, employer!.id, { way: 'takeover', day })
  if (former && former.id !== employer!.id) await tellEmployer(ctx, 'gone', former.id, of, day)
  await tellPerson(ctx, 'joined', of, { employer: employer!.name, day })
  return { resultId: of.id, say: `${of.name} 已列入本单位人员。` }
}
