import type { FieldErrors, FormField, FormValues } from '#lib/form/form.ts'
import { provinces } from '#lib/provinces.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { contactName } from '../../organisationForm.ts'
import type { Account } from '../../server/own.ts'
import { registeredCreditCode } from './claims.ts'

/** Returns profile values known from the registration; they prefill the form and can be changed. */
export async function profilePrefill({ encryption }: Pick<Ctx, 'encryption'>, own: Account): Promise<FormValues> {
  if (own.kind === 'person') return { name: own.displayName }
  const creditCode = registeredCreditCode(own)
  return {
    ...(creditCode && { name: own.displayName, creditCode, ...registeredAt(creditCode) }),
    ...(own.phoneSealed && { liaisonMobile: encryption.decrypt(own.phoneSealed) }),
  }
}

/** The region in which a credit code was given out stands in its 3rd to 8th digit; four of them are cities themselves. */
function registeredAt(creditCode: string): FormValues {
  const province = provinces.find(({ code }) => code.slice(0, 2) === creditCode.slice(2, 4))
  if (!province) return {}
  const isCity = province.name.endsWith('市')
  return { provinceCode: province.code, ...(isCity && { city: province.name }) }
}

const SAME = ['name', 'position', 'mobile', 'email'] as const
const ofRepresentative = SAME.map(part => contactName('representative', part))

/** Makes the representative optional: the contact of the company often is its representative, too. */
export const firstProfileFields = (fields: readonly FormField[]): FormField[] =>
  fields.map(field =>
    ofRepresentative.some(name => name === field.name)
      ? { ...field, required: false, hint: '与联系人是同一人的，四项都不填' }
      : field,
  )

/**
 * Completes a submitted form: a blank liaison mobile is taken from the registration, a blank representative from the
 * liaison.
 */
export function withPrefill(said: FormValues, form: Record<string, unknown>): Record<string, unknown> {
  const whole: Record<string, unknown> = {
    ...form,
    ...(isBlank(form.liaisonMobile) && { liaisonMobile: said.liaisonMobile }),
  }
  if (!isContactAlone(form)) return whole
  const same = SAME.map(part => [contactName('representative', part), whole[contactName('liaison', part)]])
  return { ...whole, ...Object.fromEntries(same) }
}

const isBlank = (value: unknown) => value === undefined || value === null || value === ''
/** Whether nobody but the contact is named, who then is the representative, too. */
const isContactAlone = (form: Record<string, unknown>) => ofRepresentative.every(name => isBlank(form[name]))

/** Drops the faults of a representative that was taken from the contact, where they are those of the contact. */
export const withoutRepeatedFaults = (errors: FieldErrors, form: Record<string, unknown>): FieldErrors =>
  isContactAlone(form)
    ? Object.fromEntries(
        Object.entries(errors).filter(
          ([name]) =>
            !SAME.some(part => name === contactName('representative', part) && contactName('liaison', part) in errors),
        ),
      )
    : errors
