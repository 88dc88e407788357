import { browserApi } from '#api/browser.ts'
import type { FormValues } from '#lib/form/form.ts'
import { type ActForMany, ActsOnMany } from '#ui/register/ActsOnMany.tsx'
import { actFields } from '../correctionForm.ts'

type Row = { id: number; number: string }
type Act = 'suspended' | 'resumed'

const acts: ActForMany<Act>[] = [
  {
    code: 'suspended',
    name: '暂停',
    intro: '暂停期间公开查验显示“已暂停”和原因，可以恢复；持证者会收到通知。会员证书、获奖证书不在这里办理。',
    fields: actFields(),
    back: '这些证书恢复有效，历史中两次都在，持证者会收到通知。',
  },
  {
    code: 'resumed',
    name: '恢复',
    intro: '从生效日期起恢复有效，持证者会收到通知。会员证书、获奖证书不在这里办理。',
    fields: actFields(),
    back: '这些证书重新暂停，历史中两次都在，持证者会收到通知。',
  },
]

/** What can be done to many certificates at once, each as on its own screen. */
export const CertificatesOnMany = ({ rows, done }: { rows: Row[]; done: () => void }) => (
  <ActsOnMany
    rows={rows}
    nameOf={({ number }) => number}
    unit="张证书"
    acts={acts}
    changed={done}
    send={send}
    takeBack={(action, some, stated) =>
      send(
        action === 'suspended' ? 'resumed' : 'suspended',
        some.map(({ id }) => id),
        stated,
      )
    }
  />
)

const send = (action: Act, ids: number[], { effectiveOn, reason }: FormValues) =>
  browserApi('POST /staff/certificate/bulk', {
    ids,
    action,
    effectiveOn: String(effectiveOn ?? ''),
    reason: String(reason ?? ''),
  })
