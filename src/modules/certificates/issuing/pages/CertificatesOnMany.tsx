import { browserApi } from '#api/browser.ts'
import { dayOf } from '#lib/dates.ts'
import type { FormValues } from '#lib/form/form.ts'
import { EXPIRING_DAYS } from '#modules/certificates/status.ts'
import { type ActForMany, ActsOnMany } from '#ui/register/ActsOnMany.tsx'
import { actFields } from '../correctionForm.ts'
import { renewalFields } from '../renewal.ts'

type Row = { id: number; number: string }
type Act = 'renewed' | 'suspended' | 'resumed'

const acts: ActForMany<Act>[] = [
  {
    code: 'renewed',
    name: '换证',
    intro: `到期前 ${EXPIRING_DAYS} 天内或已到期的，按种类的有效年限各换发一张新编号的证书，原证书记为被替代，持证者会收到通知。不能撤销。会员证书、获奖证书不在这里办理。`,
    fields: renewalFields,
    initial: { issuedOn: dayOf(new Date()), term: 'following', reason: '期满换证' },
  },
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

function send(action: Act, ids: number[], { effectiveOn, issuedOn, term, reason: given }: FormValues) {
  const reason = String(given ?? '')
  return action === 'renewed'
    ? browserApi('POST /staff/certificate/renewMany', {
        ids,
        issuedOn: String(issuedOn ?? ''),
        term: term === 'fromIssue' ? 'fromIssue' : 'following',
        reason,
      })
    : browserApi('POST /staff/certificate/bulk', { ids, action, effectiveOn: String(effectiveOn ?? ''), reason })
}
