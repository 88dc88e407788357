import '#ui/form/form.css'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { announce } from '#api/session.ts'
import { useSubmit } from '#api/useApi.ts'
import { Field } from '#ui/form/Field.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { WaitingForm } from '#ui/form/waiting/WaitingForm.tsx'
import { MAX_MINUTES_TEXT } from '../minutesWords.ts'
import { Facts } from './MinutesText.tsx'
import type { MinutesVersion } from './StaffMinutes.tsx'

type Props = { of: MinutesVersion; changed: () => void }

/** The texts of a draft, each below the facts that it goes with. */
export function MinutesDraft({ of, changed }: Props) {
  const { content } = of
  const [texts, setTexts] = useState<Record<string, string>>({
    opening: content.opening,
    closing: content.closing,
    ...Object.fromEntries(content.items.map(({ itemId, text }) => [`item${itemId}`, text])),
  })
  const { submit, busy, error, fields } = useSubmit('POST /staff/meeting/minutes/save')
  const save = async () => {
    const saved = await submit({
      minutesId: of.minutesId,
      version: of.version,
      opening: texts.opening,
      items: content.items.map(({ itemId }) => ({ itemId, text: texts[`item${itemId}`] ?? '' })),
      closing: texts.closing,
    })
    if (!saved) return
    announce('草稿已保存')
    changed()
  }
  const text = (name: string, label: string, rows = 4) => (
    <Field name={name} label={label} error={fields[name]}>
      {described => (
        <Input.TextArea
          {...described}
          autoSize={{ minRows: rows }}
          maxLength={MAX_MINUTES_TEXT}
          value={texts[name]}
          onChange={event => setTexts({ ...texts, [name]: event.target.value })}
        />
      )}
    </Field>
  )
  return (
    <WaitingForm className="form minutes-text" onSubmit={() => void save()}>
      <Facts facts={content.facts} />
      {text('opening', '开场', 2)}
      <ol>
        {content.items.map(({ itemId, title, facts }) => (
          <li key={itemId}>
            <h3>{title}</h3>
            <Facts facts={facts} />
            {text(`item${itemId}`, `“${title}”的讨论与说明`)}
          </li>
        ))}
      </ol>
      {text('closing', '结尾', 2)}
      <Problem>{error?.message}</Problem>
      <div className="form-actions">
        <Button type="primary" htmlType="submit" loading={busy}>
          保存草稿
        </Button>
      </div>
    </WaitingForm>
  )
}
