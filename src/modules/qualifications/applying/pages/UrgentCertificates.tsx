import { Link } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import type { Output } from '#lib/contract.ts'
import { longDay } from '#lib/dates.ts'
import { beginAddress } from '#modules/qualifications/applicationTypes.ts'
import { keepTogether } from '#ui/keepTogether.tsx'
import { Tag } from '#ui/Tag.tsx'
import { RenewLink } from './RenewLink.tsx'

export type OwnCertificate = Output<ApiContract['GET /member/qualification/list']>[number]

/** Certificates that end soon, rest on people who are no longer there, or wait for their yearly report; none: nothing. */
export function UrgentCertificates({ certificates }: { certificates: readonly OwnCertificate[] }) {
  const pressing = certificates.filter(one => certificateWarning(one).length > 0)
  if (pressing.length === 0) return null
  return (
    <section className="centre-card">
      <h2>需要留意的证书</h2>
      <ul className="to-heed" role="list">
        {pressing.map(one => (
          <UrgentCertificate key={one.certId} of={one} />
        ))}
      </ul>
    </section>
  )
}

const UrgentCertificate = ({ of }: { of: OwnCertificate }) => (
  <li>
    <div>
      <p>
        <b>{[of.childName, of.levelName].filter(Boolean).join(' ')}</b>
        <span>{of.certNo}</span>
      </p>
      <ul role="list">
        {certificateWarning(of).map(({ tag, tone, words }) => (
          <li key={tag}>
            <Tag tone={tone}>{tag}</Tag> {keepTogether(words)}
          </li>
        ))}
      </ul>
    </div>
    <p className="to-heed-links">
      <RenewLink of={of} className="button" />
      {of.canAnnual && (
        <Link className="button" to={beginAddress('annualReport', of.certId)}>
          提交年度报告<span className="hidden-text">：{of.certNo}</span>
        </Link>
      )}
    </p>
  </li>
)

type CertificateWarning = { tag: string; tone: 'warn' | 'bad' | 'water'; words: string }

function certificateWarning({
  certStatus,
  canRenew,
  canAnnual,
  shortfall,
  ...of
}: OwnCertificate): CertificateWarning[] {
  const ends = certStatus === 'expiring' || canRenew
  return [
    shortfall && { tag: '条件不足', tone: 'bad' as const, words: shortfall },
    ends && { tag: of.daysLeft! < 0 ? '已过期' : '即将到期', tone: 'warn' as const, words: expiryText(of) },
    canAnnual && { tag: '年度报告', tone: 'water' as const, words: '正在受理本年度的年度报告。' },
  ].filter(heed => typeof heed === 'object' && heed !== null)
}

/** Sentence about the end date and a renewal that is already under way. */
function expiryText({ daysLeft, validTo, can }: Pick<OwnCertificate, 'daysLeft' | 'validTo' | 'can'>): string {
  const days =
    daysLeft! < 0
      ? `${longDay(validTo!)} 已到期，超过 ${-daysLeft!} 天`
      : `有效期至 ${longDay(validTo!)}，还有 ${daysLeft} 天`
  const hindrance = can.find(({ type }) => type === 'renewal')?.hindrance
  return `${days}${hindrance ? `；${hindrance}` : ''}。`
}
