import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { useApi } from '#api/useApi.ts'
import { useMay } from '#layouts/staff/staff.ts'
import type { Output } from '#lib/contract.ts'
import { scopeFacts } from '#modules/certificates/facts.ts'
import { StatusTag } from '#modules/certificates/pages/StatusTag.tsx'
import { Facts } from '#ui/Facts.tsx'
import { History } from '#ui/History.tsx'
import { States } from '#ui/States.tsx'
import { CertificateActs } from './CertificateActs.tsx'

export type CertificateDetail = Output<ApiContract['GET /staff/certificate/detail']>

/** One certificate: what it says, what has become of it, and what may be done to it. */
export default function StaffCertificate() {
  const { pathname } = useLocation()
  const answer = useApi('GET /staff/certificate/detail', { id: Number(pathname.split('/').at(-1)) })
  const [told, tell] = useState('')
  return (
    <States answer={answer} lines={12}>
      {of => (
        <>
          <section className="desk-card">
            <h2>
              {of.number} <StatusTag status={of.status} name={of.statusName} />
            </h2>
            <p role="status">{told}</p>
            <Content of={of} />
            <CertificateActs
              of={of}
              done={words => {
                tell(words)
                answer.reload()
              }}
              reload={answer.reload}
            />
          </section>
          <section className="desk-card">
            <h2>历史</h2>
            <History
              events={of.events
                .toReversed()
                .map(({ id, kindName, effectiveOn, reason, changes, actorName, recordedAt }) => ({
                  id,
                  name: kindName,
                  day: effectiveOn,
                  reason,
                  changes,
                  actorName,
                  at: recordedAt,
                }))}
            />
          </section>
        </>
      )}
    </States>
  )
}

function Content({ of }: { of: CertificateDetail }) {
  const mayOpen = useMay('staff:members')
  const named = (name: string, route: string | null) => (route && mayOpen ? <Link to={route}>{name}</Link> : name)
  return (
    <Facts
      facts={[
        ['登记类别', of.registerName],
        ['持证者', named(of.holderName, holderRoute(of))],
        [
          '发证时所在单位',
          of.isPersonal && of.organisationName
            ? named(
                of.organisationName,
                of.organisationId === null ? null : `/staff/organisations/${of.organisationId}`,
              )
            : '',
        ],
        ['统一社会信用代码', of.creditCode],
        ['地区', of.provinceName],
        ['种类', of.groupName === of.kindName ? of.kindName : `${of.groupName} · ${of.kindName}`],
        ['级别', of.levelName],
        ...(of.register === 'award' ? scopeFacts(of.scope) : [['范围', of.scope] satisfies [string, string]]),
        ['发证机构', of.issuer],
        ['发证日期', of.issuedOn],
        ['有效期', of.register === 'award' ? '永久有效' : `${of.validFrom} 至 ${of.validTo ?? '长期'}`],
        ['来源', of.sourceName],
        ['公开查验', publicCheck(of)],
        ['查验次数', `近 30 天 ${of.lookups.last30d} 次，共 ${of.lookups.total} 次`],
        ['替代的证书', of.predecessor && <Numbered {...of.predecessor} />],
        ['被替代为', of.successors.length > 0 && of.successors.map(one => <Numbered key={one.id} {...one} />)],
      ]}
    />
  )
}

function holderRoute({ personId, organisationId }: CertificateDetail): string | null {
  if (personId) return `/staff/persons/${personId}`
  return organisationId === null ? null : `/staff/organisations/${organisationId}`
}

const Numbered = ({ id, number }: { id: number; number: string }) => (
  <Link to={`/staff/certificates/${id}`}>{number}</Link>
)

const publicCheck = ({ isPublic, verifyUrl }: CertificateDetail) =>
  isPublic ? (
    <a href={verifyUrl} target="_blank" rel="noopener">
      打开公开的查验页
    </a>
  ) : (
    '未公开（本人没有同意公示）'
  )
