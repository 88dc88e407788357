import { useState } from 'react'
import { browserApi } from '#api/browser.ts'
import { LightForm } from '#ui/form/light/LightForm.tsx'
import { LightInput } from '#ui/form/light/LightInput.tsx'
import { useLightForm } from '#ui/form/light/useLightForm.ts'

/** Looks a receipt up among what was taken in. */
export function ReceiptCheck({ ballotKey, receipt = '' }: { ballotKey: string; receipt?: string }) {
  const [said, setSaid] = useState('')
  const form = useLightForm(async ({ receipt: typed = '' }) => {
    setSaid('')
    const { isThere, isSpoiled } = await browserApi('GET /ballot/receipt', { key: ballotKey, receipt: typed })
    setSaid(
      isSpoiled
        ? '收到了这个回执的信封，但计票员打不开：里面没有这次投票的选票。请与协会联系。'
        : isThere
          ? '在收到的选票之中。'
          : '收到的选票中没有这个回执。请核对是否抄错；没有抄错的，请与协会联系。',
    )
  })
  return (
    <LightForm of={form} label="查回执" action="查回执" busy="正在查找…">
      <LightInput
        name="receipt"
        label="回执"
        defaultValue={receipt}
        error={form.errors.receipt}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        required
      />
      <p role="status">{said}</p>
    </LightForm>
  )
}
