import { Tag } from '#ui/Tag.tsx'
import { type CertificateStatus, toneOf } from '../status.ts'

export const StatusTag = ({ status, name }: { status: CertificateStatus; name: string }) => (
  <Tag tone={toneOf(status)}>{name}</Tag>
)
