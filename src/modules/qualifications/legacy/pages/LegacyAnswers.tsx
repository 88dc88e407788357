import { LightField } from '#ui/form/light/LightField.tsx'
import type { LegacyApply } from './legacyCalls.ts'
import { ANSWER } from './legacySending.ts'

/** What the reviewer reads beside each remark. */
export function LegacyAnswers({ items }: { items: NonNullable<LegacyApply['auditReason']>['items'] }) {
  if (items.length === 0) return null
  return (
    <fieldset className="form-section">
      <legend>答复意见</legend>
      {items.map(({ field, slot, label }) => {
        const name = ANSWER + (field ?? slot ?? '')
        const answer = { name, label: `答复“${label}”的意见`, section: '', kind: 'text', max: 500 } as const
        return <LightField key={name} field={answer} error={undefined} />
      })}
    </fieldset>
  )
}
