import { Field } from '#modules/accounts/pages/Field.tsx'
import type { LegacyApply } from './legacyCalls.ts'
import { ANSWER } from './legacySending.ts'

/** What the reviewer reads beside each remark. */
export function LegacyAnswers({ items }: { items: NonNullable<LegacyApply['auditReason']>['items'] }) {
  if (items.length === 0) return null
  return (
    <fieldset className="entry-part legacy-part">
      <legend>答复意见</legend>
      {items.map(({ field, slot, label }) => (
        <Field
          key={field ?? slot ?? ''}
          name={ANSWER + (field ?? slot ?? '')}
          label={`答复“${label}”的意见（选填）`}
          error={undefined}
          autoComplete="off"
          maxLength={500}
        />
      ))}
    </fieldset>
  )
}
