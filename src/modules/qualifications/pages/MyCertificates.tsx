import { useApi } from '#api/useApi.ts'
import { useMember } from '#layouts/member/member.ts'
import { StatusTag } from '#modules/certificates/pages/StatusTag.tsx'
import { type CertificateStatus, statusNames } from '#modules/certificates/status.ts'
import { DataTable, useListQuery } from '#ui/DataTable.tsx'
import './myCertificates.css'

const STATES = Object.entries(statusNames).map(([code, name]) => ({ code, name }))

/** The certificates of the register that are this member's, with how often they are looked up. */
export default function MyCertificates() {
  const { status } = useListQuery('status')
  const { accountType } = useMember()
  const answer = useApi('GET /member/qualification/list', { status: status as CertificateStatus })
  return (
    <section className="centre-card">
      <DataTable
        caption={accountType === 'person' ? '本人的证书' : '本单位的证书'}
        answer={answer}
        keyOf={({ certId }) => certId}
        filters={[{ name: 'status', label: '状态', options: STATES }]}
        empty={{
          title: '还没有证书',
          children: <p>在协会登记的证书会列在这里。登记信息有误的，请联系协会秘书处。</p>,
        }}
        columns={[
          {
            name: '证书',
            cell: ({ childName, levelName, scope }) => (
              <>
                {[childName, levelName].filter(Boolean).join(' ')}
                {scope && <span className="certificate-scope">{scope}</span>}
              </>
            ),
          },
          { name: '编号', cell: ({ certNo, verifyUrl }) => <a href={verifyUrl}>{certNo}</a>, nowrap: true },
          {
            name: '有效期',
            cell: ({ issueDate, validTo, daysLeft }) => (
              <>
                {issueDate} 起，
                <span className="certificate-until">至 {validTo ?? '另行通知'}</span>
                {daysLeft !== null && <span className="certificate-scope">{leftIn(daysLeft)}</span>}
              </>
            ),
            nowrap: true,
          },
          {
            name: '状态',
            cell: ({ certStatus, certStatusName }) => <StatusTag status={certStatus} name={certStatusName} />,
            nowrap: true,
          },
          { name: '近 30 天查验', cell: ({ lookups30d }) => `${lookups30d} 次`, nowrap: true },
        ]}
      />
    </section>
  )
}

const leftIn = (days: number) => (days < 0 ? `已过期 ${-days} 天` : days === 0 ? '今天到期' : `还有 ${days} 天`)
