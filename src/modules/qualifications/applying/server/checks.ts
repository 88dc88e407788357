import { dayOf } from '#lib/dates.ts'
import { conflict, invalid } from '#lib/error.ts'
import type { FieldErrors, FormValues } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import type { Application } from '#modules/review/server/applicationKinds.ts'
import { type ApplicationType, isAssessed } from '../applicationTypes.ts'
import { organisationOf } from './applicant.ts'
import { type Case, levelsFor } from './cases.ts'
import { contentChange } from './contentChange.ts'
import { hindranceOf, initialHindrance, readStanding } from './entitlement.ts'

type HandedIn = { type: ApplicationType; about: Case; application: Application; values: FormValues }

/**
 * What the readers of single fields cannot see. Whether the level's requirements are met is not asked here: the form may
 * be ahead of the register, and a reviewer decides.
 */
export async function checkHandedIn(ctx: Ctx, of: HandedIn): Promise<void> {
  if (of.application.state === 'draft') await mayStillApply(ctx, of)
  const errors = {
    ...(isAssessed(of.type) ? { ...levelFaults(of), ...(await registerFaults(ctx, of)) } : {}),
    ...(of.type === 'change' ? await changeFaults(ctx, of) : {}),
    ...(of.type === 'annualReport' ? yearFaults(ctx, of) : {}),
  }
  const wrong = Object.keys(errors).length
  if (wrong) throw invalid(`有 ${wrong} 处需要更正`, errors)
}

/** A draft may have lain for long. It does not stand in its own way. */
async function mayStillApply(ctx: Ctx, { type, about: { kind, certificate: of }, application }: HandedIn) {
  const organisationId = application.organisationId!
  const standing = await readStanding(ctx, organisationId, application.id)
  const hindrance = of
    ? hindranceOf(type, { kind, of, standing, today: dayOf(ctx.now) })
    : await initialHindrance(ctx, kind, organisationId, standing)
  if (hindrance) throw conflict(hindrance)
}

function levelFaults({ type, about, values }: HandedIn): FieldErrors {
  if (type === 'extraScope') {
    const isSame = values.scope === about.certificate!.scope
    return isSame ? { scope: '与证书上现有的范围相同，请写增项以后的全部范围' } : {}
  }
  if (about.kind.levels.length === 0) return {}
  const isOffered = levelsFor(type, about).some(({ code, isOpen }) => isOpen && code === values.levelCode)
  return isOffered ? {} : { levelCode: '该级别不能申请，请从列表中重新选择' }
}

/** Name and code are the register's: what is asked for under another name would be certified to nobody. */
async function registerFaults(ctx: Ctx, { application, values }: HandedIn): Promise<FieldErrors> {
  if (application.state !== 'draft') return {}
  const { name, creditCode } = await organisationOf(ctx, application)
  const other = '与单位资料不一致。确已变更的，请先在“单位资料”中办理变更'
  return {
    ...(values.name !== name && { name: other }),
    ...(values.creditCode !== creditCode && { creditCode: other }),
  }
}

async function changeFaults(ctx: Ctx, { application, about, values }: HandedIn): Promise<FieldErrors> {
  if (String(values.changedOn) > dayOf(ctx.now)) return { changedOn: '不能晚于今天' }
  const { words } = contentChange(about.certificate!, await organisationOf(ctx, application), values)
  return words.length || values.other ? {} : { name: '没有变化：请至少填写一项变更后的内容' }
}

function yearFaults({ now }: Ctx, { values }: HandedIn): FieldErrors {
  const year = Number(dayOf(now).slice(0, 4))
  return Number(values.year) === year - 1 || Number(values.year) === year ? {} : { year: `应为 ${year - 1} 或 ${year}` }
}
