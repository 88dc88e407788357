import { browserApi } from '#api/browser.ts'
import { announce } from '#api/session.ts'
import { refused } from '#api/useApi.ts'
import type { FormValues } from '#lib/form.ts'
import { FormDialog } from '#ui/FormDialog.tsx'
import type { Seated } from './RunSeating.tsx'

type Props = { of: Seated; changed: () => void; close: () => void }

export function MoveSeat({ of: { id, name, seat: from }, changed, close }: Props) {
  const send = async ({ seat }: FormValues) => {
    const given = { participantId: id, from, seat: String(seat ?? '').trim() }
    const done = await browserApi('POST /staff/training/seating/move', given).catch(error => refused(error, changed))
    announce(done.swappedWith ? `已与${done.swappedWith}对调` : '座位已调整')
    changed()
  }
  return (
    <FormDialog
      title={`调整${name}的座位`}
      fields={[
        {
          ...{ name: 'seat', label: '座位', kind: 'text', section: '', max: 40 },
          hint: '考场名称、空格和两位座号，例如 一号考场 03；有人的座位两人对调，留空则取消座位',
        },
      ]}
      initial={{ seat: from }}
      action="保存"
      {...{ send, close }}
    />
  )
}
