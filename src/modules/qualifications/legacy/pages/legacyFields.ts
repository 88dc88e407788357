import type { FormField } from '#lib/form/form.ts'
import { provinces } from '#lib/provinces.ts'
import { CONTACT, OTHER } from '../legacyForm.ts'
import type { Legacy } from './legacyCalls.ts'
import type { OwnApply } from './legacySending.ts'

/** What is asked now: of a correction what was marked, and for the chosen kind its levels. */
export function partsOf({ fields, kinds }: Legacy, of: OwnApply | undefined, childId: string) {
  const levels = kinds.find(kind => String(kind.childId) === childId)?.levels ?? []
  const isOther = childId === OTHER
  const shown = fields.flatMap((field): FormField[] => {
    const { name, kind, hint } = field
    if (of && !of.own.openFields.includes(name)) return []
    if (name === 'oldKind') return isOther ? [{ ...field, required: true }] : []
    if (name === 'oldLevel') return isOther ? [field] : []
    if (name === 'validTo') return [isOther ? { ...field, required: true, hint: '照证书填写' } : field]
    if (kind === 'province') return [{ ...field, options: provinces }]
    if (kind === 'agreement') return [{ ...field, hint: `我承诺${hint}` }]
    if (name !== 'levelId') return [field]
    const options = levels.map(({ levelId, levelName }) => ({ code: String(levelId), name: levelName }))
    return levels.length > 0 ? [{ ...field, required: true, options }] : []
  })
  const isContact = ({ section }: FormField) => section === CONTACT
  const isAgreement = ({ kind }: FormField) => kind === 'agreement'
  return {
    parts: shown.filter(field => !isContact(field)),
    contact: shown.filter(field => isContact(field) && !isAgreement(field)),
    agreement: shown.filter(isAgreement),
  }
}
