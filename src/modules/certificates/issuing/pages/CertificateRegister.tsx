import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { browserApi } from '#api/browser.ts'
import { dayOf } from '#lib/dates.ts'
import type { FormValues } from '#lib/form/form.ts'
import { certificateFilters } from '#modules/certificates/certificateFilters.ts'
import { certificates } from '#modules/certificates/pages/registers.ts'
import { StatusTag } from '#modules/certificates/pages/StatusTag.tsx'
import { EXPIRING_DAYS } from '#modules/certificates/status.ts'
import { WriteToChosen } from '#modules/messages/pages/WriteToChosen.tsx'
import { type ActForMany, ActsOnMany } from '#ui/register/ActsOnMany.tsx'
import { RegisterTable } from '#ui/register/RegisterTable.tsx'
import { registerFilters } from '#ui/register/registerFilters.ts'
import { actFields } from '../correctionForm.ts'
import { renewalFields } from '../renewal.ts'
import { RemindOfEnd } from './RemindOfEnd.tsx'
import type { CertificateList } from './StaffCertificates.tsx'

export function CertificateRegister({ list }: { list: CertificateList }) {
  const navigate = useNavigate()
  return (
    <RegisterTable
      of={certificates}
      loaded={list}
      unit="张证书"
      filters={registerFilters(certificateFilters, choicesOf(list.catalogues, list.asked))}
      acts={(rows, done) => (
        <>
          <CertificatesOnMany rows={rows} done={done} />
          <RemindOfEnd register="certificate" ids={rows.map(({ id }) => id)} sent={done} />
          <WriteToChosen register="certificate" ids={rows.map(({ id }) => id)} sent={done} />
        </>
      )}
      actions={
        <Button type="primary" onClick={() => navigate('?issue=1')}>
          签发证书
        </Button>
      }
      empty={{ title: '还没有登记的证书', children: <p>可以在这里签发，或由“批量导入”补录历史证书。</p> }}
      cells={{
        holderName: ({ holderName, organisationName }) => (
          <>
            {holderName}
            {organisationName !== holderName && <small className="cell-note">{organisationName}</small>}
          </>
        ),
        kindName: ({ cells, registerName }) => (
          <>
            {cells.kindName}
            <small className="cell-note">{registerName}</small>
          </>
        ),
        statusName: ({ status, statusName }) => <StatusTag status={status} name={statusName} />,
      }}
    />
  )
}

type Chosen = { register?: string; groupCode?: string; kindCode?: string }

/** Kinds are those of the register that is chosen, levels those of the kind. */
function choicesOf(catalogues: CertificateList['catalogues'], { register, groupCode, kindCode }: Chosen) {
  const groups = catalogues.filter(one => !register || one.register === register).flatMap(one => one.groups)
  const kinds = groups.filter(({ code }) => !groupCode || code === groupCode).flatMap(group => group.kinds)
  const levels = kinds.find(({ code }) => code === kindCode)?.levels ?? []
  return { groupCode: groups, kindCode: kinds, levelCode: levels }
}

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

const CertificatesOnMany = ({ rows, done }: { rows: Row[]; done: () => void }) => (
  <ActsOnMany
    rows={rows}
    nameOf={({ number }) => number}
    unit="张证书"
    acts={acts}
    changed={done}
    send={send}
    callOf={callOf}
    takeBack={(action, some, stated) =>
      send(
        action === 'suspended' ? 'resumed' : 'suspended',
        some.map(({ id }) => id),
        stated,
      )
    }
  />
)

function callOf(action: Act, ids: number[], { effectiveOn, issuedOn, term, reason: given }: FormValues) {
  const reason = String(given ?? '')
  if (action !== 'renewed')
    return {
      call: 'POST /staff/certificate/bulk',
      input: { ids, action, effectiveOn: String(effectiveOn ?? ''), reason },
    } as const
  const input = {
    ids,
    issuedOn: String(issuedOn ?? ''),
    term: term === 'fromIssue' ? 'fromIssue' : 'following',
    reason,
  } as const
  return { call: 'POST /staff/certificate/renewMany', input } as const
}

function send(action: Act, ids: number[], stated: FormValues) {
  const { call, input } = callOf(action, ids, stated)
  return call === 'POST /staff/certificate/bulk' ? browserApi(call, input) : browserApi(call, input)
}
