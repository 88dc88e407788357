import type { FormField } from '#lib/form/form.ts'
import type { OrganisationChoices } from '#modules/members/organisationForm.ts'
import type { ApplicationType } from './applicationTypes.ts'
import { equipments, performances, persons, promise, quality, reason, scale, unit, WISH } from './formParts.ts'
import { cancellation, change, replacement, report } from './shortForms.ts'

/** What a form offers and asks, as its kind, its levels and its certificate have it. */
export type Offer = {
  /** Of those that can be asked for. */
  levels: readonly { code: string; name: string; scope: string }[]
  /** Levels of the kind ask for people, or for works. */
  asksPeople: boolean
  asksWorks: boolean
  /** What this kind asks beyond what all kinds ask. */
  extra: readonly FormField[]
  /** Of the organisation's own form. */
  choices: OrganisationChoices
}

function assessed(type: ApplicationType, { levels, asksPeople, asksWorks, extra, choices }: Offer): FormField[] {
  const level: FormField = {
    name: 'levelCode',
    label: '申请级别',
    section: WISH,
    kind: 'choice',
    required: true,
    options: levels.map(({ code, name }) => ({ code, name })),
  }
  const scope: FormField = {
    name: 'scope',
    label: '申请范围',
    section: WISH,
    kind: 'paragraph',
    required: true,
    max: 500,
    ...(type === 'extraScope' && { label: '增项后的范围' }),
    hint: '证书上的范围，在级别的允许范围以内',
  }
  return [
    ...(type === 'extraScope' || levels.length === 0 ? [] : [level]),
    scope,
    reason,
    ...unit(choices),
    ...scale,
    ...quality,
    { ...persons, required: asksPeople },
    equipments,
    { ...performances, required: asksWorks && (type === 'renewal' || type === 'upgrade') },
    ...extra,
    promise,
  ]
}

/** The form of each type of application. */
export function applicationFields(type: Exclude<ApplicationType, 'legacy'>, offer: Offer): FormField[] {
  const short = { change, annualReport: report, replacement, cancellation }
  return type in short ? short[type as keyof typeof short] : assessed(type, offer)
}
