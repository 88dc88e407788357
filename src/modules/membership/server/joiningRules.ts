import { eq } from 'drizzle-orm'
import type { Ctx } from '#lib/server/api/context.ts'
import { holderOwnFields } from '#modules/ownFields/server/ownFields.ts'
import type { Slot } from '#modules/review/server/applicationKinds.ts'
import type { Questions } from '#modules/review/server/questions.ts'
import type { Stage } from '#modules/review/workflow.ts'
import { defaultRules, type JoiningRule, joiningSteps } from '../joiningRules.ts'
import { joiningRule } from './tables.ts'

/** Reads the joining rule for this kind of member. */
export async function readJoiningRule({ db }: Pick<Ctx, 'db'>, kind: 'organisation' | 'person'): Promise<JoiningRule> {
  const [set] = await db.select().from(joiningRule).where(eq(joiningRule.kind, kind))
  return set ?? defaultRules[kind]
}

/** The way of an application; what costs nothing is not waited for. */
export const joiningPath = ({ steps }: JoiningRule, isFree: boolean): Stage[] => [
  'review',
  ...joiningSteps.filter(step => steps.includes(step) && !(step === 'fee' && isFree)),
]

const signed: Record<'organisation' | 'person', Slot> = {
  organisation: {
    code: 'stampedForm',
    name: '盖章申请表',
    required: true,
    max: 3,
    hint: '打印、签字、盖章后的扫描件或照片，二维码须清晰',
  },
  person: {
    code: 'stampedForm',
    name: '签字申请表',
    required: true,
    max: 3,
    hint: '打印、签字后的扫描件或照片，二维码须清晰',
  },
}

/** What the association asks for besides the program's own form. */
export async function joiningQuestions(ctx: Pick<Ctx, 'db'>, kind: 'organisation' | 'person'): Promise<Questions> {
  const { fields, materials, ownFields } = await readJoiningRule(ctx, kind)
  const own = (await holderOwnFields(ctx, kind)).filter(({ name }) => ownFields.includes(name))
  return { fields: [...own, ...fields], slots: materials }
}

/** Required files: the signed form where it is printed, and the materials the association asks for. */
export const joiningSlots = (
  kind: 'organisation' | 'person',
  { steps }: JoiningRule,
  materials: readonly Slot[],
): Slot[] => [...(steps.includes('materials') ? [signed[kind]] : []), ...materials]
