import { Tag, type Tone } from '#ui/Tag.tsx'
import type { CertificateStatus } from '../status.ts'

const TONES: Record<CertificateStatus, Tone> = {
  notYet: 'water',
  valid: 'good',
  expiring: 'warn',
  expired: 'plain',
  suspended: 'warn',
  revoked: 'bad',
  cancelled: 'plain',
  replaced: 'plain',
}

export const StatusTag = ({ status, name }: { status: CertificateStatus; name: string }) => (
  <Tag tone={TONES[status]}>{name}</Tag>
)
