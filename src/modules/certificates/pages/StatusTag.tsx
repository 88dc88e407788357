import { Tag } from '#ui/Tag.tsx'
import { type CertificateStatus, toneOf } from '../status.ts'

type Props = {
  status: CertificateStatus
  name: string
  /** Shown to its holder, who has to renew what ends soon; to everybody else that is good. */
  own?: boolean
}

export const StatusTag = ({ status, name, own = false }: Props) => (
  <Tag tone={own && status === 'expiring' ? 'warn' : toneOf(status)}>{name}</Tag>
)
