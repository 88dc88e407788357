import { Checkbox } from 'antd'
import { Field } from '#ui/form/Field.tsx'
import { WRITTEN_CONSENT } from '../peopleForm.ts'

type Props = { given: boolean; give: (given: boolean) => void; error?: string; label?: string }

/** The company's statement that the person consented; without it nothing about them is public. */
export const WrittenConsent = ({ given, give, error, label = '同意公示' }: Props) => (
  <Field name="hasConsent" label={label} group error={error} hint="不勾选的不列入公开名单；本人可随时用自己的账号撤回">
    {described => (
      <Checkbox {...described} checked={given} onChange={({ target }) => give(target.checked)}>
        {WRITTEN_CONSENT}
      </Checkbox>
    )}
  </Field>
)
