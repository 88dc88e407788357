import { LightForm } from '#ui/form/light/LightForm.tsx'
import { LightInput } from '#ui/form/light/LightInput.tsx'
import { useLightForm } from '#ui/form/light/useLightForm.ts'

type Props = { label: string; from: string; typed: (passcode: string) => void }

/** Takes the passcode of a text message, which has no room for a link of one's own. */
export function PasscodeForm({ label, from, typed }: Props) {
  const form = useLightForm(async ({ passcode = '' }) => typed(passcode.trim()))
  return (
    <LightForm of={form} label={`输入${label}`} action="继续" busy="正在核对…">
      <LightInput
        name="passcode"
        label={label}
        hint={`${from}里的 16 位字母和数字，不分大小写，可以不输短横线`}
        error={form.errors.passcode}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        required
      />
    </LightForm>
  )
}
