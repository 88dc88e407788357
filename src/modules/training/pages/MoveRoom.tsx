import { browserApi } from '#api/browser.ts'
import { announce } from '#api/session.ts'
import { refused } from '#api/useApi.ts'
import type { FormValues } from '#lib/form.ts'
import { FormDialog } from '#ui/FormDialog.tsx'
import type { Guest } from './RunRooms.tsx'

type Props = { of: Guest; changed: () => void; close: () => void }

export function MoveRoom({ of: { id, name, room: from }, changed, close }: Props) {
  const send = async ({ room }: FormValues) => {
    const given = { participantId: id, from, room: String(room ?? '').trim() }
    await browserApi('POST /staff/training/rooms/move', given).catch(error => refused(error, changed))
    announce('房间已调整')
    changed()
  }
  return (
    <FormDialog
      title={`调整${name}的房间`}
      fields={[
        {
          ...{ name: 'room', label: '房间', kind: 'text', section: '', max: 20 },
          hint: '同一房间最多两人，只能同性合住；留空则取消房间',
        },
      ]}
      initial={{ room: from }}
      action="保存"
      {...{ send, close }}
    />
  )
}
