import { Link } from 'react-router'
import { beginAddress } from '#modules/qualifications/applicationTypes.ts'
import type { OwnCertificate } from './UrgentCertificates.tsx'

type Props = { of: Pick<OwnCertificate, 'certId' | 'certNo' | 'can' | 'canRenew'>; className?: string }

/** Links to the renewal of an ending certificate, or to the renewal under way; renders nothing if there is neither. */
export function RenewLink({ of: { certId, certNo, can, canRenew }, className }: Props) {
  const running = can.find(({ type }) => type === 'renewal')?.applicationId
  if (running)
    return (
      <Link className={className} to={`/admin/user/doing/${running}`}>
        查看换证进度<span className="hidden-text">：{certNo}</span>
      </Link>
    )
  if (!canRenew) return null
  return (
    <Link className={className} to={beginAddress('renewal', certId)}>
      换证<span className="hidden-text">：{certNo}</span>
    </Link>
  )
}
