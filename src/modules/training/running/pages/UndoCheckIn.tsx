import { Button } from 'antd'
import { useState } from 'react'
import { browserApi } from '#api/browser.ts'
import { announce } from '#api/session.ts'
import { refused } from '#api/useApi.ts'
import { FormDialog } from '#ui/form/FormDialog.tsx'

type Props = { of: { participantId: number; name: string }; changed: () => void }

export function UndoCheckIn({ of: { participantId, name }, changed }: Props) {
  const [asking, ask] = useState(false)
  const send = async ({ reason }: Record<string, unknown>) => {
    const given = { participantId, reason: String(reason ?? '') }
    await browserApi('POST /staff/training/checkIn/undo', given).catch(error => refused(error, changed))
    announce('已撤销报到')
    changed()
  }
  return (
    <p className="form-actions">
      <Button onClick={() => ask(true)}>撤销报到</Button>
      {asking && (
        <FormDialog
          title={`撤销${name}的报到？`}
          fields={[{ name: 'reason', label: '原因', kind: 'text', section: '', required: true, max: 200 }]}
          action="撤销报到"
          danger
          send={send}
          close={() => ask(false)}
        />
      )}
    </p>
  )
}
