import type { Output, Parsed } from '#lib/contract.ts'
import { iso } from '#lib/dates.ts'
import { conflict, invalid } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { isConfirmable } from '#modules/review/confirming/server/confirmationStatus.ts'
import { type About, type Application, allKinds, type Kind, kindOf } from '#modules/review/server/applicationKinds.ts'
import { newestApplication, openParts, ownApplication, valuesOf } from '#modules/review/server/applications.ts'
import { nameOfApplicationState, readStateWords } from '#modules/review/server/stateWords.ts'
import { isClosed, type State } from '#modules/review/workflow.ts'
import type { applyingContract } from '../contract.ts'
import { materialsIn, readSlots } from './slots.ts'
import { checkSubmission, saveDraft, submit } from './submissions.ts'

type Endpoints = typeof applyingContract
export type Form = Output<Endpoints['GET /member/application/form']>
type Which = Parsed<Endpoints['GET /member/application/form']>
type Sent = Parsed<Endpoints['POST /member/application/save']>
type Result = Output<Endpoints['POST /member/application/save']>
type WriteAction = keyof typeof writers
type Target = { kind: Kind; of: Application | undefined; about: About }

export const applyingHandlers = {
  'GET /member/application/form': async (ctx, asked) => {
    const { kind, of, about } = await targetOf(ctx, asked)
    return formOf(ctx, kind, of, about)
  },
  'POST /member/application/save': (ctx, sent) => writeOpen(ctx, sent, 'save'),
  'POST /member/application/check': async (ctx, sent) => {
    await writeOpen(ctx, sent, 'check')
    return {}
  },
  'POST /member/application/submit': (ctx, sent) => writeOpen(ctx, sent, 'submit'),
} satisfies Partial<Handlers<Endpoints>>

const writers = { save: saveDraft, check: checkSubmission, submit }

async function writeOpen(ctx: Ctx, sent: Sent, action: WriteAction): Promise<Result> {
  const { kind, of, about } = await targetOf(ctx, sent)
  // Begun without a form it holds what is known.
  const form = sent.form ?? (of ? undefined : await kind.applicant?.known?.(ctx, about))
  return resultOf(ctx, await writeForm(ctx, kind, { ...sent, id: sent.id ?? of?.id, form, action }, about))
}

/** Saves, tries or hands in, of whatever kind; calls with names of their own come here, too. */
export async function writeForm(
  ctx: Ctx,
  kind: Kind,
  { files, action, ...sent }: Omit<Sent, 'kind' | 'subjectId'> & { action: WriteAction },
  about: About = {},
): Promise<Application> {
  const of = sent.id === undefined ? undefined : await ownApplication(ctx, sent.id, kind)
  const schema = await kind.schema(ctx, of ?? { subjectId: about.subjectId ?? null })
  const materials = files && materialsIn(schema, files)
  return writers[action](ctx, kind, { ...sent, materials }, about)
}

export const resultOf = async (ctx: Ctx, of: Application): Promise<Result> => ({
  id: of.id,
  number: of.number,
  status: of.state,
  statusName: await nameOfApplicationState(ctx, of),
  version: of.version,
  savedAt: iso(of.updatedAt),
})

/** Finds the application by id; or by kind the newest that is not over, or none if it has not begun. */
async function targetOf(ctx: Ctx, { id, kind: name, subjectId }: Which): Promise<Target> {
  if (id !== undefined) {
    const of = await ownApplication(ctx, id)
    const kind = kindOf(of)
    if (!kind.applicant) throw conflict(`${kind.name}在它自己的页面上填写`)
    return { kind, of, about: of }
  }
  const kind = allKinds().find(one => one.kind === name)
  if (!kind?.applicant?.begin) throw invalid('请指明申请，或要开始的申请种类', { kind: '没有可以由此开始的这种申请' })
  const about = await kind.applicant.begin(ctx, subjectId)
  return { kind, about, of: applicationToContinue(kind, await newestApplication(ctx, kind, about)) }
}

/**
 * Returns the application to continue: undefined if it ended without success or another may follow; an approved one is
 * shown.
 */
export function applicationToContinue({ applicant }: Kind, newest: Application | undefined): Application | undefined {
  const isOver = newest && isClosed(newest.state) && (newest.state !== 'approved' || applicant?.again)
  return isOver ? undefined : newest
}

/** States before the materials step: nothing is signed and sealed until the form has passed its review. */
export const beforeMaterials: readonly State[] = ['draft', 'submitted', 'returned']

/** An application as its applicant fills it in, or one that is yet to begin. */
export async function formOf(ctx: Ctx, kind: Kind, of: Application | undefined, about: About = {}): Promise<Form> {
  const schema = await kind.schema(ctx, of ?? { subjectId: about.subjectId ?? null })
  const hindrance = (of && (await kind.applicant?.hindrance?.(ctx, of))) ?? null
  const open = openParts(of, schema)
  const openFields = hindrance === null ? open.fields : []
  const hasSecondStep = schema.path.includes('materials')
  const status = of?.state ?? 'draft'
  const words = await readStateWords(ctx)
  const step = hasSecondStep && !beforeMaterials.includes(status) ? 'materials' : 'form'
  const slots = hasSecondStep && step === 'form' ? [] : await readSlots(ctx, kind, of, schema)
  const materials = slots.map(slot => ({ ...slot, editable: slot.editable && hindrance === null }))
  const names = schema.fields.map(({ name }) => name)
  const known = status === 'draft' ? ((await kind.applicant?.known?.(ctx, about)) ?? {}) : {}
  return {
    id: of?.id ?? null,
    kind: kind.kind,
    kindName: kind.name,
    title: of?.title ?? kind.name,
    number: of?.number ?? null,
    status,
    statusName: words.nameOf({ kind: kind.kind, state: status }),
    version: of?.version ?? null,
    savedAt: of ? iso(of.updatedAt) : null,
    deadline: of?.dueOn ?? null,
    step,
    stages: words.stagesOf(kind, schema.path, status),
    editable: openFields.length > 0 || materials.some(({ editable }) => editable),
    hindrance,
    fields: schema.fields,
    openFields,
    form: {
      ...Object.fromEntries(Object.entries(known).filter(([name]) => names.includes(name))),
      ...(of && (await valuesOf(ctx, of))),
    },
    materials,
    isConfirmable: await isConfirmable(ctx, of ?? kind, schema),
    auditReason: of?.remarks ?? [],
  }
}
