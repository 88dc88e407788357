import './myCertificates.css'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { useMember } from '#layouts/member/member.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import type { Input } from '#lib/contract.ts'
import { CertificateFiles } from '#modules/certificates/credentials/pages/CertificateFiles.tsx'
import { StatusTag } from '#modules/certificates/pages/StatusTag.tsx'
import { statusNames } from '#modules/certificates/status.ts'
import { beginAddress } from '#modules/qualifications/applicationTypes.ts'
import { DownloadButton } from '#ui/file/DownloadButton.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { listQuery } from '#ui/table/listQuery.ts'
import type { Route } from './+types/MyCertificates'
import { RenewLink } from './RenewLink.tsx'
import type { OwnCertificate } from './UrgentCertificates.tsx'

export { myCertificates as handle } from '#modules/qualifications/pages/screens.ts'

type Filters = Input<ApiContract['GET /member/qualification/list']>

export const clientLoader = listLoader(async (api, { query }) => {
  const { status } = listQuery<Filters>(query, 'status')
  const page = await api('GET /member/qualification/list', { status })
  return { page }
})

const STATES = Object.entries(statusNames).map(([code, name]) => ({ code, name }))

/** The certificates of the register that are this member's: what they say, what can be applied for, who looked them up. */
export default function MyCertificates({ loaderData }: Route.ComponentProps) {
  const answer = useLoaded(loaderData.page)
  const { accountType } = useMember()
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
          { name: '证书', cell: certificate => <Subject of={certificate} /> },
          {
            name: '有效期',
            cell: of => (
              <>
                {of.issueDate} 起，
                <span className="certificate-until">
                  {of.register === 'award' ? '永久有效' : `至 ${of.validTo ?? '另行通知'}`}
                </span>
                {of.daysLeft !== null && <span className="certificate-scope">{leftIn(of.daysLeft)}</span>}
                <RenewLink of={of} />
              </>
            ),
            nowrap: true,
          },
          {
            name: '状态',
            cell: ({ certStatus, certStatusName }) => <StatusTag status={certStatus} name={certStatusName} own />,
            nowrap: true,
          },
          {
            name: '近 30 天查验',
            cell: ({ certId, certNo, lookups30d }) => (
              <Link to={`/admin/user/certificates/${certId}`}>
                {lookups30d} 次<span className="hidden-text">，查看 {certNo} 的查验记录</span>
              </Link>
            ),
            nowrap: true,
          },
          { name: '办理', cell: certificate => <CertificateLinks of={certificate} /> },
        ]}
      />
    </section>
  )
}

const Subject = ({ of }: { of: OwnCertificate }) => (
  <>
    {[of.childName, of.levelName].filter(Boolean).join(' ')}
    <span className="certificate-number">
      <a href={of.verifyUrl}>{of.certNo}</a>
    </span>
    {of.scope && <span className="certificate-scope">{of.scope}</span>}
    {of.shortfall && (
      <span className="certificate-shortfall">
        <b>条件不足</b> {of.shortfall}
      </span>
    )}
  </>
)

const CertificateLinks = ({ of }: { of: OwnCertificate }) => (
  <span className="acts">
    {of.hasFile && (
      <DownloadButton from="POST /qualification/download" input={{ type: 'certificate', certId: of.certId }}>
        下载<span className="hidden-text">证书 {of.certNo}</span>
      </DownloadButton>
    )}
    <MoreOf of={of} />
  </span>
)

const leftIn = (days: number) => (days < 0 ? `已过期 ${-days} 天` : days === 0 ? '今天到期' : `还有 ${days} 天`)

/** What else can be done with a certificate: applications, each with why and from when where not now; its other files. */
function MoreOf({ of }: { of: OwnCertificate }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button type="text" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        更多<span className="hidden-text">：{of.certNo}</span>
      </Button>
      <Modal title={of.certNo} open={open} onCancel={() => setOpen(false)} footer={null}>
        {of.can.length > 0 && (
          <>
            <h2 className="certificate-more">办理业务</h2>
            <ul className="certificate-can" role="list">
              {of.can.map(({ type, name, hindrance, applicationId }) => (
                <li key={type}>
                  {hindrance ? <b>{name}</b> : <Link to={beginAddress(type, of.certId)}>{name}</Link>}
                  {hindrance && <span>{hindrance}</span>}
                  {applicationId && <Link to={`/admin/user/doing/${applicationId}`}>查看这份申请</Link>}
                </li>
              ))}
            </ul>
          </>
        )}
        <h2 className="certificate-more">凭证与卡片</h2>
        <CertificateFiles of={of} />
      </Modal>
    </>
  )
}
